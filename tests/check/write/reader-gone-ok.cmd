echo 'use "../base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > s.strata
{ sleep 0.2; "$STRATA" dump s.strata; echo $? >status; } | :
grep -qx 2 status
