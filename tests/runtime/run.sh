#!/bin/bash
# Generated headers and the runtime: compiled in the oldest dialects, run on hosts of either byte order. One test for
# each compilation or program; those that fail are shown with what they said. `make matrix` has the other dialects.
set -u
. tests/warnings.sh
work=$BUILD/tests/runtime
cases=tests/runtime
rm -rf "$work"
mkdir -p "$work/log" || exit 2

generate()
{
    "$STRATA" gen specs -o "$work/specs" &&
    "$STRATA" gen $cases/kitchen.strata $cases/reader.strata -o "$work/kitchen" &&
    "$STRATA" gen $cases/kitchen.strata $cases/reader.strata -o "$work/prefix/foo" --prefix foo_ &&
    "$STRATA" dump specs >"$work/specs.json" &&
    "$STRATA" dump $cases/kitchen.strata $cases/reader.strata >"$work/kitchen.json"
}

if ! generate >"$work/log/generate" 2>&1; then
    cat "$work/log/generate"
    echo "FAIL runtime: the headers do not generate"
    echo "0 passed, 1 failed"
    exit 1
fi

# The headers of a tree, less printers, which print.sh sees to.
headers()
{
    (cd "$work/$1" && find . -name '*.h' ! -name '*_print.h' -printf '%P\n' | sort)
}

{
    python3 $cases/make_roundtrip.py "$work/specs.json" $(headers specs) $(find specs -name '*.strata' | sort) \
        >"$work/roundtrip_specs.c" &&
    python3 $cases/make_roundtrip.py "$work/kitchen.json" $(headers kitchen) $cases/kitchen.strata \
        $cases/reader.strata >"$work/roundtrip_kitchen.c"
} || { echo "FAIL runtime: the round trip cannot be written"; echo "0 passed, 1 failed"; exit 1; }

# One unit of all headers, each twice, and one for each header alone.
for tree in specs kitchen; do
    for header in $(headers $tree) $(headers $tree); do
        echo "#include \"$header\""
    done >"$work/all_$tree.c"
    echo 'extern int strata_test; int strata_test;' >>"$work/all_$tree.c"
done

# The example of runtime/README.md.
mkdir "$work/example" &&
    awk '/^## / { ours = /^## Memory that is not here$/ }
         $0 == "```" { inside = 0 }
         inside
         ours && $0 == "```c" { inside = 1 }' runtime/README.md >"$work/example/example.h"
# And the pieces of its reference before the asserts, a block each.
awk '/^# Reference$/ { reference = 1 }
     /^## Your own structures$/ { exit }
     $0 == "```" && inside { print "}"; inside = 0 }
     inside
     reference && $0 == "```c" { print "{"; inside = 1 }' runtime/README.md |
    sed 's/\(strata\|STRATA\)_S_/\1_ETW_UM_LOGGER_CONTEXT_/g; s/^    \.\.\.$/    use(0);/' >"$work/example/pieces.h"

sanitize='-g -O0 -fsanitize=address,undefined -fno-sanitize-recover=all'
# `make sanitize` has them in CFLAGS: then programs run under them. What is only compiled, and what runs on other
# machines, is the same as without them.
extra= under_sanitizers=false
[[ $CFLAGS == *-fsanitize=* ]] && extra=$sanitize under_sanitizers=true

# Tests run side by side, as many as there are processors. What each says goes to a file of its own; nothing is success.
number=0 skipped=0
begin()
{
    local name=$1
    shift
    number=$((number + 1))
    printf '%s\n' "$name" >"$work/log/$number.name"
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
        wait -n
    done
    { "$@" >"$work/log/$number.out" 2>&1 || echo "exit status $?" >>"$work/log/$number.out"; } &
}

have()
{
    command -v "$1" >/dev/null && return 0
    skipped=$((skipped + 1))
    echo "SKIP runtime, $2: no $1"
    return 1
}

# A program that ends well says so in its last line alone.
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

# Each header alone, then all twice, then those that use every macro there is.
compile_headers()
{
    local tree header
    for tree in specs kitchen; do
        for header in $(headers $tree); do
            printf '#include "%s"\nextern int strata_test; int strata_test;\n' "$header" |
                "$@" -Iruntime -I"$work/$tree" -ffreestanding -fsyntax-only - || return 1
        done
        "$@" -Iruntime -I"$work/$tree" -ffreestanding -fsyntax-only "$work/all_$tree.c" || return 1
        "$@" -Iruntime -I"$work/$tree" -I$cases -fsyntax-only "$work/roundtrip_$tree.c" || return 1
    done
    "$@" -Iruntime -I"$work/kitchen" -fsyntax-only $cases/behaviour.c &&
    "$@" -Iruntime -I"$work/kitchen" -fsyntax-only $cases/reader.c
}

