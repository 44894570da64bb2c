cp ../base.strata .
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > s.strata
"$STRATA" gen s.strata -o new/directory >log
status=$?
[ -s new/directory/s.h ] || echo "no header"
exit $status
