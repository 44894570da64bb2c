#!/bin/bash
# Generated headers and the runtime: compiled in the oldest dialects, run on hosts of either byte order. Each
# compilation and each program is a test. `make test` runs the programs by one compiler; `make matrix` has the other
# dialects.
set -u
. tests/try.sh
. tests/warnings.sh
work=$scratch/work
cases=tests/runtime
kitchen="$cases/kitchen.strata $cases/reader.strata $cases/float.strata"
mkdir -p "$work" || exit 2

generate()
{
    "$STRATA" gen --names "$SPECS" -o "$work/specs" &&
    "$STRATA" gen --names $kitchen -o "$work/kitchen" &&
    "$STRATA" gen --names $kitchen -o "$work/prefix/foo" --prefix foo_ &&
    "$STRATA" dump "$SPECS" >"$work/specs.json" &&
    "$STRATA" dump $kitchen >"$work/kitchen.json"
}

if ! generate >"$output" 2>&1; then
    fail generate "the headers do not generate" "$output"
    finish
    exit
fi

# Prints the headers of a tree, without printers: tests/runtime/print tries those.
headers()
{
    (cd "$work/$1" && find . -name '*.h' ! -name '*_print.h' -printf '%P\n' | sort)
}

{
    python3 $cases/make_roundtrip.py "$work/specs.json" $(headers specs) $(find "$SPECS" -name '*.strata' | sort) \
        >"$work/roundtrip_specs.c" &&
    python3 $cases/make_roundtrip.py "$work/kitchen.json" $(headers kitchen) $kitchen >"$work/roundtrip_kitchen.c"
} || { echo "FAIL runtime: the round trip cannot be written"; echo "0 passed, 1 failed"; exit 1; }

# One unit of all headers of the kitchen, each twice.
{
    printf '#include "%s"\n' $(headers kitchen) $(headers kitchen)
    echo 'extern int strata_test; int strata_test;'
} >"$work/all_kitchen.c"

# The example of runtime/README.md.
mkdir "$work/example" &&
    awk '/^## / { ours = /^## Memory that is not here$/ }
         $0 == "```" { inside = 0 }
         inside
         ours && $0 == "```c" { inside = 1 }' runtime/README.md >"$work/example/example.h"
