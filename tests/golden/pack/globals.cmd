# A pack has no globals: with structures they are left out, alone they are refused.
"$STRATA" pack tests/golden/globals.strata --struct Head -o "$SCRATCH/a.strpack" -q
[ ! -e "$SCRATCH/a.strpack" ] && "$STRATA" pack tests/golden/globals.strata --struct '*' -o "$SCRATCH/b.strpack" -q &&
    "$STRATA" pack tests/golden/globals.strata --struct PROCESS -o "$SCRATCH/c.strpack" -q &&
    cmp "$SCRATCH/b.strpack" "$SCRATCH/c.strpack"
