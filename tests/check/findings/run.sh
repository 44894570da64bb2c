#!/bin/bash
# Findings for programs, over all the cases of tests/check and over odd bytes made here: SARIF is valid, JSON and SARIF
# say the same as the text, patches apply and do the same as --apply.
set -u
shopt -s nullglob
. tests/try.sh
export STRATA_SPECS=../../specs # in messages
tests=$PWD/tests/check/findings
python3 -B tests/blocks.py unpack tests/check "$scratch/check" || exit 2
mkdir "$scratch/found"
cd "$scratch/check" || exit 2
rm run.sh

# Makes cases of bytes that no other case has: not UTF-8, beyond the first plane, a mark at the beginning, CR LF, odd
# names.
make_odd_cases()
{
    local used='use "../base.strata";'
    mkdir odd
    printf '%s\nstruct S in 5.0.. { ULONG A at 0x00 "\xff\xc0"; }\n' "$used" >odd/bytes.strata
    printf '%s\nstruct S in 5.0.. { /* \xf0\x9f\x98\x80\xc3\xa9 */ MISSING A; }\n' "$used" >odd/astral.strata
    printf '\xef\xbb\xbfstuct S { }\n' >odd/mark.strata
    printf '%s\r\nstruct S in 5.0.. {\r\n    ULONG A    allow overlap "none";\r\n}\r\n' "$used" >odd/crlf.strata
    printf '%s struct S in 5.0.. { ULONG A allow gap "\xc3\xa9" allow overlap "x"; }' "$used" >odd/end.strata
    cp odd/crlf.strata "odd/a b%#?:{é}\"\\.strata"
    cp odd/crlf.strata odd/$'\xff\t'.strata
    cp odd/crlf.strata odd/$'esc\x1b[31m\x7f c1\xc2\x9b bidi\xe2\x80\xae\xe2\x81\xa6'.strata
    cp odd/crlf.strata odd/$'two\nlines'.strata
    printf '%s\nstruct S in 5.0.. { ULONG A at 0 allow overlap "x"; ULONGLONG B at 8; }\n' "$used" >odd/canonical.strata
    try "a case in canonical form" "$STRATA" fmt odd/canonical.strata
    printf 'struct {' >odd/cut.strata
    : >odd/empty.strata
}

# Writes the findings of a case in all formats, for the two programs.
find_in() # CASE [OPTION...]
{
    local case=$1 into
    shift
    into=$scratch/found/$(printf '%s' "$case" | tr -c 'A-Za-z0-9.-' _)
    "$STRATA" check "$@" --format sarif "$case" >"$into.sarif" 2>"$scratch/stderr"
    "$STRATA" check "$@" --format json "$case" >"$into.json" 2>>"$scratch/stderr"
    "$STRATA" check "$@" "$case" 2>"$into.text" >"$scratch/stdout"
    cat "$scratch/stderr" "$scratch/stdout" >"$scratch/astray"
    try "$case: each format keeps to its stream" diff "$nothing" "$scratch/astray"
    sarifs+=("$into.sarif")
    heads+=("$into.text" "$into.json" "$into.sarif")
}

# Applies the patch to $scratch/patched, by git or, without it, by patch.
apply_patch()
{
    if [ -n "$git" ]; then
        git -C "$scratch/patched" apply --whitespace=nowarn "$scratch/patch"
    else
        patch --quiet --binary --strip=1 --directory="$scratch/patched" <"$scratch/patch"
    fi
}

# Fixes a case in two copies: the patch and --apply write the same, and --apply comes to an end. A spec in canonical
# form keeps it.
fix() # CASE [OPTION...]
{
    local case=$1 runs=0 canonical=
    shift
    "$STRATA" check "$@" --suggest "$case" >"$scratch/patch" 2>/dev/null
    [ -s "$scratch/patch" ] || return
    "$STRATA" check "$@" --suggest "$PWD/$case" >"$scratch/said" 2>/dev/null
    try "$case: an absolute path makes the same patch" diff "$scratch/patch" "$scratch/said"
    rm -rf "$scratch/patched" "$scratch/applied"
    mkdir "$scratch/patched" "$scratch/applied"
    cp -r base.strata "$(dirname "$case")" "$scratch/patched"
    cp -r base.strata "$(dirname "$case")" "$scratch/applied"
    try "$case: the patch applies" apply_patch
    cd "$scratch/applied" || exit 2
    "$STRATA" fmt --check "$case" >"$scratch/said" 2>&1 && canonical=1
    "$STRATA" check "$@" --apply "$case" >"$scratch/said" 2>/dev/null
    try "$case: --apply says what it wrote" grep -aE ': written, with [0-9]+ edits?$' "$scratch/said"
    try "$case: --apply writes what --suggest prints" diff -r "$scratch/patched" .
    while [ -s "$scratch/said" ] && [ $((runs++)) -lt 10 ]; do
        "$STRATA" check "$@" --apply "$case" >"$scratch/said" 2>/dev/null
    done
    try "$case: --apply comes to an end" cmp "$scratch/said" "$nothing"
    if [ -n "$canonical" ]; then
        try "$case: --apply keeps the canonical form" "$STRATA" fmt --check "$case"
        kept=$((kept + 1))
    fi
    cd "$scratch/check" || exit 2
rm -r $(dirname */run.sh)
    fixed=$((fixed + 1))
}

make_odd_cases
git=$(command -v git)
fixed=0 kept=0 sarifs=() heads=()
for case in */*.strata; do
    options=()
    [ ! -e "${case%.strata}.options" ] || read -r -a options <"${case%.strata}.options"
    wanted "$case" || continue
    find_in "$case" -I . "${options[@]}"
    fix "$case" -I . "${options[@]}"
done
wanted nowhere.strata && find_in nowhere.strata
if [ -z "$ONLY" ]; then
    try "some cases have fixes" [ $fixed -gt 2 ]
    try "some of those are in canonical form" [ $kept -gt 0 ]
fi
need "SARIF is valid" python3 "$tests/sarif.py" "${sarifs[@]}"
need "JSON and SARIF say the same as the text" python3 "$tests/heads.py" "${heads[@]}"
finish
