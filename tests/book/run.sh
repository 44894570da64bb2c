#!/bin/bash
# Directories of pages as trees of specs. CASE.expect has the report, the messages without the lines that they quote,
# the exit status, and all specs. The headers of the tree compile in one unit. The pages of ../shared, if they are
# there, are imported as one tree, too. hostile.py makes sites that a program may trip over: see there.
set -u
. tests/try.sh
cd tests/book || exit 2
use=../../specs/nt/nt.strata

# import_book DIRECTORY OUTPUT: prints what the import says and writes.
import_book()
{
    local status file
    rm -rf "$2"
    STRATA_SPECS=../../specs "$STRATA" import table "$1" -o "$2" --report md 2>"$scratch/said"
    status=$?
    sed "s|$2|OUTPUT|g" "$scratch/said" | grep -v '^ '
    echo "exit status $status"
    (cd "$2" && find . -name '*.strata' | LC_ALL=C sort) | while read -r file; do
        echo "--- ${file#./}"
        cat "$2/$file"
    done
}

# is_complete DIRECTORY: no finding says that a type is missing or there twice.
is_complete()
{
    "$STRATA" check "$1" >"$scratch/check" 2>&1
    ! grep -E '\[(duplicate|unknown-type|unknown-name|use-cycle|type-cycle|clause|syntax)\]' "$scratch/check"
}

# compiles DIRECTORY HEADERS: the headers of all specs compile together.
compiles()
{
    rm -rf "$2"
    "$STRATA" gen --no-all "$1" -o "$2" >/dev/null || return 1
    (cd "$2" && find . -name '*_print.h' -o -name '*_assert.h') | LC_ALL=C sort |
        sed 's|^\./\(.*\)|#include "\1"|' >"$scratch/all.c"
    [ -s "$scratch/all.c" ] || return 1
    "$CC" -std=c99 -Wall -Wextra -Werror -I"$2" -I../../runtime -I../../generated -fsyntax-only "$scratch/all.c"
}

for case in */; do
    case=${case%/}
    wanted "$case" || continue
    import_book "$case" "$scratch/tree" >"$scratch/actual"
    expects "$case" "$case.expect" "$scratch/actual"
    try "$case: complete" is_complete "$scratch/tree"
    try "$case: compiles" compiles "$scratch/tree" "$scratch/headers"
    "$STRATA" import table "$case" -o "$scratch/json" --report json 2>/dev/null >"$scratch/report.json"
    try "$case: JSON" python3 -m json.tool "$scratch/report.json"
    try "$case: formatted" "$STRATA" fmt --check "$scratch/tree"
done

# imports_hostile KIND COUNT: the site becomes specs without errors. Prints their paths, or how many there are.
imports_hostile()
{
    local count
    python3 -B hostile.py "$scratch/$1" "$1" "$2" || return 1
    STRATA_SPECS=../../specs "$STRATA" import table "$scratch/$1" -o "$scratch/$1.specs" -q 2>"$scratch/said"
    echo "$1: exit status $?"
    grep -v '\[assumed\]$' "$scratch/said" | grep '\[.*\]$' | sed "s|$scratch/||g" | LC_ALL=C sort
    (cd "$scratch/$1.specs" && find . -name '*.strata' | LC_ALL=C sort) >"$scratch/paths"
    count=$(wc -l <"$scratch/paths")
    if [ "$count" -lt 100 ]; then cut -c1-60 "$scratch/paths"; else echo "$count specs"; fi
    "$STRATA" check "$scratch/$1.specs" 2>&1 | grep -o "\[[a-z-]*\]$"
}

for kind in "names 0" "encodings 0" "links 0" "chain 300" "circle 300" "large 2000"; do
    # shellcheck disable=SC2086
    wanted hostile && imports_hostile $kind
done >"$scratch/hostile.actual"
expects hostile hostile.expect "$scratch/hostile.actual"

# Of the types that the pages hold by value, at most 34 are declared by no page and no shipped spec.
declares_types()
{
    import_book "$STRATA_SHARED/pages/windows" "$scratch/windows" >"$scratch/actual"
    grep -rhoE '^opaque [A-Za-z0-9_]+;' "$scratch/windows" | LC_ALL=C sort -u >"$scratch/opaque"
    [ "$(find "$scratch/windows" -name '*.strata' | wc -l)" = 111 ] && [ "$(wc -l <"$scratch/opaque")" -le 34 ] ||
        { cat "$scratch/opaque"; return 1; }
}

if [ -d "$STRATA_SHARED/pages/windows" ]; then
    try windows declares_types
else
    skip windows "there is no $STRATA_SHARED/pages/windows"
fi
finish
