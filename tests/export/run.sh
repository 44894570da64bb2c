#!/bin/bash
# The output for other programs. The header of `strata export c` is compiled by each compiler of compilers.tsv. pahole
# reads it back from the debugging information of gcc, for the comparison with `strata dump`. own.strata has what C
# compilers do not do by themselves. The symbol file of `strata dump --format isf` is imported again.
set -u
. tests/try.sh
here=tests/export

# headers NAME COMPARE-ARGUMENT...
headers()
{
    local name=$1
    shift
    wanted "$name" || return
    mkdir "$scratch/$name"
    compare "$name" python3 -B $here/compare.py "$1" "$2" "$STRATA" "$scratch/$name" "${@:3}"
}

# kernels FILE...: all structures of each kernel.
kernels()
{
    local file specs=()
    wanted kernels || return
    for file; do
        specs+=("$scratch/$(basename "$file" .json.xz).strata")
        "$STRATA" import isf "$file" >"${specs[-1]}" 2>"$output"
    done
    headers kernels --each 1 "${specs[@]}"
}

# symbols NAME VERSION/ARCH SPEC...: the specs as a symbol file, imported again.
symbols()
{
    wanted "$1" || return
    mkdir "$scratch/$1"
    compare "$1" python3 -B $here/isf.py "$STRATA" "$scratch/$1" "${@:2}"
}

# same_kernel FILE: the spec of a kernel is the spec of the symbol file of that spec.
same_kernel()
{
    local name directory
    name=$(basename "$1" .json.xz)
    directory=$scratch/$name
    mkdir "$directory"
    "$STRATA" import isf "$1" >"$directory/first.strata" 2>"$directory/said"
    "$STRATA" dump "$directory/first.strata" --format isf --at "${name##*-}/x64" >"$directory/$name.json" &&
        "$STRATA" import isf "$directory/$name.json" >"$directory/second.strata" &&
        cmp "$directory/first.strata" "$directory/second.strata"
}

# words COMPILER STANDARD: a header compiles in which each word of words.tsv is the name of a type or of a member.
words()
{
    local compiler=$1 language=c kind
    [[ $compiler != *++ ]] || language=c++
    if ! "$compiler" -x $language "-std=$2" -fsyntax-only "$nothing" 2>"$output"; then
        skip "words, $*" "$compiler does not know the standard"
        return
    fi
    for kind in types enums members; do
        try "words, $*, $kind" "$compiler" -x $language "-std=$2" -Wall -Wextra -Werror -fsyntax-only \
            "$scratch/$kind.h"
    done
}

if in_part quick; then
    for kind in types enums members; do
        python3 -B $here/words.py $here/words.tsv $kind >"$scratch/$kind.strata"
        need "words, $kind" "$STRATA" export c "$scratch/$kind.strata" --at 1.0/x64 -o "$scratch/$kind.h"
    done
    for standard in c99 c11 c17 c2x; do
        words gcc $standard
        words clang $standard
    done
    for standard in c++11 c++14 c++17 c++20 c++2b; do
        words g++ $standard
        words clang++ $standard
    done
    symbols isf-x64 6.1.7601.0/x64 $here/isf.strata
    symbols isf-x86 6.3.9600.0/x86 $here/isf.strata
    symbols isf-specs 6.1.7601.0/x64 "$SPECS"
fi
kernels=("$STRATA_SHARED"/isf/*.json.xz)
# Two kernels show what a sanitizer can find. C compilers take most of the time of headers, and have no sanitizer.
is_sanitized=
[[ $CFLAGS != *-fsanitize=* ]] || { is_sanitized=1 kernels=("${kernels[@]:0:2}"); }
if in_part long && [ -d "$STRATA_SHARED/isf" ]; then
    for kernel in "${kernels[@]}"; do
        try "isf $(basename "$kernel" .json.xz)" same_kernel "$kernel"
    done
elif in_part long; then
    skip isf "there is no $STRATA_SHARED/isf"
fi
if ! command -v pahole >"$output"; then
    skip headers "there is no pahole"
    finish
    exit
fi
if in_part quick; then
    headers own --each 1 $here/own.strata
    headers specs --each 16 tests/golden/kinds.strata tests/dump/all.strata "$SPECS"
fi
if in_part long && [ -z "$is_sanitized" ]; then
    headers others --each 1 tests/runtime/kitchen.strata tests/golden/{align,bits,lost}.strata "$SPECS"
    if [ -d "$STRATA_SHARED/isf" ]; then
        kernels "${kernels[@]}"
    else
        skip kernels "there is no $STRATA_SHARED/isf"
    fi
fi
finish
