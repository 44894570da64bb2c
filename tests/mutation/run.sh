#!/bin/bash
# Specs with one mistake each: an oracle says which contradict themselves, and `strata check` must report those.
# README.md says more, and lists what slips through.
set -u
python3 -B tests/mutation/run.py
