#!/bin/bash
# Headers that are compiled under ASan and UBSan, with calls of every macro: see property.c. They are generated from
# random specs (make_specs.py), ten in a file, and from symbol files with random changes (spoil.py). A file is one test:
# specs-N or symbols-N. Its compiler, language and optimization follow from its number.
#
#     PROPERTY_FILES    how many files of each kind (10, in `make test-long` 6: each compiler once); with
#                       PROPERTY_SECONDS: as many as that time allows
#     PROPERTY_SEED     the seed of the first file (10); that of each other one is greater by one
. tests/try.sh
work=$BUILD/tests/property
specs=10
most=10
[ "${PART:-}" != long ] || most=6
files=${PROPERTY_FILES:-$most} seed=${PROPERTY_SEED:-10} seconds=${PROPERTY_SECONDS:-}
rm -rf "$work"
mkdir -p "$work" || exit 2

sanitize='-fsanitize=address,undefined -fno-sanitize-recover=all'
warn='-Wall -Wextra -Wno-unused -Werror'
# gcc takes four times as long at -O3, so few files are compiled that way.
compilers=("gcc -std=c99 -xc -O3" "clang -std=c99 -xc -O0" "gcc -std=c99 -xc -O0" "clang -std=c99 -xc -O3"
    "g++ -std=c++11 -xc++ -O0" "clang++ -std=c++11 -xc++ -O0" "gcc -std=c99 -xc -O0" "clang -std=c99 -xc -O0"
    "clang++ -std=c++11 -xc++ -O0" "g++ -std=c++11 -xc++ -O0")

# call_everything COMPILER NAME SPEC...: prints the counts of property.c as its last line on success.
call_everything()
{
    local compiler=$1 at=$work/$2
    shift 2
    python3 tests/fuzz/runtime_tables.py "$STRATA" "$at" "$@" &&
        $compiler $warn $sanitize -g -Iruntime -I"$at" -Itests/runtime tests/property/property.c \
            runtime/strata_print.c -o "$at.program" &&
        "$at.program"
}

try_specs()
{
    python3 tests/property/make_specs.py "$1" $specs "$work/specs-$1.strata" &&
        call_everything "${compilers[$1 % ${#compilers[@]}]}" "specs-$1" "$work/specs-$1.strata"
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
        call_everything "clang -std=c99 -xc -O0" "symbols-$1" "$made" "$PWD/specs/nt/axis.strata"
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
    return 1
}

if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip "random specs" "their programs always run under sanitizers"
    finish
    exit
fi
for compiler in gcc clang g++ clang++; do
    if ! command -v $compiler >/dev/null; then
        skip "random specs" "there is no $compiler"
        finish
        exit
    fi
done

python3 tests/kernel/fold/kernels.py tests/imported/small.kernels "$work" >"$work/kernels" || exit 2
begun=$SECONDS
for ((file = 0; ; file++)); do
    if [ -n "$seconds" ]; then
        [ $((SECONDS - begun)) -lt "$seconds" ] || break
    else
        [ "$file" -lt "$files" ] || break
    fi
    for kind in specs symbols; do
        begin "$kind-$((seed + file))" run_file $kind $((seed + file))
    done
done
await

for kind in specs symbols; do
    cat "$work/counts-$kind"-* 2>/dev/null | awk -v kind=$kind '{
        files++
        for (i = 1; i < NF; i += 2)
            sum[$(i + 1)] += $i
    }
    END {
        printf "REPORT property: %d files of %s, %d structures, ", files, kind, sum["structures,"]
        printf "%d layouts, ", sum["layouts,"]
        printf "%d lengths, %.0f calls, %.0f values\n", sum["lengths,"], sum["calls,"], sum["values,"]
    }'
done
finish
