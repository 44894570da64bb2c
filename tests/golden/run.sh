#!/bin/bash
# Command lines and all that they print: NAME.cmd is run by bash from the root of the repository, NAME.expect is its
# output, diagnostics after it, and its exit status. run.sh CASE... runs those, wherever they are.
set -u
shopt -s nullglob
passed=0 failed=0
actual=$(mktemp) || exit 2
trap 'rm -f "$actual"' EXIT

fail()
{
    echo "FAIL $1: $2"
    failed=$((failed + 1))
}

[ $# -gt 0 ] || set -- tests/golden/*/*.cmd
for case; do
    expect=${case%.cmd}.expect
    CASES=$(dirname "$case") bash "$case" >"$actual" 2>&1 </dev/null
    status=$?
    echo "exit status $status" >>"$actual"
    if [ $status -gt 2 ]; then
        fail "$case" "exit status $status"
        cat "$actual"
    elif [ "${UPDATE:-}" = 1 ]; then
        cp "$actual" "$expect"
        chmod 644 "$expect"
        passed=$((passed + 1))
    elif [ ! -e "$expect" ]; then
        fail "$case" "there is no $expect; UPDATE=1 makes it"
    elif diff -u "$expect" "$actual" >"$actual.diff"; then
        passed=$((passed + 1))
    else
        fail "$case" "not what was expected"
        cat "$actual.diff"
    fi
    rm -f "$actual.diff"
done
for expect in tests/golden/*/*.expect; do
    [ -e "${expect%.expect}.cmd" ] || fail "$expect" "belongs to no case"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
