#!/bin/sh
# The commands that `make release` measures to optimise a program: training.sh STRATA. They run on one thread, and print
# nothing. Each kind of command takes about as long as the others, since a compiler makes the rest of a program smaller
# instead of faster. They run in a directory whose name is equally long everywhere, so that paths take as much memory.
set -eu
# Inside the fence gcc could not write what it has measured.
export STRATA_SANDBOX=no
export STRATA_SPECS=specs STRATA_SYNC=no STRATA_THREADS=1 LC_ALL=C
directory=$(mktemp -d /tmp/strata-training.XXXXXXXX)
trap 'rm -rf "$directory"' EXIT
cp -r "$1" specs "$directory"
cd "$directory"

# run FILE WORD...: a command with that output. Findings are no failure.
run()
{
    output=$1
    shift
    ./strata "$@" >"$output" 2>messages || [ $? = 1 ] || { cat messages >&2; exit 2; }
}

for round in 1 2 3; do
    run output check specs
    run output fmt --check specs
    run output gen specs -o headers
    run output dump specs
    run output pack specs -o specs.strpack
done

# Kernels that are made of the specs.
for version in 6.1.7601.17514 6.3.9600.16384 10.0.22000.1; do
    run "kernel-x64-$version.json" dump --format isf --at "$version/x64" specs
done
for round in 1 2 3; do
    for kernel in kernel-*.json; do
        run output import isf "$kernel"
    done
    run output import isf -o "kernels-$round" kernel-x64-6*.json
    run output import isf --into "kernels-$round" kernel-x64-10*.json
done
