"$STRATA" check --suggest tests/golden/check/session.strata