# The pieces of its reference before the asserts, a block each.
awk '/^# Reference$/ { reference = 1 }
     /^## Your own structures$/ { exit }
     $0 == "```" && inside { print "}"; inside = 0 }
     inside
     reference && $0 == "```c" { print "{"; inside = 1 }' runtime/README.md |
    sed "s/\\(strata\\|STRATA\\)_S_/\\1_ETW_UM_LOGGER_CONTEXT_/g
        s/\\(STRATA_[A-Z_]*\\)(S, /\\1(ETW_UM_LOGGER_CONTEXT, /g
        s/^    \\.\\.\\.$/    use(0);/" >"$work/example/pieces.h"

sanitize="$unoptimised -g1 -fsanitize=address,undefined -fno-sanitize-recover=all"
# `make sanitize` has sanitizers in CFLAGS: then programs run under them. Compiling alone, and programs of other
# machines, have the same result without them.
extra= under_sanitizers=false
[[ $CFLAGS == *-fsanitize=* ]] && extra=$sanitize under_sanitizers=true

# begin_test NAME COMMAND...: the command must print nothing. It runs beside others.
begin_test()
{
    begin "$1" silent "${@:2}"
}

have()
{
    command -v "$1" >/dev/null && return
    skip "$2" "there is no $1"
    return 1
}

# run_program COMMAND...: the output must be one line that says that checks were made, and none failed.
run_program()
{
    local output
    output=$("$@" 2>&1) || { echo "$output"; return 1; }
    [[ $output =~ ^[1-9][0-9]*\ checks,\ 0\ failed$ ]] || echo "$output"
}

# build_and_run PROGRAM EMULATOR COMMAND...: the emulator is empty on this host.
build_and_run()
{
    local program=$work/$1 emulator=$2
    shift 2
    "$@" -Iruntime -I$cases -o "$program" && run_program $emulator "$program"
}

# Compiles all headers of the kitchen, twice, and the programs that use every macro. `make matrix` compiles each header
# alone, and the shipped ones.
compile_headers()
{
    set -- "$@" -Iruntime -I"$work/kitchen" -fsyntax-only
    "$@" -ffreestanding "$work/all_kitchen.c" && "$@" -I$cases "$work/roundtrip_kitchen.c" && "$@" $cases/behaviour.c &&
        "$@" $cases/reader.c && "$@" $cases/pick.c && "$@" $cases/float.c && "$@" $cases/names.c
}

# must_fail FILE TEXT COMMAND...: the compiler must refuse the file, with a message that has the text.
must_fail()
{
    local file=$1 text=$2 output
    shift 2
    if output=$("$@" -Iruntime -I"$work/kitchen" -fsyntax-only "$file" 2>&1); then
        echo "$file compiles"
    elif ! grep -q "$text" <<<"$output"; then
        echo "$file: nothing about $text in"
        echo "$output"
    fi
}

# must_refuse DIRECTORY FILE: a header does not compile with the strata.h of a directory, and says what to do.
must_refuse()
{
    local output
    output=$("$CC" -I"$1" -I"$work/kitchen" -fsyntax-only -x c "$2" 2>&1) && echo "$2 compiles"
    grep -q 'generated for another strata.h: generate it again' <<<"$output" || echo "$output"
}

# Neither a new header with the strata.h of a former contract, where the number of INTERPOLATED means BRACKETED, nor a
# header of that contract with the new strata.h.
must_fail_with_other_runtime()
{
    local file former
    mkdir -p "$work/other" "$work/older"
    for former in 0 3; do
        sed "s/^#define STRATA_RUNTIME .*/#define STRATA_RUNTIME $former/" runtime/strata.h >"$work/other/strata.h"
        for file in kitchen.h kitchen_assert.h; do
            must_refuse "$work/other" "$work/kitchen/$file"
            sed "s/STRATA_RUNTIME != .*/STRATA_RUNTIME != $former/" "$work/kitchen/$file" \
                >"$work/older/$file"
            must_refuse runtime "$work/older/$file"
        done
    done
}

# replaced COMMAND...: headers of a spec that replaces shipped types compile in one file, beside the installed ones.
replaced()
{
    "$STRATA" gen --names $cases/replaced.strata -o "$work/replaced" >/dev/null || return 1
    (cd "$work/replaced" && find . -name '*_print.h' -o -name '*_assert.h') | sort | sed 's/.*/#include "&"/' \
        >"$work/replaced.c"
    "$@" $warnings -Iruntime -I"$work/replaced" -Igenerated -fsyntax-only "$work/replaced.c"
}

# mingw COMMAND...: the types of mingw-w64's headers agree with the specs. A wrong one is reported with its member.
mingw()
{
    local output
    "$@" $warnings -Iruntime -I"$work/specs" -fsyntax-only $cases/mingw.c || return 1
    output=$("$@" -DWRONG -Iruntime -I"$work/specs" -fsyntax-only $cases/mingw.c 2>&1) && echo "the wrong one compiles"
    grep -qE 'LIST_ENTRY_10_0_x(64|86)_offset_of_Flink' <<<"$output" || echo "$output"
}

# Prints the directory of mingw-w64's headers for drivers.
drivers()
{
    echo '#include <ddk/ntifs.h>' | "$1" -xc -H -fsyntax-only - 2>&1 |
        sed -nE 's|^\.+ (.*/ddk)/ntifs\.h$|\1|p' | head -n 1
}

# mingw_kernel COMMAND...: the same of the headers for drivers.
mingw_kernel()
{
    "$@" -w -isystem "$(drivers "$1")" -Iruntime -I"$work/specs" -fsyntax-only $cases/mingw_kernel.c
}

# mingw_types COMPILER POINTER: each type of nt/windows.strata has the size that it has in the headers for programs or
# for drivers; the list has those that neither declares.
mingw_types()
{
    local header
    for header in windows.h ddk/ntifs.h; do
        {
            echo "#include <$header>"
            [ $header != windows.h ] || printf '#include <%s>\n' winternl.h evntrace.h
            awk -v pointer="$2" '$1 == "type" {
                size = $NF == "pointer;" ? pointer : $4 + 0
                printf "char %s_size[sizeof(%s) == %d ? 1 : -1];\n", $2, $2, size
            }' specs/nt/windows.strata
        } >"$work/types.$1.c"
        LC_ALL=C "$1" -w -isystem "$(drivers "$1")" -fmax-errors=0 -fsyntax-only "$work/types.$1.c" 2>&1 | grep error: |
            sed -E "s/.*error: '(\\w+)' undeclared.*/\\1/" | sort -u >"$work/types.$1.${header##*/}"
        ! grep ' ' "$work/types.$1.${header##*/}" || return 1
    done
    comm -12 "$work/types.$1.windows.h" "$work/types.$1.ntifs.h" | diff $cases/mingw.lacks -
}

# assembly COMPILER: a fixed read is one load, and a hoisted loop has that load and its own branch only; bit-fields
# also take a shift and a mask.
assembly()
{
    local object=$work/assembly.$1.o
    $1 -std=c99 -O2 -fno-unroll-loops -fno-tree-vectorize -Iruntime -I"$work/specs" -c $cases/assembly.c -o "$object" &&
        python3 -B $cases/assembly.py "$object"
}

# compile DIALECT COMMAND: the headers alone, and headers with mistakes, by a compiler.
compile()
{
    local wrong
    begin_test "headers by $1" compile_headers $2 $warnings
    for wrong in wrong_member:offset_of_Owner wrong_type:offset_of_Owner wrong_size:KITCHEN_CLOCK_6_1_x64_size \
        wrong_unsized:KITCHEN_UNSIZED_5_1_x86_SIZEOF wrong_guess:STRATA_GUESS_NEEDS_COMPILE_GUESSES \
        wrong_name:STRATA_KITCHEN_SCALARS_M_Movd wrong_value:uint32_t wrong_const:strata_KITCHEN_SCALARS \
        'wrong_view:strata_KITCHEN_SCALARS[^_]*\*' wrong_pick:STRATA_KITCHEN_SCALARS_M_Movd \
        wrong_picked:strata_KITCHEN_SCALARS_Wide wrong_plan:uint32_t; do
        begin_test "${wrong%:*}.c by $1" must_fail $cases/${wrong%:*}.c "${wrong#*:}" $2 -Werror
    done
}

# A program has the tables once: one unit defines them, the other declares them.
extern_tables()
{
    local name=$1
    shift
    "$@" -DSTRATA_EXTERN_TABLES -DSTRATA_DEFINE_TABLES -Iruntime -I"$work/kitchen" -c "$work/all_kitchen.c" \
        -o "$work/$name.tables.o" &&
    "$@" -DSTRATA_EXTERN_TABLES -Iruntime -I"$work/kitchen" -c $cases/behaviour.c -o "$work/$name.user.o" || return 1
    if nm "$work/$name.user.o" |
        grep -q ' [rRdDbB] .*strata_.*_\(bases\|words\|ranges\|layout_table\|table\|values\)$'; then
        echo "the unit without STRATA_DEFINE_TABLES has tables of its own"
    fi
    "$1" $extra "$work/$name.tables.o" "$work/$name.user.o" -o "$work/$name" && run_program "$work/$name"
}

freestanding()
{
    local program=$work/freestanding.$1
    shift
    "$@" -std=c99 $warnings -ffreestanding -nostdlib -static -Iruntime -I"$work/kitchen" $cases/freestanding.c \
        -o "$program" && nm -u "$program"
}

prefixes()
{
    "$@" -Iruntime -I"$work/kitchen" -I"$work/prefix" $cases/prefix.c -o "$work/prefix/program" &&
        run_program "$work/prefix/program"
}

# Headers of specs without floats have no floating-point code, so that kernels may use them. Headers with floats compile
# where the compiler must not use such registers, as long as nobody calls these functions.
no_floats()
{
    local tree header compiler
    for header in "$work"/kitchen/{kitchen,reader}*.h "$work"/specs/*/*.h; do
        ! grep -q 'strata_float' "$header" || echo "$header includes strata_float.h"
    done
    gcc -w -fpreprocessed -dD -E -P runtime/strata{,_reader,_pack,_print}.h runtime/strata_print.c |
        sed 's/"[^"]*"//g' | grep -nwE 'float|double'
    [ "$(uname -m)" != x86_64 ] || printf '#include "%s"\n' $(headers kitchen) |
        "$CC" -x c -std=c99 -mgeneral-regs-only -Iruntime -I"$work/kitchen" -fsyntax-only -
}

# Headers with another prefix have only the names of the runtime, apart from comments and texts.
left_names()
{
    local header
    for header in "$work"/prefix/foo/*.h; do
        gcc -w -fpreprocessed -dD -E -P "$header"
    done | sed ':a; /\\$/ { N; s/\\\n//; ta }; s/"[^"]*"//g' |
        grep -oiE '[a-z0-9_]*strata[a-z0-9_]*' | sort -u >"$work/left"
    [ -s "$work/left" ] || echo "the headers use nothing of the runtime"
    sed -n 's/^RUNTIME_NAME("\(.*\)", "\(.*\)")/\1\2/p' generator/render/runtime_names.def | sort |
        comm -23 "$work/left" -
}

if in_part quick; then
    for program in behaviour reader pick float names; do
        begin_test "$program" build_and_run $program '' "$CC" -std=c99 $CFLAGS -I"$work/kitchen" $cases/$program.c
    done
    begin_test "round trip of kitchen" build_and_run quick_kitchen '' \
        "$CC" -std=c99 $CFLAGS $unoptimised -I"$work/kitchen" "$work/roundtrip_kitchen.c"
    begin_test "types that replace shipped ones" replaced "$CC" -std=c99
    begin_test "headers of another strata.h" must_fail_with_other_runtime
    begin_test "names with another prefix" left_names
    begin_test "floating-point code" no_floats
fi
if ! in_part long; then
    await
    finish
    exit
fi

# Under `make sanitize` these programs read from buffers of exact length, where a read past the end is always detected.
compilers='gcc clang g++ clang++'
! $under_sanitizers || compilers=clang # C++ has the same functions
for compiler in $compilers; do
    have $compiler "headers by $compiler" || continue
    case $compiler in
    *++) dialect=c++11 language=-xc++ level=$unoptimised programs=$unoptimised ;; # optimisers are those of C
    *)   dialect=c99 language=-xc level=-O1 programs=-O2 ;;
    esac
    # The kitchen has every construct for each compiler. The shipped specs run under sanitizers, optimised (in `make
    # test-all`), and on the other byte order.
    shipped=
    [ $compiler != clang ] || shipped=specs
    command="$compiler -std=$dialect"
    $under_sanitizers || compile "$command" "$command $language"
    for tree in kitchen $shipped; do
        [ $tree != specs ] || [ "$PART" = all ] || level=$unoptimised
        begin_test "round trip of $tree by $command" build_and_run $compiler.$tree '' \
            $command $level $extra $language -I"$work/$tree" "$work/roundtrip_$tree.c"
    done
    for program in behaviour reader pick float names; do
        begin_test "$program by $command" build_and_run $compiler.$program '' \
            $command $programs $extra $language -I"$work/kitchen" $cases/$program.c
    done
    begin_test "the example of README.md by $compiler" build_and_run $compiler.example '' \
        $command $extra $language -I"$work/specs" -I"$work/example" $cases/reader_example.c
    begin_test "the pieces of README.md by $compiler" $command $language $warnings -Wno-shadow \
        -Iruntime -I"$work/specs" -I"$work/example" -fsyntax-only $cases/readme.c
    begin_test "extern tables by $compiler" extern_tables extern.$compiler $command $extra $language
    ! $under_sanitizers || continue
    [[ $compiler != clang* ]] ||
        begin_test "headers by $compiler -Weverything" compile_headers $command $everything $language
    [[ $compiler != *++ ]] || continue
    [ "$(uname -m)" != x86_64 ] || begin_test "machine code by $compiler" assembly $compiler
    for level in -O0 -O2 -Os; do
        begin_test "without a library by $compiler $level" freestanding $compiler$level $compiler $level
    done
done
for machine in x86_64 i686; do
    $under_sanitizers || ! have $machine-w64-mingw32-gcc "types of mingw-w64's headers" ||
        begin_test "types of mingw-w64's headers, $machine" mingw $machine-w64-mingw32-gcc -std=c99
    $under_sanitizers || ! have $machine-w64-mingw32-gcc "types of mingw-w64's headers for drivers" || {
        begin_test "types of mingw-w64's headers for drivers, $machine" mingw_kernel $machine-w64-mingw32-gcc -std=c99
        begin_test "sizes of mingw-w64's types, $machine" mingw_types $machine-w64-mingw32-gcc \
            $([ $machine = i686 ] && echo 4 || echo 8)
    }
    $under_sanitizers || ! have $machine-w64-mingw32-g++ "types of mingw-w64's headers in C++" ||
        begin_test "types of mingw-w64's headers, $machine in C++" mingw $machine-w64-mingw32-g++ -std=c++11 -xc++
done
begin_test "two prefixes in one program" prefixes "$CC" -std=c99 $CFLAGS

if ! $under_sanitizers && have s390x-linux-gnu-gcc big-endian && have qemu-s390x big-endian; then
    for tree in specs kitchen; do
        begin_test "round trip of $tree, big-endian" build_and_run s390x_$tree qemu-s390x \
            s390x-linux-gnu-gcc -std=c99 $unoptimised -static -I"$work/$tree" "$work/roundtrip_$tree.c"
    done
    for program in behaviour reader pick float names; do
        begin_test "$program, big-endian" build_and_run s390x_$program qemu-s390x \
            s390x-linux-gnu-gcc -std=c99 $unoptimised -static -I"$work/kitchen" $cases/$program.c
    done
fi
await
finish
