#!/bin/bash
# Every diagnostic appears in its cases, and not in their twins. tests/README.md describes the cases.
set -u
shopt -s nullglob
. tests/try.sh
export STRATA_SPECS=../../specs # in messages
registry=$PWD/generator/base/diag.def
unpack
cd "$tree" || exit 2

# Writes the output of a case, and its exit status, to $scratch/actual.
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
        "$STRATA" check "${options[@]}" -I . "$case" >"$scratch/actual" 2>&1
    fi
    status=$?
    echo "exit status $status" >>"$scratch/actual"
    return $status
}

check_case()
{
    local case=$1 code=$2 status expect=${1%.*}.expect twin=
    wanted "$case" || return
    [[ ${case%.*} == *-ok ]] && twin=1
    run_case "$case"
    status=$?
    if [ $status -gt 2 ]; then
        fail "$case" "exit status $status" "$scratch/actual"
    elif [ -n "$twin" ] && grep -qF "[$code]" "$scratch/actual"; then
        fail "$case" "[$code] appears" "$scratch/actual"
    elif [ -z "$twin" ] && ! grep -qF "[$code]" "$scratch/actual"; then
        fail "$case" "[$code] does not appear" "$scratch/actual"
    elif [ -n "$twin" ] && [ ! -e "$expect" ]; then
        same "$case" <(echo "exit status 0") "$scratch/actual"
    else
        expects "$case" "$expect" "$scratch/actual"
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

finish
