#!/bin/bash
# Inputs that grow: what each of them costs, and that no 200 KB of any cost more than 256 MiB. The table of costs is in
# $BUILD/tests/growth/table.txt; `make growth` prints it.
set -u
here=tests/growth
out=$BUILD/tests/growth
rm -rf "$out"
mkdir -p "$out" || exit 2
python3 -B $here/measure.py "$STRATA" $here/cases.tsv "$out/inputs" "$@" | tee "$out/table.txt"
status=${PIPESTATUS[0]}
rm -rf "$out/inputs"
exit "$status"
