"$STRATA" dump tests/golden/kinds.strata | python3 -m json.tool --indent 1
