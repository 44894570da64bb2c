#!/bin/bash
# Published pages as specs. Of NAME.html, .txt, .md, .tsv or .csv, NAME.strata is what `strata import table` makes,
# and NAME.expect what it reports, without the lines that it quotes, its exit status, and what `strata check` finds in
# the result, row by row. NAME.options has more words of the command line. UPDATE=1 writes both.
#
# constructs.list is what published pages are made of: some page has each.
#
# All cells of a page must be found in its spec, which must be in canonical form; the tables (`strata table`) of those
# in again.list, imported again, must be the same model.
set -u
shopt -s nullglob
cd "$(dirname "$0")" || exit 2
passed=0 failed=0 skipped=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# Checks of rows by themselves. What the pages say of bytes need not be consistent.
checks=(--error unknown-type --error unknown-version --error empty-range --error arch --error two-offsets
    --error no-offset --error outside --error mask-width --error enum-value --error rival)
use=../../../specs/nt/nt.strata

# What is on standard input is shown below it.
fail()
{
    failed=$((failed + 1))
    echo "FAIL page/spec/$1: $2"
    sed 's/^/    /'
}

# The messages of a run, without the lines of the source that they quote.
heads()
{
    grep -v '^ '
}

# import_page PAGE: its spec into $scratch/actual.strata, what was said and the exit status into $scratch/actual.
import_page()
{
    local options=() status
    [ ! -e "${1%.*}.options" ] || read -r -a options <"${1%.*}.options"
    "$STRATA" import table --use $use "${options[@]}" "$1" >"$scratch/actual.strata" 2>"$scratch/said"
    status=$?
    heads <"$scratch/said" >"$scratch/actual"
    echo "exit status $status" >>"$scratch/actual"
}

# compare EXPECTED ACTUAL: whether they are equal, after writing the one where that was asked for.
compare()
{
    [ "${UPDATE:-}" != 1 ] || cp "$2" "$1"
    diff -u "$1" "$2" >"$scratch/diff" 2>&1
}

check_case()
{
    local page=$1 name=${1%.*}
    import_page "$page"
    if ! compare "$name.strata" "$scratch/actual.strata"; then
        fail "$page" "another spec (- expected, + actual)" <"$scratch/diff"
        return
    fi
    "$STRATA" check --no-all "${checks[@]}" "$name.strata" 2>&1 | heads >>"$scratch/actual"
    if ! compare "$name.expect" "$scratch/actual"; then
        fail "$page" "other messages (- expected, + actual)" <"$scratch/diff"
    elif ! "$STRATA" fmt --check "$name.strata" >"$scratch/diff" 2>&1; then
        fail "$page" "the spec is not in canonical form" <"$scratch/diff"
    elif ! python3 cells.py "$page" "$name.strata" >"$scratch/diff" 2>&1; then
        fail "$page" "a cell is lost" <"$scratch/diff"
    else
        passed=$((passed + 1))
    fi
}

# check_again NAME FORMAT SUFFIX: the tables of a spec in a format, imported again, are the same model.
check_again()
{
    local spec=$1.strata table=$scratch/again.$3
    cp "$spec" "$scratch/first.strata"
    sed -i 's|"../../../specs/|"'"$PWD"'/../../../specs/|' "$scratch/first.strata"
    if ! "$STRATA" table --no-all --as-documented "$scratch/first.strata" --format "$2" >"$table" 2>"$scratch/said" ||
        ! "$STRATA" import table --use $use "$table" -o "$scratch/second.strata" 2>"$scratch/said"; then
        fail "$1" "is not read again as $2" <"$scratch/said"
        return
    fi
    for spec in first second; do
        "$STRATA" dump --no-all "$scratch/$spec.strata" 2>&1 | sed 's/,"/,\n"/g' >"$scratch/$spec.json"
    done
    if diff -u "$scratch/first.json" "$scratch/second.json" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        fail "$1" "is another model, read again as $2" < <(head -n 20 "$scratch/diff")
    fi
}

# find_seed PATTERN: a published page, into $seed.
find_seed()
{
    seed=$(find "$STRATA_SHARED/seeds" -name "$1" 2>/dev/null | head -n 1)
    [ -n "$seed" ] && return
    skipped=$((skipped + 1))
    echo "SKIP page/spec/$1: no $STRATA_SHARED/seeds/$1"
    return 1
}

# Published pages: what is made of them, against the specs of the project, which were written by hand.
check_seed()
{
    local structure=$2
    find_seed "$1" || return
    "$STRATA" import table --use $use "$seed" -o "$scratch/seed.strata" 2>"$scratch/said"
    "$STRATA" dump --no-all "$scratch/seed.strata" >"$scratch/seed.json" 2>"$scratch/dumped"
    "$STRATA" dump ../../../specs >"$scratch/specs.json" 2>/dev/null
    if ! python3 cells.py "$seed" "$scratch/seed.strata" >"$scratch/diff" 2>&1; then
        fail "$1" "a cell is lost" <"$scratch/diff"
    elif ! python3 compare.py "$structure" "$scratch/seed.json" "$scratch/specs.json" >"$scratch/diff" 2>&1; then
        fail "$1" "is not as in the specs" <"$scratch/diff"
    elif ! grep -qxFf "$3" "$scratch/diff"; then
        fail "$1" "not as much of it as $3 says" <"$scratch/diff"
    else
        passed=$((passed + 1))
    fi
}

for page in *.html *.txt *.md *.tsv *.csv; do
    check_case "$page"
done
while read -r name; do
    check_again "$name" text txt
    check_again "$name" md md
    check_again "$name" html html
done <again.list
# check_constructs: each of them is on some page.
check_constructs()
{
    local name form
    while IFS=$'\t' read -r name form; do
        case $name in '#'*) continue ;; esac
        if grep -qE -- "$form" ./*.html ./*.txt ./*.md ./*.tsv ./*.csv; then
            passed=$((passed + 1))
        else
            fail "$name" "no page has it" <<<"$form"
        fi
    done <constructs.list
}

check_constructs
for expect in *.expect; do
    pages=("${expect%.expect}".[hmtc]*)
    [ ${#pages[@]} = 1 ] || fail "$expect" "belongs to no case, or to several" <<<"${pages[*]}"
done
check_seed '003_*.txt' ETW_UM_LOGGER_CONTEXT seeds.counts
check_seed '004_*.txt' ETW_UM_LOGGER_CONTEXT seeds.counts
check_seed '000_*.txt' WMI_RESOURCE seeds.counts
check_seed '001_*.txt' EVENT_TRACE_SPINLOCK_INFORMATION seeds.counts
check_seed '002_*.txt' ETW_KERNEL_HEADER_EXTENSION seeds.counts

if [ $skipped = 0 ]; then
    echo "$passed passed, $failed failed"
else
    echo "$passed passed, $failed failed, $skipped skipped"
fi
[ $failed = 0 ]
