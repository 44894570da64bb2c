#!/bin/bash
# Published pages, and what the importers' readers make of them. NAME.expect is all that page_dump prints of NAME, whose
# suffix says which reader is asked; UPDATE=1 writes it. The published pages themselves are compared with the transcription
# in tests/documents where they are at hand; published.counts is what must be found in them.
set -u
cd "$(dirname "$0")" || exit 2
passed=0 failed=0 skipped=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
dump=$BUILD/tests/page_dump
mkdir -p "$BUILD/tests"

# shellcheck disable=SC2086
if ! "$CC" -std=c11 -Wall -Wextra ${CFLAGS:--O1 -g} -I../../generator -o "$dump" page_dump.c "$BUILD/libstrata.a" -lxml2
then
    echo "FAIL pages: tests/pages/page_dump.c does not build"
    echo "0 passed, 1 failed"
    exit 1
fi

fail()
{
    failed=$((failed + 1))
    echo "FAIL pages/$1: $2"
}

# dump_page FILE: what its reader makes of it, into $scratch/actual.
dump_page()
{
    local reader=${1##*.}
    case $reader in
    txt | md) reader=text ;;
    esac
    "$dump" "$reader" "$1" >"$scratch/actual" 2>&1
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
        echo "SKIP pages/$1: no $STRATA_SHARED/seeds/$2"
    elif dump_page "$page" && python3 compare.py "$1" "$scratch/actual" ../documents >"$scratch/report" 2>&1 &&
        head -n 1 "$scratch/report" | grep -qxFf published.counts; then
        passed=$((passed + 1))
    else
        fail "$1" "is not the transcription"
        cat "$scratch/report"
    fi
}

for page in *.html *.txt *.md *.tsv *.csv; do
    check_case "$page"
done
for expect in *.expect; do
    [ -e "${expect%.expect}" ] || fail "$expect" "belongs to no case"
done
check_published whole '003_*.txt'
check_published lost '004_*.txt'

if [ $skipped = 0 ]; then
    echo "$passed passed, $failed failed"
else
    echo "$passed passed, $failed failed, $skipped skipped"
fi
[ $failed = 0 ]
