#!/bin/bash
# Published pages, and what the importers' readers make of them. NAME.expect is all that page_dump prints of NAME, whose
# suffix says which reader is asked; UPDATE=1 writes it. The published pages themselves are compared with the
# transcription in tests/documents where they are at hand; published.counts is what must be found in them.
set -u
cd "$(dirname "$0")" || exit 2
passed=0 failed=0 skipped=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
dump=$BUILD/tests/page_dump
mkdir -p "$BUILD/tests"

# shellcheck disable=SC2086
if ! "$CC" -std=c11 -Wall -Wextra ${CFLAGS:--O1 -g} -I../../../generator -o "$dump" page_dump.c "$BUILD/libstrata.a"
then
    echo "FAIL page/read: tests/page/read/page_dump.c does not build"
    echo "0 passed, 1 failed"
    exit 1
fi

fail()
{
    failed=$((failed + 1))
    echo "FAIL page/read/$1: $2"
}

# reader_of FILE: which reader it is for.
reader_of()
{
    case ${1##*.} in
    txt | md) echo text ;;
    *) echo "${1##*.}" ;;
    esac
}

# dump_page FILE: what its reader makes of it, into $scratch/actual.
dump_page()
{
    "$dump" "$(reader_of "$1")" "$1" >"$scratch/actual" 2>&1
}

# What `strata table` prints is a page like any other, and the same one in each format.
check_own()
{
    local format
    for format in text md html; do
        (cd ../../.. && "$STRATA" table specs --format $format) >"$scratch/own.$format" 2>/dev/null
    done
    mv "$scratch/own.text" "$scratch/own.txt"
    for format in txt md html; do
        dump_page "$scratch/own.$format"
        sed 's/ line [0-9]*//; s/^ *[0-9]*: *//; s/\\n/ /g; /^title/d' "$scratch/actual" >"$scratch/own.$format.page"
        if grep -q '\[unread\]' "$scratch/actual"; then
            fail "own.$format" "cannot be read"
            grep -A 3 '\[unread\]' "$scratch/actual"
        elif [ "$(grep -c '^table' "$scratch/own.$format.page")" -lt 5 ]; then
            fail "own.$format" "holds no tables"
        elif diff -u "$scratch/own.txt.page" "$scratch/own.$format.page" >"$scratch/diff"; then
            passed=$((passed + 1))
        else
            fail "own.$format" "is not the same page as text (-)"
            head -n 40 "$scratch/diff"
        fi
    done
}

check_case()
{
    local page=$1 status
    dump_page "$page"
    status=$?
    if [ $status != 0 ]; then
        fail "$page" "exit status $status"
        head -n 20 "$scratch/actual"
        return
    fi
    [ "${UPDATE:-}" = 1 ] && cp "$scratch/actual" "$page.expect"
    if [ ! -e "$page.expect" ]; then
        fail "$page" "has no expectation; UPDATE=1 writes it"
    elif diff -u "$page.expect" "$scratch/actual" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        fail "$page" "prints something else (- expected, + actual)"
        tail -n +3 "$scratch/diff"
    fi
}

# check_published WHAT PATTERN: a page as it was extracted, against the transcription.
check_published()
{
    local page
    page=$(find "$STRATA_SHARED/seeds" -name "$2" 2>/dev/null | head -n 1)
    if [ -z "$page" ]; then
        skipped=$((skipped + 1))
        echo "SKIP page/read/$1: no $STRATA_SHARED/seeds/$2"
    elif dump_page "$page" && python3 compare.py "$1" "$scratch/actual" ../../documents >"$scratch/report" 2>&1 &&
        head -n 1 "$scratch/report" | grep -qxFf published.counts; then
        passed=$((passed + 1))
    else
        fail "$1" "is not the transcription"
        cat "$scratch/report"
    fi
}

# Pages that only mean harm: each is read in time, without harm, and without more words than anybody would read.
check_hostile()
{
    local page name status
    mkdir "$scratch/hostile"
    python3 hostile.py "$scratch/hostile"
    for page in "$scratch"/hostile/*; do
        name=hostile/$(basename "$page")
        timeout 300 "$dump" "$(reader_of "$page")" "$page" >"$scratch/actual" 2>&1
        status=$?
        if [ $status != 0 ]; then
            fail "$name" "exit status $status"
            tail -n 20 "$scratch/actual" | cut -c 1-200
        elif [ "$(grep -c ' warning: ' "$scratch/actual")" -gt 1001 ]; then
            fail "$name" "$(grep -c ' warning: ' "$scratch/actual") warnings"
        else
            passed=$((passed + 1))
        fi
    done
}

for page in *.html *.txt *.md *.tsv *.csv; do
    check_case "$page"
done
for expect in *.expect; do
    [ -e "${expect%.expect}" ] || fail "$expect" "belongs to no case"
done
check_published whole '003_*.txt'
check_published lost '004_*.txt'
check_own
check_hostile

if [ $skipped = 0 ]; then
    echo "$passed passed, $failed failed"
else
    echo "$passed passed, $failed failed, $skipped skipped"
fi
[ $failed = 0 ]
