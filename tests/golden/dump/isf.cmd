"$STRATA" dump tests/export/isf.strata --format isf --at 6.1/x64 | python3 -m json.tool --indent 1
