#!/bin/bash
# The HTML of `table`, `diff`, `show` and `coverage` is a whole page that needs nothing else: check_page.py checks it.
# Its tables have the cells of the same tables in Markdown.
set -u
. tests/try.sh
tests=tests/report
golden=tests/golden

# page NAME COMMAND...: the page of a command is valid, and agrees with its Markdown.
page()
{
    local name=$1 status
    shift
    wanted "$name" || return 0
    "$STRATA" "$@" --format html >"$scratch/page.html" 2>"$scratch/said"
    status=$?
    if [ $status -gt 1 ] || [ -s "$scratch/said" ]; then
        fail "$name" "exit status $status" "$scratch/said"
        return
    fi
    "$STRATA" "$@" --format md >"$scratch/page.md"
    try "$name" python3 -B $tests/check_page.py "$scratch/page.html" "$scratch/page.md"
}

page "table of the shipped specs" table "$SPECS"
page "table as documented" table "$SPECS" --as-documented
page "table with everything" table $golden/table/constructs.strata
page "table of one structure" table "$SPECS" --struct WMI_RESOURCE
page "table with a title" table "$SPECS" --struct WMI_RESOURCE --title '<b title="a">a & b</b>'
page "table without structures" table "$SPECS"/nt/axis.strata
page "show all layouts" show "$SPECS" --struct ETW_UM_LOGGER_CONTEXT
page "show one layout" show "$SPECS" --struct WMI_BUFFER_HEADER --at 10.0/x64
page "show aggregates" show $golden/kinds.strata --struct KINDS
page "show bit-fields" show $golden/bits.strata --struct BITS
page "coverage" coverage $golden/coverage/parts.strata
page "coverage of a target" coverage $golden/coverage/parts.strata --at 1.0.200.2/x64
page "diff of releases" diff "$SPECS" --from 5.1/x86 --to 10.0/x86
page "diff of architectures" diff "$SPECS" --from 10.0/x86 --to 10.0/x64
page "diff with everything" diff $golden/diff/changes.strata --from 6.0/x64 --to 10.0.19041.1586/x64
page "diff without a difference" diff "$SPECS" --from 6.1/x64 --to 6.1/x64

# The checker sees what is wrong.
"$STRATA" diff $golden/diff/changes.strata --from 6.0/x64 --to 10.0.19041.1586/x64 --format html >"$scratch/whole.html"
while IFS='|' read -r name edit; do
    wanted "$name" || continue
    sed -E "$edit" "$scratch/whole.html" >"$scratch/broken.html"
    if cmp -s "$scratch/whole.html" "$scratch/broken.html"; then
        fail "$name" "the edit changes nothing"
    elif python3 -B $tests/check_page.py "$scratch/broken.html" >"$scratch/report" 2>&1; then
        fail "$name" "is not seen"
    else
        pass
    fi
done <<'END'
no doctype|1d
an open tag|0,/<\/td>/s///
a closed tag too many|0,/<td/s//<\/b><td/
an id twice|s/ id="BITS\.[^"]*"/ id="BITS"/
a link that leads nowhere|0,/href="#/s//href="#no-/
a link to elsewhere|0,/href="#/s//href="https:\/\/example.org\/#/
a script|s,</head>,<script>1</script></head>,
a style sheet from elsewhere|s,^html \{,@import "x.css";&,
a colour without a value|s/var\(--mark\)/var(--marker)/
a colour without a dark value|/prefers-color-scheme/,/^\}/s/^ +--mark:.*//
a cell too few|0,/<td class="words">[^<]*<\/td>/s///
an escape twice|s/<h1>/<h1>\&amp;amp;/
no title|s,<title>.*</title>,<title></title>,
no charset|/charset/d
END

# The same page comes from any directory, and in any locale.
(cd / && LC_ALL=C.UTF-8 "$STRATA" table "$SPECS" --format html) >"$scratch/elsewhere.html"
"$STRATA" table "$(realpath --relative-to=. "$SPECS")" --format html >"$scratch/here.html"
same "a page is the same everywhere" "$scratch/here.html" "$scratch/elsewhere.html"

finish
