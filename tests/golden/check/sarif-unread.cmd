"$STRATA" check --format=sarif nowhere.strata 2>/dev/null | grep -o '"invocations":.*'
exit "${PIPESTATUS[0]}"
