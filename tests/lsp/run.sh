#!/bin/bash
# Scripts of messages to `strata lsp`, and the exact messages that it answers; drive.py describes the scripts.
set -u
. tests/try.sh
here=$PWD/tests/lsp

scripts=()
for script in "$here"/cases/*.lsp; do
    ! wanted "$(basename "$script" .lsp)" || scripts+=("$script")
done
mkdir "$scratch/played"
if ! python3 -B "$here/drive.py" "$STRATA" "$here/files" "$scratch/played" "${scripts[@]}" >"$output" 2>&1; then
    fail drive.py "exit status $?" "$output"
fi
for script in "${scripts[@]}"; do
    name=$(basename "$script" .lsp)
    expects "$name" "$script" "$scratch/played/$name"
done
finish
