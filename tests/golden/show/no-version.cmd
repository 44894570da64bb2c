"$STRATA" show tests/golden/kinds.strata --struct KINDS --at 3.0/x64
