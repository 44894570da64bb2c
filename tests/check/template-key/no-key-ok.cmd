cp ../base.strata .
echo 'use "base.strata"; struct S in 5.0.. { ULONG A at 0x00; }' > s.strata
mkdir templates
printf '/* nothing */\n' > templates/header.mustache
"$STRATA" gen s.strata --templates templates -o out >log
