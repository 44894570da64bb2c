"$STRATA" diff tests/golden/diff/changes.strata -s BITS,STATE,NESTED.u1 --from 10.0/x86 --to 6.0
