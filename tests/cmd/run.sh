#!/bin/bash
# How the command line behaves: colours and progress on terminals, completions, and that help, manual page and
# completions have every option.
set -u
. tests/try.sh
here=tests/cmd

clock=
if [[ $CFLAGS == *-fsanitize* ]]; then
    skip "progress" "sanitizers want to be loaded before anything else"
elif "$CC" -O1 -shared -fPIC -o "$scratch/clock.so" $here/clock.c 2>"$scratch/errors"; then
    clock=$scratch/clock.so
else
    skip "progress" "no library to preload can be made: $(head -n 1 "$scratch/errors")"
fi
counts terminal.py python3 -B $here/terminal.py "$STRATA" "$clock"

finish
