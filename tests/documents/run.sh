#!/bin/bash
# The model of specs/, compared with the published tables cell for cell, and with the types of kernels.
set -u
. tests/try.sh

if "$STRATA" dump "$SPECS" >"$scratch/dump.json"; then
    compare documents python3 tests/documents/compare.py "$scratch/dump.json" tests/documents
    if [ -d "$STRATA_SHARED/isf" ]; then
        others=()
        [ ! -e "$STRATA_SHARED/pdb/ntkrnlpa.json.xz" ] || others=(
            "5.1.2600.5512/x86=$STRATA_SHARED/pdb/ntkrnlpa.json.xz"
            "10.0.19041.1/x86=$STRATA_SHARED/pdb/wntdll-x86.json.xz")
        compare kernels python3 tests/documents/kernels.py "$scratch/dump.json" "$STRATA_SHARED"/isf/*.json.xz \
            "${others[@]}"
    else
        skip kernels "there is no $STRATA_SHARED/isf"
    fi
else
    fail documents "strata dump specs"
fi
finish