# must_fail FILE TEXT COMMAND...: the compiler must refuse the file and name what TEXT names.
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

must_fail_with_other_runtime()
{
    mkdir -p "$work/other"
    sed 's/^#define STRATA_RUNTIME .*/#define STRATA_RUNTIME 0/' runtime/strata.h >"$work/other/strata.h"
    local file output
    for file in kitchen.h kitchen_assert.h; do
        output=$("$CC" -I"$work/other" -I"$work/kitchen" -fsyntax-only -x c "$work/kitchen/$file" 2>&1) &&
            echo "$file compiles"
        grep -q 'generated for another strata.h' <<<"$output" || echo "$output"
    done
}

# mingw COMMAND...: the types of mingw-w64's headers are what the specs say, and a wrong one is told by its member.
mingw()
{
    local output
    "$@" $warnings -Iruntime -I"$work/specs" -fsyntax-only $cases/mingw.c || return 1
    output=$("$@" -DWRONG -Iruntime -I"$work/specs" -fsyntax-only $cases/mingw.c 2>&1) && echo "the wrong one compiles"
    grep -qE 'LIST_ENTRY_10_0_x(64|86)_offset_of_Flink' <<<"$output" || echo "$output"
}

# assembly COMPILER: a fixed read is one load, and nothing but that and its own branch is left in a hoisted loop.
assembly()
{
    local object=$work/assembly.$1.o
    $1 -std=c99 -O2 -fno-unroll-loops -fno-tree-vectorize -Iruntime -I"$work/specs" -c $cases/assembly.c -o "$object" &&
        python3 -B $cases/assembly.py "$object"
}

# What a compiler makes of the headers alone: compile DIALECT "COMMAND".
compile()
{
    local wrong
    begin "headers by $1" compile_headers $2 $warnings
    for wrong in wrong_member:offset_of_Owner wrong_type:offset_of_Owner wrong_size:KITCHEN_CLOCK_6_1_x64_size \
        wrong_unsized:KITCHEN_UNSIZED_5_1_x86_SIZEOF 'wrong_view:strata_KITCHEN_SCALARS[^_]*\*'; do
        begin "${wrong%:*}.c by $1" must_fail $cases/${wrong%:*}.c "${wrong#*:}" $2 -Werror
    done
}

