"$STRATA" check -I tests/check tests/golden/check/session.strata
