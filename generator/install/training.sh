#!/bin/sh
# The commands that `make release` measures to optimise a program: training.sh STRATA DIRECTORY. They run on one thread,
# print nothing, and write into the directory. Each kind of command takes about as long as the others, since a compiler
# makes the rest of a program smaller instead of faster.
set -eu
strata=$1 directory=$2
export STRATA_SPECS=specs STRATA_SYNC=no STRATA_THREADS=1 LC_ALL=C

"$strata" gen -q specs -o "$directory/headers"
for round in 1 2 3 4 5; do
    "$strata" check -q specs
    "$strata" fmt --check specs
    "$strata" gen -q specs -o "$directory/headers"
    "$strata" dump specs >"$directory/specs.json"
    "$strata" pack -q specs -o "$directory/specs.strpack"
done

# Kernels that are made of the specs.
for version in 6.1.7601.17514 6.3.9600.16384 10.0.22000.1; do
    "$strata" dump --format isf --at "$version/x64" specs >"$directory/kernel-x64-$version.json"
done
for round in 1 2 3 4 5; do
    for kernel in "$directory"/kernel-*.json; do
        "$strata" import isf -q "$kernel" >"$directory/kernel.strata"
    done
    "$strata" import isf -q -o "$directory/kernels-$round" "$directory"/kernel-x64-6*.json
    "$strata" import isf -q --into "$directory/kernels-$round" "$directory"/kernel-x64-10*.json
done
