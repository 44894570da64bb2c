"$STRATA" diff tests/golden/kinds.strata --from 1.0-sp1/x86 --to 1.0-sp1/x64
