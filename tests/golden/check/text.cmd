"$STRATA" check tests/golden/check/session.strata
