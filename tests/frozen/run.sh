#!/bin/bash
# This release still takes what earlier ones wrote and people keep. VERSION/ has specs, headers that the release made of
# them, and packs with questions and their answers (as in readers/). Headers of another runtime may be refused, but by a
# message at compile time.
set -u
. tests/try.sh
cases=$PWD/tests/frozen

# Specs of the release are read without a finding that they did not have, and keep their meaning in the form of today.
specs()
{
    local formed=$scratch/${1##*/}
    cp "$1" "$formed"
    "$STRATA" check -q "$1" && "$STRATA" fmt -q "$formed" && "$STRATA" fmt --check "$formed" &&
        cmp <("$STRATA" dump "$1") <("$STRATA" dump "$formed")
}

# Headers compile with the runtime of today, or their own message says that they do not fit.
headers()
{
    local header
    for header in "$1"/*.h; do
        case $header in
        *_print.h | *_assert.h) continue ;;
        esac
        echo "#include \"$header\"" | "${CC:-cc}" -std=c99 -Iruntime -I"$1" -fsyntax-only -x c - 2>"$scratch/errors" ||
            grep -q '#error .*strata' "$scratch/errors" || { head -5 "$scratch/errors"; return 1; }
    done
}

# A pack that a release wrote gives today's readers the answers of then.
pack()
{
    sed 's/ => .*//' "$1" | PYTHONPATH=$PWD/runtime/python python3 -B tests/readers/answer.py "${1%.list}.strpack" |
        diff <(sed 's/.* => //' "$1") -
}

for release in $cases/[0-9]*/; do
    name=$(basename $release)
    for spec in $release*.strata; do
        try "$name, $(basename $spec)" specs $spec
    done
    try "$name, headers" headers ${release}headers
    for list in $release*.list; do
        try "$name, $(basename $list)" pack $list
    done
done
finish
