# Whether a second member is there in between, nobody knows.
"$STRATA" show -s GROWS --at 1.0.200.2/x64 --require Bracketed "$CASES/../../golden/coverage/parts.strata"
