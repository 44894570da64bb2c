"$STRATA" show tests/golden/kinds.strata --struct KIND
