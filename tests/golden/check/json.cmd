"$STRATA" check -I tests/check --format json tests/golden/check/session.strata 2>/dev/null
