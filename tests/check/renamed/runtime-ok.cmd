cp ../base.strata .
echo 'use "base.strata"; struct view in 5.0.. { ULONG A at 0x00; }' > s.strata
"$STRATA" gen s.strata --prefix mine_ -o out >log
