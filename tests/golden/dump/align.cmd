"$STRATA" dump tests/golden/align.strata | python3 -m json.tool --indent 1
