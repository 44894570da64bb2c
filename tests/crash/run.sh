#!/bin/bash
# Commands that write several files, killed or made to fail at every rename, write and fsync, and when memory runs out.
# crash.py checks the files afterwards; inject.c does it.
set -u
. tests/try.sh
unset STRATA_SYNC
here=tests/crash

why=
[[ $CFLAGS != *-fsanitize* ]] || why="sanitizers want to be loaded before anything else"
if [ -z "$why" ]; then
    "$CC" -std=c11 -O1 -Wall -Wextra -shared -fPIC -o "$scratch/inject.so" $here/inject.c -ldl 2>"$scratch/errors" ||
        why="no library to preload can be made: $(head -n 1 "$scratch/errors")"
fi
if [ -n "$why" ]; then
    skip crash.py "$why"
else
    # A disk is slow when every few bytes are synced.
    if [ -w /dev/shm ]; then
        trees=$(mktemp -d -p /dev/shm) || exit 2
        trap 'rm -rf "$scratch" "$trees"' EXIT
    else
        trees=$scratch/trees
        mkdir "$trees"
    fi
    compare crash.py python3 -B $here/crash.py "$STRATA" "$scratch/inject.so" tests/kernel/fold/kernels.py "$trees"
fi
if [ -n "${trees:-}" ]; then
    mkdir "$trees/races"
else
    trees=$scratch
    mkdir "$trees/races"
fi
compare races.py python3 -B $here/races.py "$STRATA" "$trees/races"
finish
