"$STRATA" check -I tests/check --format=sarif tests/golden/check/session.strata 2>/dev/null | python3 -m json.tool --indent 1 --no-ensure-ascii
exit "${PIPESTATUS[0]}"
