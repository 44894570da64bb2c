#!/bin/bash
# The resolved model of specs/ against the published tables, cell for cell, and against the type information of kernels.
set -u
. tests/try.sh

if "$STRATA" dump specs >"$scratch/dump.json"; then
    compare documents python3 tests/documents/compare.py "$scratch/dump.json" tests/documents
    if [ -d "$STRATA_SHARED/isf" ]; then
        compare kernels python3 tests/documents/kernels.py "$scratch/dump.json" "$STRATA_SHARED"/isf/*.json.xz
    else
        skip kernels "there is no $STRATA_SHARED/isf"
    fi
else
    failed=1
    echo "FAIL documents: strata dump specs"
fi
finish
