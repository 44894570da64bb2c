cp ../base.strata .
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > s.strata
echo in the way > out
"$STRATA" gen s.strata -o out
status=$?
cat out
exit $status
