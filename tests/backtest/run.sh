#!/bin/bash
# Measures how often each grade is wrong: kernels are left out, and the layouts that the other kernels give for them
# are compared with their own. Nothing attested or bracketed may be wrong.
#
#     run.sh [--all [KERNEL...]]      --all prints the table of all kernels, by default those of the reference data, and
#                                     keeps it in the build directory; all.table here is an earlier one
set -u
. tests/try.sh
. tests/warnings.sh
cases=tests/backtest
work=$BUILD/tests/backtest
shared=${STRATA_SHARED:-../shared}
mkdir -p "$work" || exit 2

compile()
{
    "${CC:-cc}" -std=c99 ${CFLAGS:--O2} $warnings -Iruntime $cases/compare.c -o "$work/compare"
}

# table KERNEL...
table()
{
    python3 -B $cases/backtest.py "$STRATA" "$work/compare" specs/nt/axis.strata "$work/packs" "$@"
}

# Prints the table of kernels that small.kernels describes.
small()
{
    local files
    rm -rf "$work/small" && mkdir "$work/small" &&
        mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $cases/small.kernels "$work/small") &&
        table "${files[@]}"
}

# Prints the table of the kernels of real.list.
real()
{
    local version files=()
    while read -r version; do
        files+=("$shared"/*/ntkrnlmp-x64-"$version".json.xz)
    done <$cases/real.list
    table "${files[@]}"
}

if [ "${1:-}" = --all ]; then
    shift
    [ $# != 0 ] || set -- "$shared"/isf/*.json.xz "$shared"/kernels/*.json.xz
    compile && { date +%Y-%m-%d && table "$@"; } | tee "$work/all.table"
    exit "${PIPESTATUS[0]}"
fi

need "compare" compile
try "README has the rates of the last run over all kernels" python3 -B $cases/rates.py README.md $cases/all.table
try "small" prints $cases/small.expect small
if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip "real" "sanitizers have seen the small ones"
elif [ -d "$shared/isf" ] && [ -d "$shared/kernels" ]; then
    try "real" prints $cases/real.expect real
else
    skip "real" "no kernels in $shared"
fi
finish
