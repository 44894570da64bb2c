echo 'use "./a.strata";' > a.strata
"$STRATA" check a.strata
