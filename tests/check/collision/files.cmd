cp ../base.strata .
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > s.strata
echo 'use "base.strata"; struct T in 5.0.. { ULONG A at 0x00; }' > s_assert.strata
"$STRATA" gen s.strata s_assert.strata -o out
status=$?
ls out 2>/dev/null
exit $status
