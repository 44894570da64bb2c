cp ../base.strata .
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' >s.strata
echo 'x{{>t}}' >t.mustache
"$STRATA" render s.strata --template t.mustache
