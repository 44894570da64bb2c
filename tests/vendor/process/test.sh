#!/bin/bash
# A few members of EPROCESS by a bundle of the shipped specs: compiled as drivers are, and run here.
set -u
. tests/try.sh
project=tests/vendor/process
members=EPROCESS.Token,EPROCESS.UniqueProcessId,EPROCESS.ImageFileName,EPROCESS.ActiveProcessLinks

make_bundle()
{
    (cd "$scratch" && "$STRATA" bundle --struct $members --calls all -o eprocess.h) || return
    echo "REPORT vendor/process: eprocess.h has $(wc -c <"$scratch/eprocess.h") bytes" >"$scratch/report"
    [ "$(wc -c <"$scratch/eprocess.h")" -lt 150000 ]
}

# The header needs two headers of the compiler, which a freestanding one has.
includes()
{
    [ "$(sed -n 's/^ *#include //p' "$scratch/eprocess.h" | sort -u | paste -sd ' ')" = '<stddef.h> <stdint.h>' ]
}

need "the bundle" make_bundle
cat "$scratch/report"
try "what it includes" includes

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Wstrict-prototypes -Wmissing-prototypes -Werror'
while read -r target tools; do
    if command -v "${tools%% *}" >"$output"; then
        # shellcheck disable=SC2086
        try "$target" $tools -std=c11 -O2 -ffreestanding $warnings -I"$scratch" -c -o "$scratch/$target.o" \
            $project/process.c
    else
        skip "$target" "${tools%% *} is not there"
    fi
done <<'TARGETS'
x86_64-pc-windows-msvc clang --target=x86_64-pc-windows-msvc
x86_64-w64-mingw32 x86_64-w64-mingw32-gcc
TARGETS

# shellcheck disable=SC2086
try "its reader" "$CC" -std=c11 $CFLAGS $warnings -I"$scratch" -I$project -o "$scratch/process_test" \
    $project/process.c $project/process_test.c
try "what it reads" prints $project/process_test.expect "$scratch/process_test"
finish
