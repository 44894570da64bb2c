#!/bin/bash
# A runner for the test of tests/run: tests side by side, one that others need, and counts of another program.
. tests/try.sh
need base true
begin even true
begin odd false
await
counts other sh -c 'echo "FAIL other: wrong"; echo "2 passed, 1 failed"; exit 1'
counts broken true
finish
