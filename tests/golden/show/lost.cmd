"$STRATA" show --struct LOST tests/golden/lost.strata
