#!/bin/bash
# Bytes in the forms of other programs: each case is a file, and its format and bytes, or the diagnostics. Random bytes
# in all formats come back equal.
set -u
. tests/try.sh

build_tool bytes_read tests/bytes/read.c
unpack
for file in "$tree"/*.{txt,bin}; do
    case=${file%.*}
    input=()
    [ ! -e "$case.input" ] || input=(--input "$(cat "$case.input")")
    "$BUILD/tests/bytes_read" "${input[@]}" "$file" >"$scratch/read" 2>&1
    echo "exit status $?" >>"$scratch/read"
    expects "$(basename "$case")" "$case.expect" "$scratch/read"
done
mkdir "$scratch/formats"
rounds=3
! in_part long || rounds=40
counts formats python3 -B tests/bytes/formats.py "$BUILD/tests/bytes_read" "$scratch/formats" "${PROPERTY_SEED:-1}" \
    $rounds
finish
