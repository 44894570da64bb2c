# Mistakes in command lines, and files that cannot be read.
"$STRATA" diff --uses tests/golden/diff/uses.c tests/golden/diff/changes.strata
"$STRATA" diff tests/golden/diff/changes.strata --uses tests/golden/diff/uses.c --struct RUNS
"$STRATA" diff tests/golden/diff/changes.strata --uses tests/golden/diff/uses.c --format md
"$STRATA" diff tests/golden/diff/changes.strata --uses tests/golden/diff/uses.c --prefix 1_
"$STRATA" diff tests/golden/diff/changes.strata --uses tests/golden/diff/uses.c --from 10.1
"$STRATA" diff tests/golden/diff/changes.strata --uses tests/golden/diff/uses.c --from 10.0/arm64
"$STRATA" diff tests/golden/diff/changes.strata --uses tests/golden/diff/uses.c -W use-mved
"$STRATA" diff tests/golden/diff/changes.strata --uses tests/golden/diff/nothing.c
echo 'strata_RUNS_get_Old' | "$STRATA" diff tests/golden/diff/changes.strata --uses -
# The files of each --uses are read, and arguments that are left out are none.
"$STRATA" diff tests/golden/diff/changes.strata --uses tests/golden/diff/uses.c --uses tests/golden/diff/nothing.c
echo 'STRATA_RUNS_READ(, x64, Old, b); STRATA_RUNS_READ(6_1, , Old, b)' |
    "$STRATA" diff tests/golden/diff/changes.strata --uses -
