#!/bin/bash
# `strata site`: its files, compared with hostile.expect, and its data with the dump. browser/ looks at the pages.
set -u
. tests/try.sh
tests=tests/site

# list DIRECTORY: prints the names of all files of a site, and the text of some.
list()
{
    (cd "$1" && find . -type f | LC_ALL=C sort &&
        for file in {index,versions,coverage,events,identities,sources}.html index.js releases.js m/*.html \
            v/x64-2.0.1000.0.html \
            s/{FOO,STATE}.html {d,t}/FOO.js json/FOO.json; do
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
    "$STRATA" site -q --feed 2026-11-28 "$@" -o "$scratch/$name" 2>&1 || { fail "$name" "cannot be written"; return; }
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
site between $tests/between.strata
site bits tests/golden/bits.strata
site kernels tests/golden/kernels.strata
site identities tests/golden/identities.strata
site lost tests/golden/lost.strata
site shipped "$SPECS"

# The program on the page of the data reads them: its answers are those of `show`.
reads()
{
    local where answer
    sed -n '/<pre id="reader">/,/<\/pre>/p' "$scratch/shipped/data.html" |
        sed 's/.*<pre id="reader">//; /<\/pre>/d; s/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g' >"$scratch/read.py"
    while read -r struct arch version member; do
        where=$("$STRATA" show "$struct.$member" --at "$version/$arch" |
            sed -nE 's/^ +\+0x0*([0-9A-F]+) .*/0x\1/p' | tail -n 1 | tr A-F a-f) # the union that holds it comes first
        answer=$(python3 -B "$scratch/read.py" "$scratch/shipped/json" "$struct" "$arch" "$version" "$member")
        [ -n "$where" ] && [ "$where" = "$answer" ] ||
            { echo "$struct.$member in $version: $answer, not $where"; return 1; }
    done <<'END'
EPROCESS x64 10.0.19041.1586 Token
EPROCESS x64 6.1.7601.17514 Token
EPROCESS x86 5.1.2600.5512 UniqueProcessId
KTHREAD x64 10.0.26100.1742 ApcState
WMI_RESOURCE x64 6.1.7601.17514 ContentionDelta
END
}
if ! wanted shipped; then
    :
elif [ -e "$scratch/shipped/json/EPROCESS.json" ]; then
    try "the program of data.html" reads
else
    skip "the program of data.html" "the site of $SPECS has no EPROCESS"
fi
try "a feed needs a date" test "$("$STRATA" site $tests/hostile.strata --feed today -o "$scratch/never" 2>&1)" = \
    'strata: error: --feed needs a date, such as 2026-11-28 [usage]'

# The script and the style sheet are small, and work without a network.
lines=$(cat generator/templates/site*.js generator/templates/site.css | wc -l)
try "less than 2,000 lines" test "$lines" -lt 2000
try "no network" test -z "$(grep -nE 'https?:|fetch\(|XMLHttp|import |eval\(|innerHTML|@import|url\([^#]' \
    generator/templates/site*.js generator/templates/site.css | grep -v 'http://www.w3.org/2000/svg')"

finish
