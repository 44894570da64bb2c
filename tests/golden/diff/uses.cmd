"$STRATA" diff tests/golden/diff/changes.strata --uses tests/golden/diff/uses.c
