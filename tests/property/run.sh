#!/bin/bash
# Random specs, which grammar.py writes from a seed, ten with one base. Three kinds of tests:
#
#   outputs-N   all commands, and each output compared with the others by outputs.py
#   specs-N     headers of such specs that are compiled under ASan and UBSan, with calls of every macro: see property.c.
#               The compiler, language and optimization follow from N
#   symbols-N   the same of specs from symbol files with random changes (spoil.py)
#
# `make test` has 20 batches of the first kind, on the two fastest compilers. Under sanitizers it has the first 10 of
# them, and compiles no headers: they are the same bytes as without.
# coverage.py says which constructs of the language the 20 lack.
#
#     PROPERTY_FILES      how many files of the other kinds (10, in `make test-long` 6: each compiler once); with
#                         PROPERTY_SECONDS: as many of all kinds as that time allows
#     PROPERTY_SEED       the seed of the first file (10); that of each other one is greater by one
#     PROPERTY_BATCHES    how many batches, on all compilers, and nothing else
. tests/try.sh
work=$scratch/work kept=$BUILD/tests/property # of failures
specs=10
most=10
[ "${PART:-}" != long ] || most=6
batches=${PROPERTY_BATCHES:-20} how='--quick' is_sanitized=false
[[ $CFLAGS != *-fsanitize=* ]] || is_sanitized=true
[ -z "${PROPERTY_BATCHES:-}" ] || how='--compilers 8'
files=${PROPERTY_FILES:-$most} seed=${PROPERTY_SEED:-10} seconds=${PROPERTY_SECONDS:-}
rm -rf "$kept"
mkdir -p "$work" || exit 2

sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'
warn='-Wall -Wextra -Wno-unused -Werror'
# gcc takes four times as long at -O3, so few files are compiled that way.
c='-std=c99 -xc' cxx='-std=c++11 -xc++'
compilers=("gcc $c -O3" "clang $c $unoptimised" "gcc $c $unoptimised" "clang $c -O3" "g++ $cxx $unoptimised"
    "clang++ $cxx $unoptimised" "gcc $c $unoptimised" "clang $c $unoptimised" "clang++ $cxx $unoptimised"
    "g++ $cxx $unoptimised")

# call_everything [--pack] COMPILER NAME SPEC...: prints the counts of property.c as its last line on success. A program
# has no debug information, which takes a quarter of the compiler's time. Its files are kept if it fails.
call_everything()
{
    local pack=()
    [ "$1" != --pack ] || { pack=(--pack); shift; }
    local compiler=$1 at=$work/$2
    shift 2
    python3 tests/fuzz/runtime_tables.py "${pack[@]}" "$STRATA" "$at" "$@" &&
        $compiler $warn $sanitize -Iruntime -I"$at" -Itests/runtime tests/property/property.c \
            runtime/strata_print.c -o "$at.program" &&
        "$at.program"
}

try_specs()
{
    python3 -B tests/property/grammar.py "$1" $specs "$work/specs-$1.made" &&
        call_everything --pack "${compilers[$1 % ${#compilers[@]}]}" "specs-$1" "$work/specs-$1.made"
}

try_outputs()
{
    python3 -B tests/property/outputs.py "$STRATA" "$work/outputs-$1" "$1" $specs $how
}

