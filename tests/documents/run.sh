#!/bin/bash
# The resolved model of specs/ against the published tables, cell for cell, and against the type information of kernels.
set -u
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0

# compare NAME COMMAND...: runs a comparison, which ends with "N compared, N differ", and counts it.
compare()
{
    local name=$1 status last
    shift
    "$@" >"$scratch/report" 2>&1
    status=$?
    last=$(tail -n 1 "$scratch/report")
    if [[ ! $last =~ ^([1-9][0-9]*)\ compared,\ ([0-9]+)\ differ$ ]] || [ $status -gt 1 ]; then
        cat "$scratch/report"
        echo "FAIL $name: ended with status $status"
        failed=$((failed + 1))
        return
    fi
    head -n -1 "$scratch/report" | sed "s/^/FAIL $name: /"
    passed=$((passed + BASH_REMATCH[1] - BASH_REMATCH[2])) failed=$((failed + BASH_REMATCH[2]))
}

if "$STRATA" dump specs >"$scratch/dump.json"; then
    compare documents python3 tests/documents/compare.py "$scratch/dump.json" tests/documents
    if [ -d "$STRATA_SHARED/isf" ]; then
        compare kernels python3 tests/documents/kernels.py "$scratch/dump.json" "$STRATA_SHARED"/isf/*.json.xz
    else
        echo "SKIP kernels: there is no $STRATA_SHARED/isf"
        skipped=1
    fi
else
    echo "FAIL documents: strata dump specs"
    failed=1
fi
if [ $skipped = 0 ]; then
    echo "$passed passed, $failed failed"
else
    echo "$passed passed, $failed failed, $skipped skipped"
fi
[ $failed = 0 ]
