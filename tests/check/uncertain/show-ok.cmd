"$STRATA" show -s GROWS --at 1.0.200.5/x64 --require Bracketed "$CASES/../../golden/coverage/parts.strata" >out
