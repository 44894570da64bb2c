#!/bin/bash
# Inputs that grow: no 200 KB of any input take more than 256 MiB. The table of costs is in
# $BUILD/tests/growth/table.txt; `make growth` prints it. The arguments, or the cases of `tests/run growth/CASE`, name
# inputs.
set -u
here=tests/growth
if [[ $CFLAGS == *-fsanitize* ]]; then
    echo 'SKIP growth: a program with sanitizers takes more memory'
    echo '0 passed, 0 failed, 1 skipped'
    exit
fi
out=$BUILD/tests/growth
rm -rf "$out"
mkdir -p "$out" || exit 2
python3 -B $here/measure.py "$STRATA" $here/cases.tsv "$out/inputs" "$@" ${ONLY:-} | tee "$out/table.txt"
status=${PIPESTATUS[0]}
rm -rf "$out/inputs"
exit "$status"
