echo 'use "../base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > s.strata
"$STRATA" dump -I .. s.strata > /dev/full
