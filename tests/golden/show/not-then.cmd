"$STRATA" show tests/golden/kinds.strata --struct KINDS --at 1.0-rtm/x64
