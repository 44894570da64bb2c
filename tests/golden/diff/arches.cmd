"$STRATA" diff tests/golden/kinds.strata --from 1.0/x86 --to 1.0/x64
