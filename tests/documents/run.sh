#!/bin/bash
# The model of specs/, compared with the published tables cell for cell, and with the types of kernels.
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
    fail documents "strata dump specs"
fi
finish
