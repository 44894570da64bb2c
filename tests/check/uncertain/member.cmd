"$STRATA" show -s GROWS.First,GROWS.Second --at 1.0.200.2/x64 --require extrapolated \
    "$CASES/../../golden/coverage/parts.strata"
