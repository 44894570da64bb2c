#!/bin/bash
# strata table against the published tables: `--as-documented` prints them again, row for row; remarks are worked out.
# And back: what is printed in any format is imported again, and is the same model.
set -u
tests=tests/table
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
    elif ! python3 $tests/compare.py "$scratch/table.txt" tests/documents "$structure" >"$scratch/report" 2>&1; then
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
for edit in '/FlushThreshold/s/0x0178/0x0170/' '/LoggerThread;/s/not in 6.0/not in 6.1/' \
    's/next at 0x10 /next at 0x14 /' '/HANDLE FlushEvent/{h;d};/HANDLE LoggerEvent;.*6.1/{G}'; do
    "$STRATA" table specs --struct ETW_UM_LOGGER_CONTEXT --as-documented | sed "$edit" >"$scratch/table.txt"
    python3 $tests/compare.py "$scratch/table.txt" tests/documents ETW_UM_LOGGER_CONTEXT >"$scratch/report" 2>&1
    if [ $? != 1 ]; then
        fail "nothing differs after '$edit'" <"$scratch/report"
    else
        passed=$((passed + 1))
    fi
done

# Every version of every structure: what the table's words say is what the model has. Of the shipped specs, and of specs
# whose members move past one another.
verify()
{
    local name=$1 specs=$2
    if ! "$STRATA" table --no-all "$specs" >"$scratch/table.txt" 2>"$scratch/report" ||
        ! "$STRATA" dump --no-all "$specs" >"$scratch/dump.json" 2>"$scratch/report" ||
        ! python3 $tests/verify.py "$scratch/dump.json" "$scratch/table.txt" >"$scratch/report" 2>&1; then
        fail "$name" <"$scratch/report"
    else
        passed=$((passed + 1))
    fi
}

# And what is imported of the table, in any format, is what the table's words say.
verify_again()
{
    local name=$1 specs=$2 format=$3
    if ! "$STRATA" table --no-all --format "$format" "$specs" >"$scratch/page.${format/text/txt}" 2>"$scratch/report" ||
        ! "$STRATA" import table --struct MOVING --use "$scratch/specs/nt/nt.strata" -o "$scratch/specs/again.strata" \
            "$scratch/page.${format/text/txt}" >"$scratch/report" 2>&1 ||
        ! "$STRATA" dump --no-all "$scratch/specs/again.strata" >"$scratch/dump.json" 2>"$scratch/report" ||
        ! python3 $tests/verify.py "$scratch/dump.json" "$scratch/table.txt" >"$scratch/report" 2>&1; then
        fail "$name, by way of $format" <"$scratch/report"
    else
        passed=$((passed + 1))
    fi
}

verify "all versions" specs
for seed in {1..12}; do
    python3 $tests/verify.py --make $seed >"$scratch/specs/moving.strata"
    verify "members that move, $seed" "$scratch/specs/moving.strata"
    for format in text md html; do
        verify_again "members that move, $seed" "$scratch/specs/moving.strata" $format
    done
done

# import, table, import: the same model, whatever the format between. Of a document that contradicts itself that is the
# table as documented.
round_trip()
{
    local page=$1 table=$2 format suffix
    shift 2
    "$STRATA" import table "$page" -o "$scratch/first.strata" "$@" 2>"$scratch/report"
    if [ $? -gt 1 ] || ! "$STRATA" fmt --check "$scratch/first.strata" >>"$scratch/report" 2>&1 ||
        ! "$STRATA" dump --no-all "$scratch/first.strata" >"$scratch/first.json" 2>>"$scratch/report"; then
        fail "$(basename "$page") is not imported" <"$scratch/report"
        return
    fi
    for format in text md html; do
        suffix=${format/text/txt}
        # shellcheck disable=SC2086
        "$STRATA" table $table --format $format "$scratch/first.strata" >"$scratch/page.$suffix" 2>"$scratch/report"
        "$STRATA" import table "$scratch/page.$suffix" -o "$scratch/second.strata" "$@" 2>>"$scratch/report"
        "$STRATA" dump --no-all "$scratch/second.strata" >"$scratch/second.json" 2>>"$scratch/report"
        if cmp -s "$scratch/first.json" "$scratch/second.json"; then
            passed=$((passed + 1))
        else
            diff "$scratch/first.strata" "$scratch/second.strata" >>"$scratch/report"
            fail "$(basename "$page") by way of $format is another model" <"$scratch/report"
        fi
    done
}

# The published page once more, from nothing but its text: imported, mended as check suggests, printed as documented.
# imported.expect is where that is not the page: one member has a name, and nothing says what the page last saw.
mend_page()
{
    "$STRATA" import table "$1" -o "$scratch/mended.strata" >"$scratch/report" 2>&1
    if [ $? -gt 1 ]; then
        fail "$(basename "$1") is not imported" <"$scratch/report"
        return
    fi
    "$STRATA" check --apply "$scratch/mended.strata" >/dev/null 2>&1
    if ! "$STRATA" table --as-documented "$scratch/mended.strata" >"$scratch/table.txt" 2>"$scratch/report"; then
        fail "$(basename "$1") is not mended" <"$scratch/report"
        return
    fi
    python3 $tests/compare.py "$scratch/table.txt" tests/documents ETW_UM_LOGGER_CONTEXT >"$scratch/report" 2>&1
    if [ "${UPDATE:-}" = 1 ]; then
        cp "$scratch/report" $tests/imported.expect
        passed=$((passed + 1))
    elif diff -u $tests/imported.expect "$scratch/report" >"$scratch/diff"; then
        passed=$((passed + 1))
    else
        fail "$(basename "$1"), mended, is not the page" <"$scratch/diff"
    fi
}

skipped=0
if [ -d "$STRATA_SHARED/seeds" ]; then
    for page in "$STRATA_SHARED"/seeds/*.txt; do
        case $(basename "$page") in
        000_*) round_trip "$page" --no-all --struct WMI_RESOURCE ;;
        002_*) round_trip "$page" --no-all --struct ETW_KERNEL_HEADER_EXTENSION ;;
        003_* | 004_*) round_trip "$page" "--no-all --as-documented" ;;
        *) round_trip "$page" --no-all ;;
        esac
        [[ $(basename "$page") != 003_* ]] || mend_page "$page"
    done
else
    echo "SKIP table: there are no pages in $STRATA_SHARED/seeds"
    skipped=1
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
