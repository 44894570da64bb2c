#!/bin/bash
# Specs with one mistake each. An oracle says which of them contradict themselves, and `strata check` must report those.
# README.md describes the kinds, and lists the mistakes that no check finds. `make test` tries some.
set -u
. tests/try.sh
! in_part quick || counts some python3 -B tests/mutation/run.py --count 100
# `make test-all` tries all mutants, and `make test-long` the first half. Sanitizers find no more than in a tenth.
count=2000
in_part quick || count=1000
[[ $CFLAGS != *-fsanitize=* ]] || count=200
! in_part long || counts all python3 -B tests/mutation/run.py --count $count
finish
