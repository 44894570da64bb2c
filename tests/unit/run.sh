#!/bin/bash
# Runs the cmocka programs that the Makefile has built from the sources beside this.
set -u
passed=0 failed=0
output=$(mktemp) || exit 2
trap 'rm -f "$output"' EXIT

for source in tests/unit/*.c; do
    name=$(basename "$source" .c)
    "$BUILD/tests/unit/$name" >"$output" 2>&1
    status=$?
    p=$(grep -c '^\[ *OK *\]' "$output") f=$(grep -c '^\[ *FAILED *\] [A-Za-z_0-9]*$' "$output")
    [ "$p" = 0 ] && [ "$f" = 0 ] && f=1
    [ $status != 0 ] && [ "$f" = 0 ] && f=1
    passed=$((passed + p)) failed=$((failed + f))
    [ "$f" = 0 ] && continue
    echo "FAIL unit/$name: exit status $status"
    cat "$output"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
