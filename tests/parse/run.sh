#!/bin/bash
# Specs, and the trees and diagnostics that the parser makes of them. NAME.expect is all that ast_dump prints of
# NAME.strata; UPDATE=1 writes it. Each error-NAME.strata has a twin error-NAME-ok.strata without errors; files/ holds
# what cases use.
set -u
cd "$(dirname "$0")" || exit 2
passed=0 failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
dump=$BUILD/tests/ast_dump
mkdir -p "$BUILD/tests"

# shellcheck disable=SC2086
if ! "$CC" -std=c11 -Wall -Wextra ${CFLAGS:--O1 -g} -I../../generator -o "$dump" ast_dump.c "$BUILD/libstrata.a"; then
    echo "FAIL parse: tests/parse/ast_dump.c does not build"
    echo "0 passed, 1 failed"
    exit 1
fi

# check NAME STATUS: compares $scratch/actual with $scratch/expected.
check()
{
    if [ "$2" != 0 ]; then
        echo "FAIL parse/$1: exit status $2"
        grep -F '***' "$scratch/actual"
        failed=$((failed + 1))
    elif diff -u "$scratch/expected" "$scratch/actual" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        echo "FAIL parse/$1: prints something else (- expected, + actual)"
        tail -n +3 "$scratch/diff"
        failed=$((failed + 1))
    fi
}

fail()
{
    echo "FAIL parse/$1: $2"
    failed=$((failed + 1))
}

check_case()
{
    local name=$1 status
    "$dump" "$name.strata" >"$scratch/actual" 2>&1
    status=$?
    [ "${UPDATE:-}" = 1 ] && cp "$scratch/actual" "$name.expect"
    [ -e "$name.expect" ] || { fail "$name" "has no expectation; UPDATE=1 writes it"; return; }
    cat "$name.expect" >"$scratch/expected"
    check "$name" $status
    if [[ $name == error-* && $name != *-ok ]]; then
        grep -q ': error: ' "$name.expect" || fail "$name" "expects no error"
        [ -e "$name-ok.strata" ] || fail "$name" "has no twin"
    elif grep -q ': error: ' "$name.expect"; then
        fail "$name" "expects an error"
    fi
}

# The same text with other line ends, and with a byte order mark, gives the same tree.
check_disguised()
{
    local name=$1
    mkdir "$scratch/$name"
    cp -r --no-preserve=mode files "$scratch/$name"
    { printf '\357\273\277'; sed 's/$/\r/' "$name.strata"; } >"$scratch/$name/$name.strata"
    grep -v '^file \|^      |' "$name.expect" >"$scratch/expected"
    (cd "$scratch/$name" && "$dump" "$name.strata") 2>&1 | tr -d '\r' | grep -v '^file \|^      |' >"$scratch/actual"
    check "$name with CR LF and a byte order mark" 0
}

for spec in *.strata; do
    check_case "${spec%.strata}"
done
for spec in *.strata; do
    [[ $spec == error-* ]] || check_disguised "${spec%.strata}"
done
for expect in *.expect; do
    [ -e "${expect%.expect}.strata" ] || fail "$expect" "belongs to no case"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
