#!/bin/bash
# Specs, and the parser's trees and diagnostics: NAME.expect is the output of ast_dump for NAME.strata. Each
# error-NAME.strata has a twin error-NAME-ok.strata without errors. files/ has the files that cases use.
set -u
. tests/try.sh
build_tool ast_dump tests/parse/ast_dump.c
dump=$BUILD/tests/ast_dump
unpack
cd "$tree" || exit 2

check_case()
{
    local name=$1 status
    wanted "$name" || return
    "$dump" "$name.strata" >"$scratch/actual" 2>&1
    status=$?
    if [ $status = 0 ]; then
        expects "$name" "$name.expect" "$scratch/actual"
    else
        fail "$name" "exit status $status" <(grep -F '***' "$scratch/actual")
    fi
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
    wanted "$name" || return
    mkdir "$scratch/$name"
    cp -r --no-preserve=mode files "$scratch/$name"
    { printf '\357\273\277'; sed 's/$/\r/' "$name.strata"; } >"$scratch/$name/$name.strata"
    grep -v '^file \|^      |' "$name.expect" >"$scratch/expected"
    (cd "$scratch/$name" && "$dump" "$name.strata") 2>&1 | tr -d '\r' | grep -v '^file \|^      |' >"$scratch/actual"
    same "$name with CR LF and a byte order mark" "$scratch/expected" "$scratch/actual"
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

finish
