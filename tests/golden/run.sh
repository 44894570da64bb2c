#!/bin/bash
# Command lines and all that they print: NAME.cmd is run by bash from the root of the repository, NAME.expect is its
# output, diagnostics after it, and its exit status. run.sh CASE... runs those, wherever they are. A case lies in
# $CASES, and writes to $SCRATCH, an empty directory of its own: others run it at the same time.
set -u
shopt -s nullglob
passed=0 failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
actual=$scratch/actual

fail()
{
    echo "FAIL $1: $2"
    failed=$((failed + 1))
}

[ $# -gt 0 ] || set -- tests/golden/*/*.cmd
for case; do
    expect=${case%.cmd}.expect
    mkdir "$scratch/case"
    CASES=$(dirname "$case") SCRATCH=$scratch/case bash "$case" >"$actual" 2>&1 </dev/null
    status=$?
    rm -rf "$scratch/case"
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
done
for expect in tests/golden/*/*.expect; do
    [ -e "${expect%.expect}.cmd" ] || fail "$expect" "belongs to no case"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
