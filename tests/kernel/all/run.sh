#!/bin/bash
# The specs of `strata import isf`, compared with the kernels by compare.py, and the headers' answers for versions
# between two kernels. `make test` runs the small ones.
set -u
. tests/try.sh
here=tests/kernel/all

# compared NAME ARGUMENT...
compared()
{
    local name=$1
    shift
    ! wanted "$name" || mkdir "$scratch/$name" && compare "$name" python3 -B $here/compare.py "$@"
}

# The kernels' own table of handles: the output of diff for its change, and the headers' answers for versions around it.
changed()
{
    "$STRATA" diff "$scratch/alpc.strata" -s ALPC_HANDLE_TABLE --from 10.0.19041.1526/x64 --to 10.0.19041.1586/x64
    for version in 10.0.19041.1526 10.0.19041.1527 10.0.19041.1586; do
        "$STRATA" show "$scratch/alpc.strata" -s ALPC_HANDLE_TABLE --at $version/x64
    done
}
# shellcheck disable=SC2086
between()
{
    "$STRATA" gen --names "$scratch/alpc.strata" -o "$scratch/generated" >&2 &&
        "$CC" -std=c99 -Wall -Wextra $CFLAGS -Iruntime -I"$scratch/generated" $here/between.c -o "$scratch/between" &&
        "$scratch/between"
}

if in_part quick; then
    compared constructs --spoil "$STRATA" "$scratch/constructs" 6.1.7601=tests/kernel/isf/constructs.json
    compared small "$STRATA" "$scratch/small" 6.1.7601=tests/kernel/isf/small.json
fi
if ! in_part long; then
    :
elif [ -d "$STRATA_SHARED/isf" ]; then
    kernels=("$STRATA_SHARED"/isf/*.json.xz)
    ln -s "$PWD/specs" "$scratch/specs"
    need alpc "$STRATA" import isf -s _ALPC_HANDLE_TABLE --use specs/nt/axis.strata "${kernels[@]}"
    cp "$output" "$scratch/alpc.strata"
    try changed prints $here/changed.expect changed
    try between prints $here/between.expect between
    # Sanitizers find no more in eight kernels than in two.
    [[ $CFLAGS != *-fsanitize=* ]] || kernels=("${kernels[@]:0:2}")
    compared kernels "$STRATA" "$scratch/kernels" "${kernels[@]}"
else
    skip kernels "there is no $STRATA_SHARED/isf"
fi
finish
