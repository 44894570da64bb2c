#!/bin/bash
# What `strata check --suggest` makes of tables that contradict themselves, and what --apply leaves.
#
# NAME.strata has NAME.expect: the patch and the findings, then what is found in the mended spec. The published table of
# ETW_UM_LOGGER_CONTEXT is not kept: unmend.py makes it from the spec, and verify.py compares what is found in it with
# tests/documents/errata.tsv, and the mended spec with the real one.
set -u
shopt -s nullglob
root=$PWD
here=tests/check/suggest
passed=0 failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

fail()
{
    echo "FAIL check/suggest: $1"
    failed=$((failed + 1))
}

# Prints what is suggested for a case, and what `check` says once that is applied.
suggest()
{
    (
        cd "$scratch/cases" || exit
        "$STRATA" check --suggest "$1"
        echo "exit status $?"
        "$STRATA" check --apply "$1" >/dev/null
        echo "-- when that is applied:"
        "$STRATA" check "$1"
        echo "exit status $?"
    ) 2>&1
}

mkdir "$scratch/cases"
cp tests/check/base.strata "$scratch/"
for case in "$here"/*.strata; do
    name=$(basename "$case" .strata) expect=${case%.strata}.expect
    cp "$case" "$scratch/cases/"
    suggest "$name.strata" 2>"$scratch/trouble" >"$scratch/actual"
    if [ "${UPDATE:-}" = 1 ]; then
        cp "$scratch/actual" "$expect"
    fi
    if [ ! -e "$expect" ]; then
        fail "$name has no expectation; UPDATE=1 writes it"
    elif diff -u "$expect" "$scratch/actual" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        fail "$name: not what was expected (- expected, + actual)"
        tail -n +3 "$scratch/diff"
    fi
done
for expect in "$here"/*.expect; do
    [ -e "${expect%.expect}.strata" ] || fail "$expect belongs to no case"
done

cp -r specs "$scratch/"
table=$scratch/specs/etw/um_logger_context.strata
python3 -B "$here/unmend.py" specs/etw/um_logger_context.strata >"$table" || fail "unmend.py"
"$STRATA" check -W inferable --format json "$table" >"$scratch/published.json"
"$STRATA" check --apply "$table" >"$scratch/applied" 2>&1
"$STRATA" check --format json "$table" >"$scratch/mended.json"
"$STRATA" dump "$table" >"$scratch/mended-dump.json"
"$STRATA" dump specs/etw/um_logger_context.strata >"$scratch/dump.json"
python3 -B "$here/verify.py" "$scratch/published.json" "$scratch/mended.json" tests/documents/errata.tsv \
    "$scratch/mended-dump.json" "$scratch/dump.json" >"$scratch/report" 2>&1
status=$?
if [ $status = 0 ] && [[ $(tail -n 1 "$scratch/report") =~ ^([0-9]+)\ compared$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
else
    fail "the published ETW_UM_LOGGER_CONTEXT"
    cat "$scratch/report"
fi
cd "$root" || exit 2

echo "$passed passed, $failed failed"
[ $failed = 0 ]
