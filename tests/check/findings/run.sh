#!/bin/bash
# What programs read of findings, over all the cases of tests/check and over odd bytes of our own: SARIF that is valid,
# JSON that says the same as the text, patches that apply and do what --apply does.
set -u
shopt -s nullglob
passed=0 failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
tests=$PWD/tests/check/findings
cp -r tests/check "$scratch/check"
mkdir "$scratch/found"
cd "$scratch/check" || exit 2
rm -r $(dirname */run.sh)

# holds NAME COMMAND...: the command must succeed; what it prints is shown when it does not.
holds()
{
    local name=$1
    shift
    if "$@" >"$scratch/why" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL check/findings: $name"
        sed 's/^/    /' "$scratch/why"
    fi
}

# Bytes that no case has: not UTF-8, beyond the first plane, a mark at the beginning, CR LF, odd names.
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
    holds "a case in canonical form" "$STRATA" fmt odd/canonical.strata
    printf 'struct {' >odd/cut.strata
    : >odd/empty.strata
}

# A case in all formats, for the two programs to look at.
find_in() # CASE [OPTION...]
{
    local case=$1 into
    shift
    into=$scratch/found/$(printf '%s' "$case" | tr -c 'A-Za-z0-9.-' _)
    "$STRATA" check "$@" --format sarif "$case" >"$into.sarif" 2>"$scratch/stderr"
    "$STRATA" check "$@" --format json "$case" >"$into.json" 2>>"$scratch/stderr"
    "$STRATA" check "$@" "$case" 2>"$into.text" >"$scratch/stdout"
    cat "$scratch/stderr" "$scratch/stdout" >"$scratch/astray"
    holds "$case: each format keeps to its stream" diff /dev/null "$scratch/astray"
    sarifs+=("$into.sarif")
    heads+=("$into.text" "$into.json" "$into.sarif")
}

# In $scratch/patched, by whichever of the two programs there is.
apply_patch()
{
    if [ -n "$git" ]; then
        git -C "$scratch/patched" apply --whitespace=nowarn "$scratch/patch"
    else
        patch --quiet --binary --strip=1 --directory="$scratch/patched" <"$scratch/patch"
    fi
}

# Fixes of one case, in two copies of what it needs: the patch makes of one what --apply makes of the other, and --apply
# comes to an end. What was in canonical form is so afterwards.
fix() # CASE [OPTION...]
{
    local case=$1 runs=0 canonical=
    shift
    "$STRATA" check "$@" --suggest "$case" >"$scratch/patch" 2>/dev/null
    [ -s "$scratch/patch" ] || return
    "$STRATA" check "$@" --suggest "$PWD/$case" >"$scratch/said" 2>/dev/null
    holds "$case: an absolute path makes the same patch" diff "$scratch/patch" "$scratch/said"
    rm -rf "$scratch/patched" "$scratch/applied"
    mkdir "$scratch/patched" "$scratch/applied"
    cp -r base.strata "$(dirname "$case")" "$scratch/patched"
    cp -r base.strata "$(dirname "$case")" "$scratch/applied"
    holds "$case: the patch applies" apply_patch
    cd "$scratch/applied" || exit 2
    "$STRATA" fmt --check "$case" >"$scratch/said" 2>&1 && canonical=1
    "$STRATA" check "$@" --apply "$case" >"$scratch/said" 2>/dev/null
    holds "$case: --apply says what it wrote" grep -aE ': written, with [0-9]+ edits?$' "$scratch/said"
    holds "$case: --apply writes what --suggest prints" diff -r "$scratch/patched" .
    while [ -s "$scratch/said" ] && [ $((runs++)) -lt 10 ]; do
        "$STRATA" check "$@" --apply "$case" >"$scratch/said" 2>/dev/null
    done
    holds "$case: --apply comes to an end" cmp "$scratch/said" /dev/null
    if [ -n "$canonical" ]; then
        holds "$case: --apply keeps the canonical form" "$STRATA" fmt --check "$case"
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
    find_in "$case" "${options[@]}"
    fix "$case" "${options[@]}"
done
find_in nowhere.strata
holds "some cases have fixes" [ $fixed -gt 2 ]
holds "some of those are in canonical form" [ $kept -gt 0 ]
holds "SARIF is valid" python3 "$tests/sarif.py" "${sarifs[@]}"
holds "JSON and SARIF say what the text says" python3 "$tests/heads.py" "${heads[@]}"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
