"$STRATA" check -I tests/check --suggest tests/golden/check/session.strata
