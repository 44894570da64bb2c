#!/bin/bash
# `strata site`: its files, compared with hostile.expect, and its data with the dump. browser/ looks at the pages.
set -u
. tests/try.sh
tests=tests/site

# list DIRECTORY: prints the names of all files of a site, and the text of some.
list()
{
    (cd "$1" && find . -type f | LC_ALL=C sort &&
        for file in {index,versions,coverage}.html index.js v/x64-2.0.1000.0.html s/{FOO,STATE}.html {d,t}/FOO.js json/FOO.json; do
            echo "==== $file"
            cat $file
        done)
}

# site NAME SPECS...: the site of these specs is sound.
site()
{
    local name=$1
    shift
    wanted "$name" || return 0
    "$STRATA" dump "$@" >"$scratch/dump.json"
    "$STRATA" site -q "$@" -o "$scratch/$name" 2>&1 || { fail "$name" "cannot be written"; return; }
    compare "$name" python3 -B $tests/check_site.py "$scratch/$name" "$scratch/dump.json"
}

need "site of hostile specs" "$STRATA" site $tests/hostile.strata --title '<b title="a">a & b</b>' -o "$scratch/hostile"
list "$scratch/hostile" >"$scratch/hostile.list"
expects hostile $tests/hostile.expect "$scratch/hostile.list"

# The same site comes from any directory, in any locale, and the next time nothing is written.
(cd / && LC_ALL=C.UTF-8 "$STRATA" site "$OLDPWD/$tests/hostile.strata" --title '<b title="a">a & b</b>' \
    -o "$scratch/elsewhere" >"$scratch/said")
same "a site is the same everywhere" "$scratch/hostile" "$scratch/elsewhere"
try "a site is up to date" "$STRATA" site --check $tests/hostile.strata --title '<b title="a">a & b</b>' \
    -o "$scratch/hostile"

site data $tests/hostile.strata
site kinds tests/golden/kinds.strata
site inner $tests/inner.strata
site bits tests/golden/bits.strata
site kernels tests/golden/kernels.strata
site identities tests/golden/identities.strata
site lost tests/golden/lost.strata
site shipped "$SPECS"

# The script and the style sheet are small, and work without a network.
lines=$(cat generator/templates/site*.js generator/templates/site.css | wc -l)
try "less than 2,000 lines" test "$lines" -lt 2000
try "no network" test -z "$(grep -nE 'https?:|fetch\(|XMLHttp|import |eval\(|innerHTML|@import|url\([^#]' \
    generator/templates/site*.js generator/templates/site.css | grep -v 'http://www.w3.org/2000/svg')"

finish
