#!/bin/bash
# strata table against the published tables: `--as-documented` prints them again, row for row; remarks are worked out.
# And back: what is printed in any format is imported again, and is the same model.
set -u
passed=0 failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# Prints a failure and what is on standard input below it.
fail()
{
    echo "FAIL table: $1"
    sed 's/^/    /'
    failed=$((failed + 1))
}

# The documented table of a structure of these specs equals the transcription of the page.
compare()
{
    local name=$1 specs=$2 structure=$3
    if ! "$STRATA" table "$specs" --struct "$structure" --as-documented >"$scratch/table.txt" 2>"$scratch/report"; then
        fail "$name" <"$scratch/report"
    elif ! python3 tests/table/compare.py "$scratch/table.txt" tests/documents "$structure" >"$scratch/report" 2>&1; then
        fail "$name" <"$scratch/report"
    else
        passed=$((passed + 1))
    fi
}

structures=(ETW_UM_LOGGER_CONTEXT WMI_RESOURCE EVENT_TRACE_SPINLOCK_INFORMATION EVENT_TRACE_SPINLOCK_INFORMATION_V1
    ETW_KERNEL_HEADER_EXTENSION)
for structure in "${structures[@]}"; do
    compare "$structure as documented" specs "$structure"
done

# The page's remarks follow from its rows: without a single claim in the spec they are the same.
cp -r specs "$scratch/specs"
sed -E -i 's/ +(previously|next) 0x[^;]*;/;/; s/ +last \([^;]*;/;/' "$scratch/specs/etw/um_logger_context.strata"
if grep -nE '(previously|next) 0x|last \(' "$scratch/specs/etw/um_logger_context.strata" >"$scratch/report"; then
    fail "claims are left in the spec" <"$scratch/report"
fi
compare "remarks worked out" "$scratch/specs" ETW_UM_LOGGER_CONTEXT

# The comparison must see a difference: a wrong offset, version, remark, order.
for edit in 's/0x0178 \|/0x0170 |/' '/LoggerThread;/s/not in 6.0/not in 6.1/' 's/next at 0x10 /next at 0x14 /' \
    '/HANDLE FlushEvent/{h;d};/HANDLE LoggerEvent;.*6.1/{G}'; do
    "$STRATA" table specs --struct ETW_UM_LOGGER_CONTEXT --as-documented | sed "$edit" >"$scratch/table.txt"
    if python3 tests/table/compare.py "$scratch/table.txt" tests/documents ETW_UM_LOGGER_CONTEXT >"$scratch/report"; then
        fail "nothing differs after '$edit'" <"$scratch/report"
    else
        passed=$((passed + 1))
    fi
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
