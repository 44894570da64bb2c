"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.0.19041.1586
