#!/bin/bash
# Kernels that are folded into a spec in any order, one by one or several at a time, make the text that all at once make:
# order.py. Small kernels are drawn; `make test-all` draws more, and real ones from the reference data: `real` of symbol
# files, `ordered` of files that have the order of declaration, from XP to 11 and of several architectures, `mixed` of
# both. kept.py puts comments, remarks and `allow` clauses into a spec before kernels are folded in, and finds them again.
set -u
. tests/try.sh
here=tests/kernel/order
export STRATA

draws()
{
    python3 -B $here/order.py "$@"
}

kept()
{
    python3 -B $here/kept.py "$@"
}

if in_part quick; then
    try drawn draws 1 12
    try kept kept 1 6
fi
if in_part long; then
    try "drawn, more" draws 2 150
    try "kept, more" kept 2 40
    if [ ! -d "$STRATA_SHARED/kernels" ]; then
        skip real "there is no $STRATA_SHARED/kernels"
    elif ! [[ $CFLAGS == *-fsanitize=* ]]; then
        try real draws 1 6 "$STRATA_SHARED"/kernels/*.json.xz "$STRATA_SHARED"/isf/*.json.xz
        try ordered draws 1 5 "$STRATA_SHARED"/vergilius/*.yml.xz
        try mixed draws 1 6 "$STRATA_SHARED"/vergilius/*.yml.xz "$STRATA_SHARED"/isf/*.json.xz \
            "$STRATA_SHARED"/kernels/*-10.0.2*.json.xz
    fi
fi
finish
