"$STRATA" show -s GROWS.First --at 1.0.200.2/x64 --require bracketed "$CASES/../../golden/coverage/parts.strata" >out
