#!/bin/bash
# `strata table --as-documented` prints the published tables row for row, with remarks that Strata works out. The output
# in any format, imported again, is the same model.
set -u
. tests/try.sh
tests=tests/table

# compare_page NAME SPECS STRUCTURE: the documented table of a structure equals the transcription of the page.
compare_page()
{
    local name=$1 specs=$2 structure=$3
    wanted "$name" || return
    if ! "$STRATA" table "$specs" --struct "$structure" --as-documented >"$scratch/table.txt" 2>"$scratch/report"; then
        fail "$name" "differs" "$scratch/report"
    elif ! python3 $tests/compare.py "$scratch/table.txt" tests/documents "$structure" >"$scratch/report" 2>&1; then
        fail "$name" "differs" "$scratch/report"
    else
        pass
    fi
}

structures=(ETW_UM_LOGGER_CONTEXT WMI_RESOURCE EVENT_TRACE_SPINLOCK_INFORMATION EVENT_TRACE_SPINLOCK_INFORMATION_V1
    ETW_KERNEL_HEADER_EXTENSION)
for structure in "${structures[@]}"; do
    compare_page "$structure as documented" "$SPECS" "$structure"
done

# The remarks of the page follow from its rows: without claims in the spec they are the same.
cp -r "$SPECS" "$scratch/specs"
sed -E -i 's/ +(previously|next) 0x[^;]*;/;/; s/ +last \([^;]*;/;/' "$scratch/specs/etw/um_logger_context.strata"
if grep -nE '(previously|next) 0x|last \(' "$scratch/specs/etw/um_logger_context.strata" >"$scratch/report"; then
    fail "remarks worked out" "claims are left in the spec" "$scratch/report"
fi
compare_page "remarks worked out" "$scratch/specs" ETW_UM_LOGGER_CONTEXT

# The comparison sees a difference: a wrong offset, version, remark or order.
for edit in '/FlushThreshold/s/0x0178/0x0170/' '/LoggerThread;/s/not in 6.0/not in 6.1/' \
    's/next at 0x10 /next at 0x14 /' '/HANDLE FlushEvent/{h;d};/HANDLE LoggerEvent;.*6.1/{G}'; do
    "$STRATA" table "$SPECS" --struct ETW_UM_LOGGER_CONTEXT --as-documented | sed "$edit" >"$scratch/table.txt"
    python3 $tests/compare.py "$scratch/table.txt" tests/documents ETW_UM_LOGGER_CONTEXT >"$scratch/report" 2>&1
    if [ $? != 1 ]; then
        fail "differences" "nothing differs after '$edit'" "$scratch/report"
    else
        pass
    fi
done

# verify NAME SPECS: the table agrees with the model in every version of every structure.
verify()
{
    local name=$1 specs=$2
    wanted "$name" || return
    if ! "$STRATA" table --no-all "$specs" >"$scratch/table.txt" 2>"$scratch/report" ||
        ! "$STRATA" dump --no-all "$specs" >"$scratch/dump.json" 2>"$scratch/report" ||
        ! python3 $tests/verify.py "$scratch/dump.json" "$scratch/table.txt" >"$scratch/report" 2>&1; then
        fail "$name" "differs" "$scratch/report"
    else
        pass
    fi
}

# verify_again NAME SPECS FORMAT: the import of a table in a format agrees with the table.
verify_again()
{
    local name=$1 specs=$2 format=$3
    wanted "$name" || return
    if ! "$STRATA" table --no-all --format "$format" "$specs" >"$scratch/page.${format/text/txt}" 2>"$scratch/report" ||
        ! "$STRATA" import table --struct MOVING --use "$scratch/specs/nt/nt.strata" -o "$scratch/specs/again.strata" \
            "$scratch/page.${format/text/txt}" >"$scratch/report" 2>&1 ||
        ! "$STRATA" dump --no-all "$scratch/specs/again.strata" >"$scratch/dump.json" 2>"$scratch/report" ||
        ! python3 $tests/verify.py "$scratch/dump.json" "$scratch/table.txt" >"$scratch/report" 2>&1; then
        fail "$name" "differs by way of $format" "$scratch/report"
    else
        pass
    fi
}

verify "all versions" "$SPECS"
for seed in {1..12}; do
    python3 $tests/verify.py --make $seed >"$scratch/specs/moving.strata"
    verify "members that move, $seed" "$scratch/specs/moving.strata"
    for format in text md html; do
        verify_again "members that move, $seed" "$scratch/specs/moving.strata" $format
    done
done

# layouts NAME: prints the layouts of a dump.
layouts()
{
    python3 -B tests/dump/layouts.py <"$scratch/$1.json"
}

# round_trip PAGE OPTIONS IMPORT-OPTION...: import, table, import give the same model in each format. A document that
# contradicts itself needs the table as documented.
round_trip()
{
    local page=$1 table=$2 format suffix name
    name=$(basename "$1")
    wanted "$name" || return
    shift 2
    "$STRATA" import table "$page" -o "$scratch/first.strata" "$@" 2>"$scratch/report"
    if [ $? -gt 1 ] || ! "$STRATA" fmt --check "$scratch/first.strata" >>"$scratch/report" 2>&1 ||
        ! "$STRATA" dump --no-all "$scratch/first.strata" >"$scratch/first.json" 2>>"$scratch/report"; then
        fail "$name" "is not imported" "$scratch/report"
        return
    fi
    for format in text md html; do
        suffix=${format/text/txt}
        # shellcheck disable=SC2086
        "$STRATA" table $table --format $format "$scratch/first.strata" >"$scratch/page.$suffix" 2>"$scratch/report"
        "$STRATA" import table "$scratch/page.$suffix" -o "$scratch/second.strata" "$@" 2>>"$scratch/report"
        "$STRATA" dump --no-all "$scratch/second.strata" >"$scratch/second.json" 2>>"$scratch/report"
        if cmp -s <(layouts first) <(layouts second); then
            pass
        else
            diff "$scratch/first.strata" "$scratch/second.strata" >>"$scratch/report"
            fail "$name" "is another model by way of $format" "$scratch/report"
        fi
    done
}

# mend_page PAGE: imports the published page, applies the fixes, and prints the table as documented. imported.expect has
# the differences from the page: a member has a name, and the last version that the page saw is unknown.
mend_page()
{
    wanted mended || return
    "$STRATA" import table "$1" -o "$scratch/mended.strata" >"$scratch/report" 2>&1
    if [ $? -gt 1 ]; then
        fail mended "the page is not imported" "$scratch/report"
        return
    fi
    "$STRATA" check --apply "$scratch/mended.strata" >/dev/null 2>&1
    if ! "$STRATA" table --as-documented "$scratch/mended.strata" >"$scratch/table.txt" 2>"$scratch/report"; then
        fail mended "the table is not printed" "$scratch/report"
        return
    fi
    python3 $tests/compare.py "$scratch/table.txt" tests/documents ETW_UM_LOGGER_CONTEXT >"$scratch/report" 2>&1
    expects mended $tests/imported.expect "$scratch/report"
}

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
    skip pages "there are none in $STRATA_SHARED/seeds"
fi

finish
