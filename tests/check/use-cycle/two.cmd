echo 'use "b.strata";' > a.strata
echo 'use "a.strata";' > b.strata
"$STRATA" check a.strata
