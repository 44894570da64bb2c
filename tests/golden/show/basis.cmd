# Without --at, each layout names its attested versions, and the grades of all others with the versions that differ.
for name in MOVED COMES BOTH; do
    "$STRATA" show tests/basis/kernels.strata --struct $name
done
"$STRATA" show tests/basis/kernels.strata --struct MOVED --format md
"$STRATA" show tests/basis/kernels.strata --struct SAME --format html | grep '<p>'
