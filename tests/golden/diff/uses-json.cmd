"$STRATA" diff tests/golden/diff/changes.strata --format json --uses tests/golden/diff/uses.c --from 10.0
