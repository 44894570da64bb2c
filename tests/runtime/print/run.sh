#!/bin/bash
# Generated printers compile, and print the same as `strata decode`.
set -u
. tests/try.sh
. tests/warnings.sh
# Under sanitizers a process takes long to start.
under_sanitizers=false many=layouts few=releases
[[ $CFLAGS != *-fsanitize=* ]] || under_sanitizers=true many=records few=layouts
work=$scratch/work
mkdir -p "$work" || exit 2

have()
{
    command -v "$1" >/dev/null && return
    skip "$2" "there is no $1"
    return 1
}

# Compiles all headers of a directory as one unit, with their tables in each of the three forms. `make matrix` compiles
# each alone, and in the other dialects.
compile_headers()
{
    local generated=$1 name=$2 form language
    # Users include the headers, so they are not compiled as main files.
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
            try "$name, ${language:0:24} $form" silent "$@" "$work/all.c"
        done
    done
}

# The programs that print, one a language and a form of the tables; appended to `programs`.
build()
{
    local name=$1 directory=$2
    shift 2
    need "${directory##*/} $name" silent "$@" $warnings -Iruntime -I"$directory" -I"$directory/generated" -o "$directory/$name"
    programs+=("${emulator:+$emulator }$(printf %q "$directory/$name")")
}

build_programs()
{
    local directory=$1 emulator=
    programs=()
    build native "$directory" $CC -std=c99 $CFLAGS tests/runtime/print.c runtime/strata_print.c
    # Programs without sanitizers are tried without them only.
    if ! $under_sanitizers && have g++ "$directory, C++"; then
        build cpp "$directory" g++ -std=c++11 $unoptimised -x c++ tests/runtime/print.c runtime/strata_print.c
    fi
    echo '#define STRATA_DEFINE_TABLES' >"$directory/tables.c"
    echo '#include "records.h"' >>"$directory/tables.c"
    build extern "$directory" $CC -std=c99 $CFLAGS $unoptimised -DSTRATA_EXTERN_TABLES tests/runtime/print.c \
          "$directory/tables.c" runtime/strata_print.c
    ! $under_sanitizers || return
    if have s390x-linux-gnu-gcc "$directory, big-endian" && have qemu-s390x "$directory, big-endian"; then
        emulator=qemu-s390x
        build s390x "$directory" s390x-linux-gnu-gcc -std=c99 $unoptimised -static tests/runtime/print.c \
              runtime/strata_print.c
    fi
}

if have clang "the printer, all warnings"; then
    try "the printer, clang" silent clang -std=c99 $warnings $everything -Iruntime -fsyntax-only runtime/strata_print.c
    try "the printer, clang++" silent clang++ -std=c++11 $warnings $everything -Iruntime -fsyntax-only \
        -x c++ runtime/strata_print.c
fi

# Compiled alone, the printer has no undefined symbol: also none that compilers make calls of, on 32 bits either.
needs_nothing()
{
    local object=$work/alone.o
    "$@" -std=c99 -ffreestanding -fno-pic -Iruntime -c -o "$object" runtime/strata_print.c && nm -u "$object"
}

for compiler in gcc clang; do
    have $compiler "needs nothing, $compiler" || continue
    for level in -O0 -O2 -O3 -Os; do
        try "needs nothing, $compiler $level" silent needs_nothing $compiler $level
        try "needs nothing, $compiler $level -m32" silent needs_nothing $compiler $level -m32
    done
done

# count NAME COMMAND...: runs print.py. It prints failures, and as its last line two numbers: passed and failed.
count()
{
    local name=$1 counts
    shift
    "$@" >"$output" 2>&1
    counts=$(tail -n 1 "$output")
    if [[ $counts =~ ^[0-9]+\ [0-9]+$ ]]; then
        head -n -1 "$output"
        passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
    else
        fail "$name" "the comparison did not end" "$output"
    fi
}

# compare_printers NAME SPECS EVENTS TARGETS: printers of several languages, compared with strata decode.
compare_printers()
{
    wanted "$1" || return
    local directory=$work/$1 specs=$2 events=$3 targets=$4
    mkdir -p "$directory"
    if ! "$STRATA" gen --names "$specs" -o "$directory/generated" >/dev/null ||
       ! python3 tests/runtime/print.py records "$directory/generated" >"$directory/records.h"; then
        fail "$1" "$specs does not generate"
        return
    fi
    # Compiling alone has the same result under sanitizers.
    $under_sanitizers || compile_headers "$directory/generated" "$1"
    build_programs "$directory"
    count "$1" python3 tests/runtime/print.py compare "$STRATA" "$directory/generated" "$specs" "$events" \
          $targets "${programs[@]}"
}

# The basis of the layout, if the options ask for it.
print_basis()
{
    "$STRATA" gen --names tests/basis/kernels.strata -o "$work/basis" >"$work/said" &&
        "$CC" -std=c99 $CFLAGS $warnings -Iruntime -I"$work/basis" -o "$work/print_basis" \
            tests/runtime/print/basis.c runtime/strata_print.c
}
need "basis program" print_basis
try "basis" prints tests/runtime/print/basis.expect "$work/print_basis"

# The lookup of the many releases of the shipped specs is tried by tests/runtime.
compare_printers specs "$SPECS" tests/golden/decode/events-x64.txt $many
compare_printers kitchen tests/runtime/kitchen.strata '' $few
compare_printers kinds tests/golden/kinds.strata '' $few
compare_printers shapes tests/runtime/print.strata '' $few
! wanted meaning || count meaning python3 tests/runtime/print.py meaning "$STRATA" tests/runtime/print.strata
finish
