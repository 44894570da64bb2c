#!/bin/bash
# Published pages, and the tables that the readers find in them. NAME.expect is the output of page_dump for NAME; the
# suffix of NAME says which reader. The pages of the reference data are compared with their transcription in
# tests/documents; published.counts has the numbers of what is found in them.
set -u
. tests/try.sh
build_tool page_dump tests/page/read/page_dump.c
dump=$BUILD/tests/page_dump
cd tests/page/read || exit 2

# reader_of FILE: prints the reader of a file.
reader_of()
{
    case ${1##*.} in
    txt | md) echo text ;;
    *) echo "${1##*.}" ;;
    esac
}

# dump_page FILE: writes the tables of a page to $scratch/actual.
dump_page()
{
    "$dump" "$(reader_of "$1")" "$1" >"$scratch/actual" 2>&1
}

# The output of `strata table` is a page, too, and the same one in each format.
check_own()
{
    local format first=
    for format in text md html; do
        (cd ../../.. && "$STRATA" table "$SPECS" --format $format) >"$scratch/own.$format" 2>/dev/null
    done
    mv "$scratch/own.text" "$scratch/own.txt"
    for format in txt md html; do
        dump_page "$scratch/own.$format"
        sed 's/ line [0-9]*//; s/^ *[0-9]*: *//; s/\\n/ /g; /^title/d; /Made by strata/d' "$scratch/actual" |
            sed -n "/^${first:-.*}$/,\$p" >"$scratch/own.$format.page"
        first=$(head -n 1 "$scratch/own.$format.page") # before it other formats have a title and the contents
        if grep -q '\[unread\]' "$scratch/actual"; then
            fail "own.$format" "cannot be read" <(grep -A 3 '\[unread\]' "$scratch/actual")
        elif [ "$(grep -c '^table' "$scratch/own.$format.page")" -lt 5 ]; then
            fail "own.$format" "has no tables"
        else
            same "own.$format" "$scratch/own.txt.page" "$scratch/own.$format.page"
        fi
    done
}

check_case()
{
    local page=$1
    wanted "$page" || return
    if dump_page "$page"; then
        expects "$page" "$page.expect" "$scratch/actual"
    else
        fail "$page" "ends in an error" "$scratch/actual"
    fi
}

# check_published NAME PATTERN: compares a page with its transcription.
check_published()
{
    local page
    wanted "$1" || return
    page=$(find "$STRATA_SHARED/seeds" -name "$2" 2>/dev/null | head -n 1)
    if [ -z "$page" ]; then
        skip "$1" "there is no $STRATA_SHARED/seeds/$2"
    elif dump_page "$page" && python3 compare.py "$1" "$scratch/actual" ../../documents >"$scratch/report" 2>&1 &&
        head -n 1 "$scratch/report" | grep -qxFf published.counts; then
        pass
    else
        fail "$1" "is not the transcription" "$scratch/report"
    fi
}

# Hostile pages: each is read in time, without a crash, and with few messages. `make test` and sanitizers, which look at
# memory, read a fifth of each; `make test-long` reads all.
check_hostile()
{
    local page name status share=5
    ! in_part long || [[ $CFLAGS == *-fsanitize=* ]] || share=1
    mkdir "$scratch/hostile"
    python3 hostile.py "$scratch/hostile" $share
    for page in "$scratch"/hostile/*; do
        name=hostile/$(basename "$page")
        wanted "$name" || continue
        timeout 300 "$dump" "$(reader_of "$page")" "$page" >"$scratch/actual" 2>&1
        status=$?
        if [ $status != 0 ]; then
            fail "$name" "exit status $status" <(tail -n 20 "$scratch/actual" | cut -c 1-200)
        elif [ "$(grep -c ' warning: ' "$scratch/actual")" -gt 1001 ]; then
            fail "$name" "$(grep -c ' warning: ' "$scratch/actual") warnings"
        else
            pass
        fi
    done
}

if [ "$PART" = long ]; then
    if [[ $CFLAGS == *-fsanitize=* ]]; then
        skip hostile "sanitizers read a fifth of each page"
    else
        check_hostile
    fi
    finish
    exit
fi
for page in *.html *.txt *.md *.tsv *.csv; do
    check_case "$page"
done
for expect in *.expect; do
    [ -e "${expect%.expect}" ] || fail "$expect" "belongs to no case"
done
check_published whole '003_*.txt'
check_published lost '004_*.txt'
! wanted own || check_own
check_hostile
finish
