"$STRATA" diff tests/golden/diff/changes.strata --from 10.0.19041.1526/x64 --to 10.0.19041.1550/x64