# Tables once in a program: one unit holds them, the other only knows of them.
extern_tables()
{
    local name=$1
    shift
    "$@" -DSTRATA_EXTERN_TABLES -DSTRATA_DEFINE_TABLES -Iruntime -I"$work/kitchen" -c "$work/all_kitchen.c" \
        -o "$work/$name.tables.o" &&
    "$@" -DSTRATA_EXTERN_TABLES -Iruntime -I"$work/kitchen" -c $cases/behaviour.c -o "$work/$name.user.o" || return 1
    if nm "$work/$name.user.o" | grep -q ' [rRdDbB] .*strata_.*_\(slots\|ranges\|layout_table\|table\|values\)$'; then
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

# With another prefix only the runtime's own names, less comments and texts, are left of strata's.
left_names()
{
    local header
    for header in "$work"/prefix/foo/*.h; do
        "$CC" -w -fpreprocessed -dD -E -P "$header"
    done | sed 's/"[^"]*"//g' | grep -oiE '[a-z0-9_]*strata[a-z0-9_]*' | sort -u >"$work/left"
    [ -s "$work/left" ] || echo "the headers use nothing of the runtime"
    sed -n 's/^RUNTIME_NAME("\(.*\)", "\(.*\)")/\1\2/p' generator/render/runtime_names.def | sort |
        comm -23 "$work/left" -
}

# The printers have a runner of their own, which goes on meanwhile.
$cases/print.sh >"$work/log/printers" 2>&1 &

# The long ones first. What reads past a buffer of exact length must be seen, so these always run under sanitizers:
# here, or by clang below.
$under_sanitizers || for tree in specs kitchen; do
    begin "round trip of $tree under ASan and UBSan" build_and_run native_$tree '' \
        "$CC" -std=c99 $sanitize -I"$work/$tree" "$work/roundtrip_$tree.c"
done
$under_sanitizers || for program in behaviour reader; do
    begin "$program under ASan and UBSan" build_and_run ${program}_sanitized '' \
        "$CC" -std=c99 $sanitize -I"$work/kitchen" $cases/$program.c
done

compilers='gcc clang g++ clang++'
! $under_sanitizers || compilers=clang # C++ has the same functions
for compiler in $compilers; do
    have $compiler "headers by $compiler" || continue
    case $compiler in
    *++) dialect=c++11 language=-xc++ level=-O0 ;; # optimisers are those of C
    *)   dialect=c99 language=-xc level=-O1 ;;
    esac
    command="$compiler -std=$dialect"
    $under_sanitizers || compile "$command" "$command $language"
    for tree in specs kitchen; do
        begin "round trip of $tree by $command" build_and_run $compiler.$tree '' \
            $command $level $extra $language -I"$work/$tree" "$work/roundtrip_$tree.c"
    done
    for program in behaviour reader; do
        begin "$program by $command" build_and_run $compiler.$program '' \
            $command -O2 $extra $language -I"$work/kitchen" $cases/$program.c
    done
    begin "the example of README.md by $compiler" build_and_run $compiler.example '' \
        $command $extra $language -I"$work/specs" -I"$work/example" $cases/reader_example.c
    begin "the pieces of README.md by $compiler" $command $language $warnings -Wno-shadow \
        -Iruntime -I"$work/specs" -I"$work/example" -fsyntax-only $cases/readme.c
    begin "extern tables by $compiler" extern_tables extern.$compiler $command $extra $language
    ! $under_sanitizers || continue
    [[ $compiler != clang* ]] ||
        begin "headers by $compiler -Weverything" compile_headers $command $everything $language
    [[ $compiler != *++ ]] || continue
    [ "$(uname -m)" != x86_64 ] || begin "machine code by $compiler" assembly $compiler
    for level in -O0 -O2 -Os; do
        begin "without a library by $compiler $level" freestanding $compiler$level $compiler $level
    done
done
for machine in x86_64 i686; do
    $under_sanitizers || ! have $machine-w64-mingw32-gcc "types of mingw-w64's headers" ||
        begin "types of mingw-w64's headers, $machine" mingw $machine-w64-mingw32-gcc -std=c99
    $under_sanitizers || ! have $machine-w64-mingw32-g++ "types of mingw-w64's headers in C++" ||
        begin "types of mingw-w64's headers, $machine in C++" mingw $machine-w64-mingw32-g++ -std=c++11 -xc++
done
begin "two prefixes in one program" prefixes "$CC" -std=c99 $CFLAGS
begin "names with another prefix" left_names
begin "headers of another strata.h" must_fail_with_other_runtime

if ! $under_sanitizers && have s390x-linux-gnu-gcc big-endian && have qemu-s390x big-endian; then
    for tree in specs kitchen; do
        begin "round trip of $tree, big-endian" build_and_run s390x_$tree qemu-s390x \
            s390x-linux-gnu-gcc -std=c99 -O1 -static -I"$work/$tree" "$work/roundtrip_$tree.c"
    done
    for program in behaviour reader; do
        begin "$program, big-endian" build_and_run s390x_$program qemu-s390x \
            s390x-linux-gnu-gcc -std=c99 -O1 -static -I"$work/kitchen" $cases/$program.c
    done
fi
wait

passed=0 failed=0
for ((i = 1; i <= number; i++)); do
    if [ -s "$work/log/$i.out" ]; then
        failed=$((failed + 1))
        echo "FAIL runtime: $(cat "$work/log/$i.name")"
        head -n 30 "$work/log/$i.out"
    else
        passed=$((passed + 1))
    fi
done

printers=$(cat "$work/log/printers")
if [[ $(tail -n 1 <<<"$printers") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
    head -n -1 <<<"$printers"
else
    failed=$((failed + 1))
    echo "$printers"
    echo "FAIL runtime: print.sh ended without a count"
fi

if [ $skipped = 0 ]; then
    echo "$passed passed, $failed failed"
else
    echo "$passed passed, $failed failed, $skipped skipped"
fi
[ $failed = 0 ]
