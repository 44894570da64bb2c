#!/bin/bash
# The examples of grammar/README.md: a block marked `strata` is clean, and one marked `strata-error CODE` makes that
# code appear. The page's two lines of preamble come before each block that is not marked `alone`. The page lists every
# reserved word of the grammar and every check, and every reserved word is in an example.
set -u
. tests/try.sh
page=grammar/README.md
mkdir "$scratch/examples"
ln -s "$PWD/specs" "$scratch/specs"

# examples/LINE.strata is the block below that line. The index has a line LINE LANGUAGE [ARGUMENT] for each.
awk -v into="$scratch/examples/" -v index_file="$scratch/index" '
    /^```strata/ {
        file = into NR ".strata"
        language = substr($1, 4)
        print NR, language, $2 > index_file
        printf "%s", $2 == "alone" ? "" : preamble > file
        first = preamble == ""
        inside = 1
        next
    }
    /^```/ { inside = 0 }
    inside {
        print > file
        if (first)
            preamble = preamble $0 "\n"
    }' $page
[ -s "$scratch/index" ] || fail examples "none found"

while read -r line language argument; do
    name=$page:$line
    wanted "$name" || continue
    (cd "$scratch/examples" && "$STRATA" check "$line.strata") >"$scratch/output" 2>&1
    status=$?
    if [ "$language" = strata ] && { [ $status != 0 ] || [ -s "$scratch/output" ]; }; then
        fail "$name" "the example is not clean (exit status $status)" "$scratch/output"
    elif [ "$language" = strata-error ] && { [ $status != 1 ] || ! grep -qF "[$argument]" "$scratch/output"; }; then
        fail "$name" "the mistake is not found as [$argument] (exit status $status)" "$scratch/output"
    else
        pass
    fi
done <"$scratch/index"

# has NAME TEXT: the word NAME stands in a text.
has()
{
    grep -qw -e "$1" <<<"$2"
}

words=$(grep '^%token' grammar/strata.y | grep -o "\"'[a-z]*'\"" | tr -d "\"'")
[ "$(wc -w <<<"$words")" -gt 40 ] || fail "reserved words" "not found in grammar/strata.y"
listed=$(sed -n '/^## Reserved words/,/^## /p' $page | grep '^    ')
shown=$(cat "$scratch"/examples/*.strata)
for word in $words; do
    if ! has "$word" "$listed"; then
        fail "$word" "is not among the reserved words of $page"
    else
        try "$word" has "$word" "$shown"
    fi
done

checked=$(sed -n '/^## What is checked/,/^## Exceptions/p' $page)
for code in $(sed -n 's/^CHECK([A-Z_]*, "\([a-z-]*\)".*/\1/p' generator/base/diag.def); do
    try "the check $code" grep -qF "\`$code\`" <<<"$checked"
done
finish
