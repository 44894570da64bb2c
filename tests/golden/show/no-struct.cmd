"$STRATA" show tests/golden/kinds.strata
