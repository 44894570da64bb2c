#!/bin/bash
# The resolved model of specs/ against the published tables, cell for cell.
set -u
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

if ! "$STRATA" dump specs >"$scratch/dump.json"; then
    echo "FAIL documents: strata dump specs"
    echo "0 passed, 1 failed"
    exit 1
fi
python3 tests/documents/compare.py "$scratch/dump.json" tests/documents >"$scratch/report" 2>&1
status=$?
last=$(tail -n 1 "$scratch/report")
if [[ ! $last =~ ^([0-9]+)\ compared,\ ([0-9]+)\ differ$ ]] || [ $status -gt 1 ]; then
    cat "$scratch/report"
    echo "FAIL documents: compare.py ended with status $status"
    echo "0 passed, 1 failed"
    exit 1
fi
head -n -1 "$scratch/report" | sed 's/^/FAIL documents: /'
echo "$((BASH_REMATCH[1] - BASH_REMATCH[2])) passed, ${BASH_REMATCH[2]} failed"
exit $status
