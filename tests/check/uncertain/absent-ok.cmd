"$STRATA" show -s GOES --at 2.0.400.7/x64 --require attested --format json "$CASES/../../golden/coverage/parts.strata" >out
