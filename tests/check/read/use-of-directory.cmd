mkdir specs
echo 'use "specs";' > a.strata
"$STRATA" check a.strata
