#!/bin/bash
# Packs: read by the description of their format and compared with `strata dump`; strata_pack.h compared with generated
# headers, on hosts of either byte order; every truncation and every changed bit of a small one.
set -u
. tests/try.sh
. tests/warnings.sh
cases=tests/pack
work=$scratch/work
mkdir -p "$work" || exit 2
# A read past a buffer of exact length is always detected. With UBSan gcc takes four times as long to compile, so only
# `make sanitize` has it, in CFLAGS. It leaves out the tests without sanitizers and those of other machines.
sanitize='-fsanitize=address'
under_sanitizers=false
[[ $CFLAGS == *-fsanitize=* ]] && under_sanitizers=true sanitize+=',undefined -fno-sanitize-recover=all'

# spec_of NAME: prints the specs of a pack.
spec_of()
{
    case $1 in
    specs)   echo "$SPECS" ;;
    kitchen) echo tests/runtime/{kitchen,reader,float}.strata ;;
    small)   echo $cases/small.strata ;;
    sighted) echo $cases/sighted.strata ;;
    esac
}

# make_pack NAME: writes NAME.strpack, and the output of strata dump to NAME.json.
make_pack()
{
    "$STRATA" pack $(spec_of $1) -o "$work/$1.strpack" && "$STRATA" dump $(spec_of $1) >"$work/$1.json"
}

compare_pack()
{
    python3 -B $cases/compare.py "$@"
}

# The same pack again has the same bytes and is not written.
again()
{
    "$STRATA" pack "$SPECS" -o "$work/again.strpack" && cmp "$work/specs.strpack" "$work/again.strpack" &&
        "$STRATA" pack "$SPECS" -o "$work/again.strpack" | grep -q 'up to date$' &&
        "$STRATA" pack "$SPECS" -o "$work/again.strpack" --check
}

real_kernels()
{
    "$STRATA" import isf "$@" -o "$work/kernels" && "$STRATA" pack "$work/kernels" -o "$work/kernels.strpack" &&
        "$STRATA" dump "$work/kernels" >"$work/kernels.json" &&
        compare_pack "$work/kernels.strpack" "$work/kernels.json"
}

# Parts of the specs: one architecture, some structures.
parts()
{
    "$STRATA" pack "$SPECS" -o "$work/x64.strpack" --arch x64 && compare_pack "$work/x64.strpack" "$work/specs.json" &&
        "$STRATA" pack "$SPECS" -o "$work/some.strpack" --struct WMI_BUFFER_HEADER,GUID &&
        compare_pack "$work/some.strpack" "$work/specs.json" $some
}

# The types of a WMI_BUFFER_HEADER, by value and as enums.
some='ETW_BUFFER_CONTEXT ETW_BUFFER_FLAG ETW_BUFFER_STATE ETW_BUFFER_TYPE ETW_REF_CLOCK GUID LIST_ENTRY
SINGLE_LIST_ENTRY WMI_BUFFER_HEADER'

# make_tables NAME: writes headers, and tables of all their macros.
make_tables()
{
    local headers
    mkdir -p "$work/$1" && "$STRATA" gen --names $(spec_of $1) -o "$work/$1" &&
        headers=$(cd "$work/$1" && find . -name '*.h' ! -name '*_print.h' -printf '%P\n' | sort) &&
        python3 -B tests/runtime/make_roundtrip.py --tables "$work/$1.json" $headers \
            $(find $(spec_of $1) -name '*.strata' | sort) >"$work/$1/tables.h"
}

# run_program EMULATOR PROGRAM ARGUMENT...: its output says that checks were made, and none failed.
run_program()
{
    local output
    output=$("$@" 2>&1) && [[ $output =~ ^[1-9][0-9]*\ checks,\ 0\ failed$ ]] || { echo "$output"; return 1; }
}

# lookups NAME EMULATOR COMMAND...
lookups()
{
    local name=$1 emulator=$2
    shift 2
    "$@" -Wno-unused-function -DPACK_FILE="\"$work/$name.strpack\"" -Iruntime -Itests/runtime -I"$work/$name" \
        $cases/lookups.c -o "$work/lookups" && run_program $emulator "$work/lookups"
}

damage()
{
    "$CC" -std=c99 -O1 -g $sanitize -Iruntime $cases/damage.c -o "$work/damage" &&
        run_program "$work/damage" "$work/$1.strpack"
}

# The example of runtime/README.md.
example()
{
    awk '/^## / { ours = /^## Layouts from a file$/ }
         $0 == "```" { inside = 0 }
         inside
         ours && $0 == "```c" { inside = 1 }' runtime/README.md >"$work/example.h"
    "$CC" -std=c99 $warnings -DPACK_FILE="\"$work/specs.strpack\"" -Iruntime -Igenerated -I"$work" $cases/example.c \
        -o "$work/example" && run_program "$work/example"
}

# An output that cannot be written stays as it was.
unwritten()
{
    mkdir -p "$work/full" && cp "$work/small.strpack" "$work/full/p" && chmod 555 "$work/full" &&
        chmod 444 "$work/full/p" && ! "$STRATA" pack "$SPECS" -o "$work/full/p" 2>"$work/full.log"
    local failed=$?
    chmod 755 "$work/full"
    [ $failed = 0 ] && cmp "$work/small.strpack" "$work/full/p" && grep -q '\[write\]' "$work/full.log"
}

for name in specs kitchen small sighted; do
    need "pack $name" make_pack $name
    try "$name, read by its description" compare_pack "$work/$name.strpack" "$work/$name.json"
done
try "the same bytes again" again
try "parts of specs" parts
try "damaged packs" damage small
try "damaged packs with tables" damage sighted
try "the example of runtime/README.md" example
[ "$(id -u)" = 0 ] || try "an output that cannot be written" unwritten
if ! $under_sanitizers; then
    kernels=$(find "${STRATA_SHARED:-../shared}/isf" -name '*.json*' 2>/dev/null | sort)
    if [ -n "$kernels" ]; then
        try "real kernels" real_kernels $kernels
    else
        skip "real kernels" "there are none in ${STRATA_SHARED:-../shared}"
    fi
    need "tables of specs" make_tables specs
    need "tables of kitchen" make_tables kitchen
    # gcc takes ten times as long. runtime/ compiles the same calls by it.
    fast=$(command -v tcc || echo "$CC")
    try "specs, against its headers" lookups specs '' "$fast" -std=c99 -Wall -Werror
    if command -v clang++ >/dev/null; then
        try "kitchen, against its headers, by clang++ under ASan" lookups kitchen '' \
            clang++ -std=c++11 -x c++ $unoptimised $sanitize
    else
        skip "kitchen, by clang++" "it is not there"
    fi
    if command -v s390x-linux-gnu-gcc >/dev/null && command -v qemu-s390x >/dev/null; then
        try "kitchen, against its headers, big-endian" lookups kitchen qemu-s390x \
            s390x-linux-gnu-gcc -std=c99 $unoptimised -static
    else
        skip "kitchen, big-endian" "there is no such compiler, or nothing to run its programs"
    fi
fi
finish
