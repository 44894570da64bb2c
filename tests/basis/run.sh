#!/bin/bash
# Which layout is taken for a version that nobody has looked at, and how well it is known: generated headers, packs and
# `strata show` say the same as a program that only follows runtime/pack.md.
set -u
. tests/try.sh
. tests/warnings.sh
cases=tests/basis
work=$BUILD/tests/basis
rm -rf "$work"
mkdir -p "$work" || exit 2


need "the spec has no findings" "$STRATA" check $cases/kernels.strata
need "headers" "$STRATA" gen $cases/kernels.strata -o "$work/headers"
need "pack" "$STRATA" pack $cases/kernels.strata -o "$work/kernels.strpack"
need "program" "$CC" -std=c99 $CFLAGS $warnings -Iruntime -I"$work/headers" $cases/basis.c -o "$work/program"
try "every target" python3 -B $cases/compare.py "$STRATA" $cases/kernels.strata "$work/kernels.strpack" \
    "$work/program" x86 x64 la57 arm64
finish
