#!/bin/bash
# Tables that contradict themselves: NAME.expect has the patch of `strata check --suggest NAME.strata` with the
# findings, and the findings that are left after --apply.
#
# unmend.py makes the published table of ETW_UM_LOGGER_CONTEXT from the spec. verify.py compares its findings with
# tests/documents/errata.tsv, and the mended spec with the spec.
set -u
shopt -s nullglob
. tests/try.sh
here=tests/check/suggest

# Prints the patch of a case, and the findings after it.
suggest()
{
    (
        cd "$scratch/cases" || exit
        "$STRATA" check -I .. --suggest "$1"
        echo "exit status $?"
        "$STRATA" check -I .. --apply "$1" >/dev/null
        echo "-- when that is applied:"
        "$STRATA" check -I .. "$1"
        echo "exit status $?"
    ) 2>&1
}

mkdir "$scratch/cases"
cp tests/check/base.strata "$scratch/"
unpack
for case in "$tree"/*.strata; do
    name=$(basename "$case" .strata)
    wanted "$name" || continue
    cp "$case" "$scratch/cases/"
    suggest "$name.strata" >"$scratch/actual"
    expects "$name" "${case%.strata}.expect" "$scratch/actual"
done
for expect in "$tree"/*.expect; do
    [ -e "${expect%.expect}.strata" ] || fail "$expect" "belongs to no case"
done

# The published table of ETW_UM_LOGGER_CONTEXT.
published()
{
    local table=$scratch/specs/etw/um_logger_context.strata right=$scratch/specs/etw/right.strata status
    cp -r "$SPECS" "$scratch/"
    # The document knows queues of three pointers alone, and so no bytes behind those that are shorter in kernels.
    sed -E -i 's/(0x[0-9A-F]+) \(\.\.1511\), (inferred )?0x[0-9A-F]+/\1/g; s/ in \.\.1511 / /' \
        "$scratch/specs/nt/tracing.strata"
    sed '/^ *unaccounted .* in 1607\.\. /d' specs/etw/um_logger_context.strata >"$right"
    python3 -B "$here/unmend.py" specs/etw/um_logger_context.strata >"$table" || fail published "unmend.py"
    "$STRATA" check -I "$scratch/specs" -W inferable --format json "$table" >"$scratch/published.json"
    "$STRATA" check -I "$scratch/specs" --apply "$table" >"$scratch/applied" 2>&1
    "$STRATA" check -I "$scratch/specs" --format json "$table" >"$scratch/mended.json"
    "$STRATA" dump -I "$scratch/specs" "$table" >"$scratch/mended-dump.json"
    "$STRATA" dump -I "$scratch/specs" "$right" >"$scratch/dump.json"
    python3 -B "$here/verify.py" "$scratch/published.json" "$scratch/mended.json" tests/documents/errata.tsv \
        "$scratch/mended-dump.json" "$scratch/dump.json" >"$scratch/report" 2>&1
    status=$?
    if [ $status = 0 ] && [[ $(tail -n 1 "$scratch/report") =~ ^([0-9]+)\ compared$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
    else
        fail published "exit status $status" "$scratch/report"
    fi
}

! wanted published || published
finish
