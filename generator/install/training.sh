#!/bin/sh
# The commands that `make release` measures to optimise a program: training.sh STRATA DIRECTORY. They run on one thread,
# print nothing, and write into the directory. Each kind of command takes about as long as the others, since a compiler
# makes the rest of a program smaller instead of faster.
set -eu
strata=$1 directory=$2
export STRATA_SPECS=specs STRATA_SYNC=no STRATA_THREADS=1 LC_ALL=C

# run FILE WORD...: a command with that output. Findings are no failure.
run()
{
    output=$directory/$1
    shift
    "$strata" "$@" >"$output" 2>"$directory/messages" || [ $? = 1 ] || { cat "$directory/messages" >&2; exit 2; }
}

for round in 1 2 3; do
    run output check specs
    run output fmt --check specs
    run output gen specs -o "$directory/headers"
    run output dump specs
    run output pack specs -o "$directory/specs.strpack"
done

# Kernels that are made of the specs.
for version in 6.1.7601.17514 6.3.9600.16384 10.0.22000.1; do
    run "kernel-x64-$version.json" dump --format isf --at "$version/x64" specs
done
for round in 1 2 3; do
    for kernel in "$directory"/kernel-*.json; do
        run output import isf "$kernel"
    done
    run output import isf -o "$directory/kernels-$round" "$directory"/kernel-x64-6*.json
    run output import isf --into "$directory/kernels-$round" "$directory"/kernel-x64-10*.json
done
