cp ../base.strata .
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > s.strata
mkdir -p out/s.h
"$STRATA" gen s.strata -o out
status=$?
find out -name '*tmp*'
exit $status
