#!/bin/bash
# Command lines and their complete output. bash runs NAME.cmd from the root of the repository. NAME.expect has the
# output, then the diagnostics, then the exit status. `run.sh CASE...` runs the cases of another runner. A case lies in
# $CASES, and writes to $SCRATCH, an empty directory of its own, since others run at the same time.
set -u
shopt -s nullglob
. tests/try.sh
actual=$scratch/actual

run_case()
{
    local case=$1 name=${1#tests/*/} expect=${1%.cmd}.expect status
    wanted "${name%.cmd}" || return
    mkdir "$scratch/case"
    CASES=$(dirname "$case") SCRATCH=$scratch/case bash "$case" >"$actual" 2>&1 </dev/null
    status=$?
    rm -rf "$scratch/case"
    echo "exit status $status" >>"$actual"
    if [ $status -gt 2 ]; then
        fail "$name" "exit status $status" "$actual"
        return
    fi
    expects "$name" "$expect" "$actual"
}

[ $# -gt 0 ] || set -- tests/golden/*/*.cmd
for case; do
    run_case "$case"
done
for expect in tests/golden/*/*.expect; do
    [ -e "${expect%.expect}.cmd" ] || fail "$expect" "belongs to no case"
done
finish
