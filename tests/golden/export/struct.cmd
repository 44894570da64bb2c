"$STRATA" export c tests/golden/kinds.strata --struct KINDS --at 1.0/x86
