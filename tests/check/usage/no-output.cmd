"$STRATA" gen ../base.strata
echo "exit status $?"
"$STRATA" gen -o "" ../base.strata
