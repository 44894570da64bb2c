"$STRATA" check --format=sarif tests/check/base.strata 2>/dev/null
