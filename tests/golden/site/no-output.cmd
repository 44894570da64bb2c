"$STRATA" site tests/golden/kinds.strata
