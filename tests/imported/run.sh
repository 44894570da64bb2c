#!/bin/bash
# Specs of `strata import isf` with one mistake each, as people make them (mistakes.py, and the tables that it prints),
# and symbol files with fields that make no sense (fields.py, spoil.py).
set -u
. tests/try.sh
here=tests/imported
count=200 mutants=600
# Sanitizers find no more in all of them than in some.
[[ $CFLAGS != *-fsanitize=* ]] || count=40 mutants=100

# fields WORD...: `tests/imported/fields.py --first 1000 --count 5000 VERSION FILE` tries more.
fields()
{
    python3 -B $here/fields.py --count "$@"
}

mkdir "$scratch/small" && python3 tests/kernel/fold/kernels.py $here/small.kernels "$scratch/small" >"$scratch/names"
try fields-small fields $count 10.0.22000.318 "$scratch/small/x64-10.0.22000.318.json"
try fields-constructs fields $count --older 6.0.6000.16386 6.1.7601.24540 tests/kernel/isf/constructs.json
if [ -d "$STRATA_SHARED/isf" ]; then
    try fields-kernel fields 2 --older 10.0.18362.356 10.0.19041.1526 \
        "$STRATA_SHARED/isf/ntkrnlmp-x64-10.0.19041.1526.json.xz"
else
    skip fields-kernel "there is no $STRATA_SHARED/isf"
fi
counts mistakes python3 -B $here/mistakes.py --count $mutants
finish
