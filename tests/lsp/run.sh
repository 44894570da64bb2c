#!/bin/bash
# Scripts of messages to `strata lsp`, and the exact messages that it answers; drive.py describes the scripts. Each runs
# with a copy of files/.
set -u
. tests/try.sh
here=$PWD/tests/lsp

play_script()
{
    rm -rf "$scratch/files" && cp -r "$here/files" "$scratch/files" &&
        STRATA_SPECS=$scratch/files/shipped python3 -B "$here/drive.py" "$STRATA" "$1" "$scratch/files" |
        sed 's/"version":"[0-9.]*"/"version":"0"/'
}

for script in "$here"/cases/*.lsp; do
    name=$(basename "$script" .lsp)
    wanted "$name" || continue
    play_script "$script" >"$scratch/$name"
    expects "$name" "$script" "$scratch/$name"
done
finish
