#!/bin/bash
# A runner for the test of tests/run: with a failure, a skipped test, and a test that only `make test-long` runs.
. tests/try.sh
: >tests/alpha/three.txt
try one true
try one-more true
try two diff <(echo wanted) "$nothing"
skip two-elsewhere "there is none"
! in_part long || try three true
echo "REPORT alpha: ended"
finish
