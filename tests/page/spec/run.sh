#!/bin/bash
# Published pages as specs. The page is NAME.html, .txt, .md, .tsv or .csv, and NAME.options has more options.
# NAME.strata is the output of `strata import table`. NAME.expect has the messages without the lines that they quote,
# the exit status, and the findings of `strata check` on single rows.
#
# constructs.list names the constructs of published pages; at least one page has each.
#
# The spec has all cells of its page, and is in canonical form. The tables (`strata table`) of the specs of again.list,
# imported again, are the same model.
set -u
shopt -s nullglob
. tests/try.sh
unpack
cd "$tree" || exit 2

# The checks of single rows. The bytes of a page may contradict each other.
checks=(--error unknown-type --error unknown-version --error empty-range --error arch --error two-offsets
    --error no-offset --error outside --error mask-width --error enum-value --error rival)
use=../../../specs/nt/nt.strata

# Prints the messages of a run, without the lines of the source that they quote.
heads()
{
    grep -v '^ '
}

# import_page PAGE: writes the spec to $scratch/actual.strata, and the messages and the exit status to $scratch/actual.
import_page()
{
    local options=() status
    [ ! -e "${1%.*}.options" ] || read -r -a options <"${1%.*}.options"
    "$STRATA" import table --use $use "${options[@]}" "$1" >"$scratch/actual.strata" 2>"$scratch/said"
    status=$?
    heads <"$scratch/said" >"$scratch/actual"
    echo "exit status $status" >>"$scratch/actual"
}

# agrees PAGE EXPECTED ACTUAL: as `expects`, counting failures only.
agrees()
{
    local before=$passed
    expects "$@"
    [ $passed != $before ] && passed=$before
}

check_case()
{
    local page=$1 name=${1%.*}
    wanted "$page" || return
    import_page "$page"
    agrees "$page" "$name.strata" "$scratch/actual.strata" || return
    "$STRATA" check --no-all "${checks[@]}" "$name.strata" 2>&1 | heads >>"$scratch/actual"
    agrees "$page" "$name.expect" "$scratch/actual" || return
    if ! "$STRATA" fmt --check "$name.strata" >"$output" 2>&1; then
        fail "$page" "the spec is not in canonical form" "$output"
    elif ! python3 cells.py "$page" "$name.strata" >"$output" 2>&1; then
        fail "$page" "a cell is lost" "$output"
    else
        pass
    fi
}

# dump_spec SPEC DUMP: writes the model of a spec, as far as it has one.
dump_spec()
{
    "$STRATA" dump --no-all "$1" >"$2" 2>"$scratch/said"
    [ $? -le 1 ]
}

# dump_again NAME FORMAT SUFFIX: writes the table of a spec in a format, imports it, and dumps the model of that.
dump_again()
{
    local table=$scratch/$1.$3
    "$STRATA" table --no-all --as-documented "$scratch/$1.strata" --format "$2" >"$table" 2>"$scratch/said" &&
        "$STRATA" import table --use $use "$table" -o "$table.strata" 2>"$scratch/said" &&
        dump_spec "$table.strata" "$again/$1.$3"
}

# check_again NAME...: the tables of a spec in all formats, imported again, are the same model.
check_again()
{
    local name kind names=() again=$scratch/again
    mkdir "$again"
    for name; do
        wanted "$name again" || continue
        sed 's|"../../../specs/|"'"$PWD"'/../../../specs/|' "$name.strata" >"$scratch/$name.strata"
        if dump_spec "$scratch/$name.strata" "$again/$name" && dump_again "$name" text txt &&
            dump_again "$name" md md && dump_again "$name" html html; then
            names+=("$name")
        else
            fail "$name again" "cannot be written, read or dumped" "$scratch/said"
        fi
    done
    [ ${#names[@]} -gt 0 ] || return
    need "models of tables" python3 -B ../../dump/layouts.py "$again"/*
    for name in "${names[@]}"; do
        for kind in txt md html; do
            same "$name again, as $kind" "$again/$name.layouts" "$again/$name.$kind.layouts"
        done
    done
}

# find_seed PATTERN: sets $seed to a page of the reference data.
find_seed()
{
    seed=$(find "$STRATA_SHARED/seeds" -name "$1" 2>/dev/null | head -n 1)
    [ -n "$seed" ] && return
    skip "$1" "there is no $STRATA_SHARED/seeds/$1"
    return 1
}

# check_seed PATTERN STRUCTURE COUNTS: compares the spec of a published page with the spec written by hand.
check_seed()
{
    local structure=$2
    wanted "$1" || return
    find_seed "$1" || return
    "$STRATA" import table --use $use "$seed" -o "$scratch/seed.strata" 2>"$scratch/said"
    "$STRATA" dump --no-all "$scratch/seed.strata" >"$scratch/seed.json" 2>"$scratch/dumped"
    "$STRATA" dump "$SPECS" >"$scratch/specs.json" 2>/dev/null
    if ! python3 cells.py "$seed" "$scratch/seed.strata" >"$scratch/diff" 2>&1; then
        fail "$1" "a cell is lost" "$scratch/diff"
    elif ! python3 compare.py "$structure" "$scratch/seed.json" "$scratch/specs.json" >"$scratch/diff" 2>&1; then
        fail "$1" "is not as in the specs" "$scratch/diff"
    elif ! grep -qxFf "$3" "$scratch/diff"; then
        fail "$1" "not as much of it as $3 says" "$scratch/diff"
    else
        pass
    fi
}

for page in *.html *.txt *.md *.tsv *.csv; do
    check_case "$page"
done
check_again $(<again.list)
# Each construct is on some page.
check_constructs()
{
    local name form
    while IFS=$'\t' read -r name form; do
        [[ $name == '#'* ]] || try "$name is on a page" grep -qE -- "$form" ./*.html ./*.txt ./*.md ./*.tsv ./*.csv
    done <constructs.list
}

check_constructs
for expect in *.expect; do
    pages=("${expect%.expect}".[hmtc]*)
    [ ${#pages[@]} = 1 ] || fail "$expect" "belongs to no case, or to several: ${pages[*]}"
done
check_seed '003_*.txt' ETW_UM_LOGGER_CONTEXT seeds.counts
check_seed '004_*.txt' ETW_UM_LOGGER_CONTEXT seeds.counts
check_seed '000_*.txt' WMI_RESOURCE seeds.counts
check_seed '001_*.txt' EVENT_TRACE_SPINLOCK_INFORMATION seeds.counts
check_seed '002_*.txt' ETW_KERNEL_HEADER_EXTENSION seeds.counts
finish
