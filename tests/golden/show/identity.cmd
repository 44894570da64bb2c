# A target by GUID and age: of one of two kernels of a version, which are attested; the version alone, which is disputed
# where they differ. Identities that are unknown or malformed.
spec=tests/golden/identities.strata
guid=0123456789ABCDEF0123456789ABCDEF
for at in $guid-1 $guid-2 0123456789abcdef0123456789abcdef-2 1.0.10.5/x64 1C9875F76C8F0FBF3EB9A9D7C1C274DF-1; do
    "$STRATA" show $spec --struct DIFFERENT --at $at
    echo
done
"$STRATA" show $spec --struct SAME --at $guid-2
"$STRATA" show $spec --struct SAME --at 1.0.10.5/x64
for at in $guid-3 $guid 1C9875F76C8F0FBF3EB9A9D7C1C274D-1; do
    "$STRATA" show $spec --struct SAME --at $at
done
