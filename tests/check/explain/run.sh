#!/bin/bash
# `strata explain` has a paragraph on each diagnostic. `strata check` reports its wrong example, and nothing of its
# right one. Two lines of preamble come before an example, unless it has an axis of its own.
set -u
. tests/try.sh
registry=generator/base/diag.def
ln -s "$PWD/specs" "$scratch/specs"

# example CODE TITLE: writes the example below that title to TITLE.strata. It fails if there is none.
example()
{
    local into=$scratch/$2.strata
    "$STRATA" explain "$1" |
        awk -v title="$2:" '/^[A-Z][a-z]*:$/ { on = $0 == title } on && /^    / { print substr($0, 5) }' >"$into"
    [ -s "$into" ] || return
    grep -q '^axis' "$into" || sed -i '1i use "specs/nt/nt.strata";\ncolumns x86 | x64;' "$into"
}

# check CODE TITLE: checks an example, also for the code if it is that of a check.
check()
{
    local options=()
    ! grep -qE "^CHECK\([A-Z_]*, \"$1\"" "$registry" || options=(-W "$1")
    (cd "$scratch" && "$STRATA" check "${options[@]}" "$2.strata") >"$scratch/output" 2>&1
}

explain_code()
{
    local code=$1 words
    wanted "$code" || return
    words=$("$STRATA" explain "$code" | sed -n '3,/^$/p' | wc -w)
    if [ "$words" -lt 20 ]; then
        fail "$code" "its paragraph has $words words"
        return
    fi
    if example "$code" Wrong; then
        check "$code" Wrong
        if ! grep -qF "[$code]" "$scratch/output"; then
            fail "$code" "the wrong example is not found to be wrong" "$scratch/output"
            return
        fi
        if ! example "$code" Right; then
            fail "$code" "there is a wrong example and no right one"
            return
        fi
        if ! check "$code" Right; then
            fail "$code" "the right example is not clean" "$scratch/output"
            return
        fi
    fi
    pass
    if "$STRATA" explain | grep -q "^  $code  "; then
        pass
    else
        fail "$code" "strata explain does not list it"
    fi
}

codes=$(sed -n 's/^\(DIAG\|CHECK\)([A-Z_]*, "\([a-z-]*\)".*/\2/p' "$registry")
for code in $codes; do
    explain_code "$code"
done
finish
