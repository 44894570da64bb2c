#!/bin/bash
# Command lines and their complete output. bash runs NAME.cmd from the root of the repository. NAME.expect has the
# output, then the diagnostics, then the exit status. `run.sh CASE...` runs the cases of another runner, or some of
# these by their names. $CASES is the directory of the case's specs, and $SCRATCH an empty directory to write to.
set -u
shopt -s nullglob
. tests/try.sh
actual=$scratch/actual

run_case()
{
    local case=$1 name=${1#tests/*/} status file=$1
    wanted "${name%.cmd}" || return
    [[ $case != tests/golden/* ]] || file=$tree/$name
    mkdir "$scratch/case"
    CASES=$(dirname "$case") SCRATCH=$scratch/case bash "$file" >"$actual" 2>&1 </dev/null
    status=$?
    rm -rf "$scratch/case"
    echo "exit status $status" >>"$actual"
    if [ $status -gt 2 ]; then
        fail "$name" "exit status $status" "$actual"
        return
    fi
    expects "$name" "${file%.cmd}.expect" "$actual"
}

unpack
for expect in "$tree"/*/*.expect; do
    [ -e "${expect%.expect}.cmd" ] || fail "${expect#"$tree"/}" "belongs to no case"
done
if [ $# = 0 ]; then
    set -- "$tree"/*/*.cmd
    set -- "${@/#"$tree"/tests/golden}"
fi
for case; do
    run_case "$case"
done
finish
