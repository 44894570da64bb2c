#!/bin/bash
# Generated printers: they compile, and all print what `strata decode` prints.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/warnings.sh

passed=0 failed=0 skipped=0
# Under sanitizers a process takes long to begin.
under_sanitizers=false targets=releases
[[ $CFLAGS != *-fsanitize=* ]] || under_sanitizers=true targets=layouts
work=$BUILD/tests/runtime/print
rm -rf "$work"
mkdir -p "$work" || exit 2

# try NAME COMMAND...: the command must succeed in silence.
try()
{
    local name=$1 output
    shift
    if output=$("$@" 2>&1) && [ -z "$output" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL print: $name"
        echo "$output" | head -20
    fi
}

have()
{
    command -v "$1" >/dev/null && return 0
    skipped=$((skipped + 1))
    echo "SKIP print, $2: no $1"
    return 1
}

# All headers of a directory in one unit, with their tables in each of the three forms. Each alone, and in the other
# dialects, is in `make matrix`.
compile_headers()
{
    local generated=$1 form language
    # Included, not compiled as a main file: that is how users see them.
    (cd "$generated" && find . -name '*_print.h' -printf '#include "%P"\n' | sort) >"$work/all.c"
    printf 'extern int strata_test;\nint strata_test;\n' >>"$work/all.c"
    for form in '' -DSTRATA_EXTERN_TABLES '-DSTRATA_EXTERN_TABLES -DSTRATA_DEFINE_TABLES'; do
        for language in 'gcc -std=c99' 'g++ -std=c++11' "clang -std=c99 $everything" \
                        "clang++ -std=c++11 $everything"; do
            command -v ${language%% *} >/dev/null || continue
            set -- $language $warnings -ffreestanding -Iruntime -I"$generated" -fsyntax-only $form
            case $1 in
            *++) set -- "$@" -x c++ ;;
            *) set -- "$@" -x c ;;
            esac
            try "$generated, ${language:0:24} $form" "$@" "$work/all.c"
        done
    done
}

# The programs that print, one a language and a form of the tables; appended to `programs`.
build()
{
    local name=$1 directory=$2
    shift 2
    try "build $name" "$@" $warnings -Iruntime -I"$directory" -I"$directory/generated" -o "$directory/$name"
    programs+=("${emulator:+$emulator }$(printf %q "$directory/$name")")
}

build_programs()
{
    local directory=$1 emulator=
    programs=()
    build native "$directory" $CC -std=c99 $CFLAGS tests/runtime/print.c runtime/strata_print.c
    # Those that have no sanitizers in them are the same when the others have.
    if ! $under_sanitizers && have g++ "$directory, C++"; then
        build cpp "$directory" g++ -std=c++11 -O1 -x c++ tests/runtime/print.c runtime/strata_print.c
    fi
    echo '#define STRATA_DEFINE_TABLES' >"$directory/tables.c"
    echo '#include "records.h"' >>"$directory/tables.c"
    build extern "$directory" $CC -std=c99 $CFLAGS -DSTRATA_EXTERN_TABLES tests/runtime/print.c "$directory/tables.c" \
          runtime/strata_print.c
    ! $under_sanitizers || return
    if have s390x-linux-gnu-gcc "$directory, big-endian" && have qemu-s390x "$directory, big-endian"; then
        emulator=qemu-s390x
        build s390x "$directory" s390x-linux-gnu-gcc -std=c99 -O1 -static tests/runtime/print.c runtime/strata_print.c
    fi
}

if have clang "the printer, all warnings"; then
    try "the printer, clang" clang -std=c99 $warnings $everything -Iruntime -fsyntax-only runtime/strata_print.c
    try "the printer, clang++" clang++ -std=c++11 $warnings $everything -Iruntime -fsyntax-only \
        -x c++ runtime/strata_print.c
fi

# Compiled alone, the printer needs nothing else: not even what compilers make calls of, on 32 bits either.
needs_nothing()
{
    local object=$work/alone.o
    "$@" -std=c99 -ffreestanding -fno-pic -Iruntime -c -o "$object" runtime/strata_print.c && nm -u "$object"
}

for compiler in gcc clang; do
    have $compiler "needs nothing, $compiler" || continue
    for level in -O0 -O2 -O3 -Os; do
        try "needs nothing, $compiler $level" needs_nothing $compiler $level
        try "needs nothing, $compiler $level -m32" needs_nothing $compiler $level -m32
    done
done

# Counts what print.py says: failures, and a line with two numbers. count NAME COMMAND...
count()
{
    local name=$1 output counts
    shift
    output=$("$@")
    counts=$(tail -n 1 <<<"$output")
    if [[ $counts =~ ^[0-9]+\ [0-9]+$ ]]; then
        head -n -1 <<<"$output"
        passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
    else
        failed=$((failed + 1))
        echo "FAIL print: $name: the comparison did not end"
        echo "$output"
    fi
}

# compare NAME SPECS EVENTS
compare()
{
    local directory=$work/$1 specs=$2 events=$3
    mkdir -p "$directory"
    if ! "$STRATA" gen "$specs" -o "$directory/generated" >/dev/null ||
       ! python3 tests/runtime/print.py records "$directory/generated" >"$directory/records.h"; then
        failed=$((failed + 1))
        echo "FAIL print: $specs does not generate"
        return
    fi
    # What is only compiled is the same under sanitizers.
    $under_sanitizers || compile_headers "$directory/generated"
    build_programs "$directory"
    count "$specs" python3 tests/runtime/print.py compare "$STRATA" "$directory/generated" "$specs" "$events" \
          $targets "${programs[@]}"
}

compare specs specs tests/golden/decode/events-x64.txt
compare kitchen tests/runtime/kitchen.strata ''
compare kinds tests/golden/kinds.strata ''
compare shapes tests/runtime/print.strata ''
count meaning python3 tests/runtime/print.py meaning "$STRATA" tests/runtime/print.strata

if [ $skipped = 0 ]; then
    echo "$passed passed, $failed failed"
else
    echo "$passed passed, $failed failed, $skipped skipped"
fi
[ $failed = 0 ]
