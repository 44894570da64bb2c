#!/bin/bash
# Runs the cmocka programs that `make units` has built from the sources beside this.
set -u
. tests/try.sh

# The runner counts the tests of a program, as cmocka prints them.
run_program()
{
    local name=$1 status p f test
    wanted "$name" || return
    "$BUILD/tests/unit/$name" >"$output" 2>&1
    status=$?
    p=$(grep -c '^\[ *OK *\]' "$output") f=$(grep -c '^\[ *FAILED *\] [A-Za-z_0-9]*$' "$output")
    if [ "$f" = 0 ] && { [ "$p" = 0 ] || [ $status != 0 ]; }; then
        f=1
    fi
    passed=$((passed + p)) failed=$((failed + f))
    [ "$f" = 0 ] || { echo "FAIL unit/$name: exit status $status"; cat "$output"; }
    for test in $(sed -n 's/^\[ *SKIPPED *\] \([A-Za-z_0-9]*\)$/\1/p' "$output" | sort -u); do
        skip "$name" "$test cannot run here"
    done
}

for source in tests/unit/*.c; do
    run_program "$(basename "$source" .c)"
done
finish
