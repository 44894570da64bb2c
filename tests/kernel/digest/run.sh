#!/bin/bash
# Single mistakes in the shipped specs of the kernel: mutants.py. `make test-all` makes 1,000 that contradict an attested
# kernel, of all kinds; under sanitizers, which look at memory, 60, in 200 of the files.
set -u
. tests/try.sh
here=tests/kernel/digest
export STRATA

mutants()
{
    python3 -B $here/mutants.py "$@"
}

! in_part quick || try drawn mutants 1 40 --files 60
count=(1000)
[[ $CFLAGS != *-fsanitize=* ]] || count=(60 --files 200)
! in_part long || try more mutants 2 "${count[@]}"
finish
