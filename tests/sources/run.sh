#!/bin/bash
# Every statement of every source of the shipped specs, compared with what the specs answer (table.py): sizes, places of
# members, bits, and addresses of globals. table.expect is the table, with a line for each structure in which sources
# contradict each other. readers.py reads the sources by itself.
set -u
. tests/try.sh
missing=
for part in kernels isf vergilius vtypes arm64 sparse pdb; do
    [ -d "$STRATA_SHARED/$part" ] || missing+=" $part"
done
if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip table "sanitizers find no more here than in the dump of the shipped specs"
elif [ -n "$missing" ]; then
    skip table "of $STRATA_SHARED these are missing:$missing"
else
    try table prints tests/sources/table.expect python3 -B tests/sources/table.py "$STRATA" specs "$STRATA_SHARED"
fi
finish
