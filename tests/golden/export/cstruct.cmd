"$STRATA" export c tests/golden/kinds.strata --struct IDENTITY,KINDS.Point --at 2.0/x64 --for cstruct
