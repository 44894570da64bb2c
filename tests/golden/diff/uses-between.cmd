"$STRATA" diff tests/golden/diff/changes.strata --from 10.0/x64 --to 6.0 --no-use-unknown --error use-pinned --uses tests/golden/diff/uses.c
