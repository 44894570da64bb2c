# A file is replaced as a whole while others have it open, and through a link.
scratch=$(mktemp -d)
cp tests/check/base.strata "$scratch"
cd "$scratch"
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0; }' >s.strata
"$STRATA" gen s.strata -o out
echo old >out/s.h
exec 3<out/s.h
"$STRATA" gen s.strata -o out
cat <&3
"$STRATA" gen s.strata -o out --check && ls out
rm -r "$scratch"