# The constructs of the specs of all batches, and of modules, which the batches have none of. The compiler's own parser
# counts them.
covers()
{
    python3 -B tests/property/grammar.py $first $specs "$work/covered" $batches && mkdir "$work/coverage" &&
        sed 's/^  switch (yyn)$/  rule_counts[yyn]++;\n&/' "$BUILD/strata.tab.c" >"$work/coverage/counted.tab.c" &&
        grep -q '^  rule_counts' "$work/coverage/counted.tab.c" &&
        "$CC" -std=c11 -w $CFLAGS -O0 -Igenerator -I"$BUILD" -I"$work/coverage" -o "$work/coverage/coverage" \
            tests/property/coverage.c "$BUILD/libstrata.a" -ldl -lpthread &&
        "$work/coverage/coverage" "$work"/covered/* tests/module/specs >"$work/coverage/counts" &&
        python3 -B tests/property/coverage.py "$work/coverage/counts" grammar/strata.y generator/front/ast.h \
            grammar/README.md || return 1
}

# The importer refuses the whole file (status 2), or reports the fields that it leaves out (status 1); its specs have no
# findings.
try_symbols()
{
    local kernel=$work/symbols-$1-10.0.22000.318.json made=$work/symbols-$1.made
    python3 tests/imported/spoil.py "$work/x64-10.0.22000.318.json" "$1" "$kernel" || return
    "$STRATA" import isf "$kernel" -o "$made"
    case $? in
    0 | 1) ;;
    2) echo "0 structures, 0 layouts, 0 lengths, 0 calls, 0 values, 0 failed" && return ;;
    *) return 1 ;;
    esac
    "$STRATA" check "$made" &&
        call_everything "clang $c $unoptimised" "symbols-$1" "$made" "$PWD/specs/nt/axis.strata"
}

# run_file KIND SEED: keeps the files of a failure, and only the counts of a success.
run_file()
{
    if "try_$1" "$2" >"$work/$1-$2.log" 2>&1; then
        tail -n 1 "$work/$1-$2.log" >"$work/counts-$1-$2"
        rm -rf "$work/$1-$2" "$work/$1-$2".* "$work/$1-$2"-*
        return
    fi
    tail -n 40 "$work/$1-$2.log"
    mkdir -p "$kept" && cp -r "$work/$1-$2"* "$kept"
    return 1
}

for compiler in gcc clang g++ clang++ tcc i686-linux-gnu-gcc qemu-i386 s390x-linux-gnu-gcc qemu-s390x pahole; do
    if ! command -v $compiler >/dev/null; then
        skip "random specs" "there is no $compiler"
        finish
        exit
    fi
done

# Sums the counts of one kind.
report()
{
    cat "$work/counts-$1"-* 2>/dev/null | awk -v kind="$1" '{
        files++
        for (i = 1; i < NF; i += 2)
            sum[$(i + 1)] += $i
    }
    END {
        if (kind == "outputs")
            printf "REPORT property: %d specs, %.0f compared\n", files * 10, sum["compared,"]
        else {
            printf "REPORT property: %d files of %s, %d structures, ", files, kind, sum["structures,"]
            printf "%d layouts, ", sum["layouts,"]
            printf "%d lengths, %.0f calls, %.0f values\n", sum["lengths,"], sum["calls,"], sum["values,"]
        }
    }'
}

first=1
if [ -z "$seconds" ] && { in_part quick || [ -n "${PROPERTY_BATCHES:-}" ]; }; then
    [ -z "${PROPERTY_SEED:-}" ] || first=$seed
    last=$((first + batches - 1))
    ! $is_sanitized || [ -n "${PROPERTY_BATCHES:-}" ] || last=$((first + 9)) how='--compilers 0'
    for ((batch = first; batch <= last; batch++)); do
        begin "outputs-$batch" run_file outputs $batch
    done
    await
    report outputs
    [ -n "${PROPERTY_BATCHES:-}" ] || try coverage covers
fi
if $is_sanitized; then
    skip "random specs under sanitizers" "their programs always run under sanitizers"
    finish
    exit
fi
if { ! in_part long && [ -z "$seconds" ]; } || [ -n "${PROPERTY_BATCHES:-}" ]; then
    finish
    exit
fi

python3 tests/kernel/fold/kernels.py tests/imported/small.kernels "$work" >"$work/kernels" || exit 2
kinds='specs symbols outputs' how='--compilers 2'
begun=$SECONDS
for ((file = 0; ; file++)); do
    if [ -n "$seconds" ]; then
        [ $((SECONDS - begun)) -lt "$seconds" ] || break
    else
        [ "$file" -lt "$files" ] || break
    fi
    for kind in $kinds; do
        begin "$kind-$((seed + file))" run_file $kind $((seed + file))
    done
done
await

for kind in $kinds; do
    report $kind
done
finish
