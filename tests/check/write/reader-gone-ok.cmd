echo 'use "../base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > s.strata
exec 3> >(:) && wait $!
"$STRATA" dump -I .. s.strata >&3
[ $? = 2 ]
