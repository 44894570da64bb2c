echo 'use "../base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > s.strata
"$STRATA" dump s.strata > /dev/full
