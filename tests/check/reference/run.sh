#!/bin/bash
# The examples of grammar/README.md: a block marked `strata` is clean (behind the page's two lines of preamble, unless
# it is marked `alone`, too), one marked `strata-error CODE` makes that code appear. Every reserved word of the grammar
# is listed on the page, and stands in an example; every check is listed.
set -u
page=grammar/README.md
passed=0 failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/examples"
ln -s "$PWD/specs" "$scratch/specs"

fail()
{
    failed=$((failed + 1))
    echo "FAIL check/reference: $1"
}

# examples/LINE.strata is the block behind that line; the index has a line LINE LANGUAGE [ARGUMENT] for each.
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
[ -s "$scratch/index" ] || fail "no examples found"

while read -r line language argument; do
    (cd "$scratch/examples" && "$STRATA" check "$line.strata") >"$scratch/output" 2>&1
    status=$?
    if [ "$language" = strata ] && { [ $status != 0 ] || [ -s "$scratch/output" ]; }; then
        fail "the example at $page:$line is not clean (exit status $status)"
        cat "$scratch/output"
    elif [ "$language" = strata-error ] && { [ $status != 1 ] || ! grep -qF "[$argument]" "$scratch/output"; }; then
        fail "the mistake at $page:$line is not found as [$argument] (exit status $status)"
        cat "$scratch/output"
    else
        passed=$((passed + 1))
    fi
done <"$scratch/index"

words=$(grep '^%token' grammar/strata.y | grep -o "\"'[a-z]*'\"" | tr -d "\"'")
[ "$(wc -w <<<"$words")" -gt 40 ] || fail "the reserved words are not found in grammar/strata.y"
listed=$(sed -n '/^## Reserved words/,/^## /p' $page | grep '^    ')
for word in $words; do
    if ! grep -qw -- "$word" <<<"$listed"; then
        fail "'$word' is not among the reserved words of $page"
    elif ! cat "$scratch"/examples/*.strata | grep -qw -- "$word"; then
        fail "'$word' stands in no example"
    else
        passed=$((passed + 1))
    fi
done

for code in $(sed -n 's/^CHECK([A-Z_]*, "\([a-z-]*\)".*/\1/p' generator/base/diag.def); do
    if sed -n '/^## What is checked/,/^## Exceptions/p' $page | grep -qF "\`$code\`"; then
        passed=$((passed + 1))
    else
        fail "'$code' is not among the checks of $page"
    fi
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
