"$STRATA" export c tests/golden/kinds.strata --struct IDENTITY --at 2.0/x64 -o "$SCRATCH/identity.h" &&
    "$STRATA" export c tests/golden/kinds.strata --struct IDENTITY --at 2.0/x64 | cmp - "$SCRATCH/identity.h" && echo the same
"$STRATA" export c tests/golden/kinds.strata --at 2.0/x64 -o "$SCRATCH/none/x.h" 2>&1 | sed "s,$SCRATCH,SCRATCH,"
