#!/bin/bash
# Every diagnostic appears where it should and not where it should not; tests/README.md describes the cases.
set -u
shopt -s nullglob
cd "$(dirname "$0")" || exit 2

registry=../../generator/base/diag.def
passed=0 failed=0
scratch=$(mktemp -d) || exit 2
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT

fail()
{
    echo "FAIL check/$1: $2"
    failed=$((failed + 1))
}

# Writes what a case prints, and its exit status, to $scratch/actual.
run_case()
{
    local case=$1 status options=()
    if [[ $case == *.cmd ]]; then
        chmod -R u+w "$scratch"
        rm -rf "$scratch/empty"
        mkdir "$scratch/empty"
        cp base.strata "$scratch/base.strata"
        (cd "$scratch/empty" && CASES="$OLDPWD/$(dirname "$case")" bash "$OLDPWD/$case") >"$scratch/actual" 2>&1
    else
        [ ! -e "${case%.*}.options" ] || read -r -a options <"${case%.*}.options"
        "$STRATA" check "${options[@]}" "$case" >"$scratch/actual" 2>&1
    fi
    status=$?
    echo "exit status $status" >>"$scratch/actual"
    return $status
}

check_case()
{
    local case=$1 code=$2 status expect=${1%.*}.expect twin=
    [[ ${case%.*} == *-ok ]] && twin=1
    run_case "$case"
    status=$?
    if [ $status -gt 2 ]; then
        fail "$case" "exit status $status"
        cat "$scratch/actual"
        return
    fi
    if [ -n "$twin" ]; then
        if grep -qF "[$code]" "$scratch/actual"; then
            fail "$case" "[$code] appears"
            cat "$scratch/actual"
            return
        fi
    elif ! grep -qF "[$code]" "$scratch/actual"; then
        fail "$case" "[$code] does not appear"
        cat "$scratch/actual"
        return
    fi
    if [ -n "$twin" ] && [ ! -e "$expect" ]; then
        echo "exit status 0" >"$scratch/expected"
    elif [ "${UPDATE:-}" = 1 ]; then
        cp "$scratch/actual" "$expect"
        cp "$expect" "$scratch/expected"
    elif [ -e "$expect" ]; then
        cp "$expect" "$scratch/expected"
    else
        fail "$case" "has no expectation; UPDATE=1 writes it"
        return
    fi
    if diff -u "$scratch/expected" "$scratch/actual" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        fail "$case" "prints something else (- expected, + actual)"
        tail -n +3 "$scratch/diff"
    fi
}

check_code()
{
    local code=$1 case firing=0 twins=0
    for case in "$code"/*.strata "$code"/*.cmd; do
        [ -e "$case" ] || continue
        if [[ ${case%.*} == *-ok ]]; then
            twins=$((twins + 1))
        else
            firing=$((firing + 1))
        fi
        check_case "$case" "$code"
    done
    [ $firing -gt 0 ] || fail "$code" "no case makes it appear"
    [ $twins -gt 0 ] || fail "$code" "no twin in which it does not appear"
}

codes=$(sed -n 's/^\(DIAG\|CHECK\)([A-Z_]*, "\([a-z-]*\)".*/\2/p' "$registry")
[ -n "$codes" ] || fail diag.def "no code found"
[ "$(wc -w <<<"$codes")" = "$(grep -Ec '^(DIAG|CHECK)\(' "$registry")" ] ||
    fail diag.def "a code that this runner cannot read"
for code in $codes; do
    check_code "$code"
done
for directory in */; do
    [ ! -e "$directory/run.sh" ] || continue
    grep -qxF "${directory%/}" <<<"$codes" || fail "$directory" "diag.def has no such code"
done
for file in */*.expect */*.options; do
    [ ! -e "${file%/*}/run.sh" ] || continue
    compgen -G "${file%.*}.[sc]*" >/dev/null || fail "$file" "belongs to no case"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
