#!/bin/bash
# Kernels folded into specs. kernels.py makes symbol files of NAME.kernels. NAME.strata is the output of `strata import
# isf` with the options of NAME.options, and NAME.left has the messages on fields that are left out, if there are any. A
# case with NAME.said instead is refused: NAME.said has the messages and the exit status. The order of the files makes
# no difference, and neither does the number of threads. The output is clean and in canonical form, and so is each file that the same import writes to a
# directory; NAME.files has all of these files. Each line of NAME.wrong is a sed script that makes an offset wrong;
# NAME.found has the findings. The kernels of the reference data are folded in several orders and selections.
set -u
. tests/try.sh
here=tests/kernel/fold
axis=$PWD/specs/nt/axis.strata

# import OPTION... FILE...: to standard output, as a spec beside the axis.
import()
{
    "$STRATA" import isf --use "$axis" "$@" | sed 's,^use ".*/specs/nt/,use "specs/nt/,'
    return "${PIPESTATUS[0]}"
}

# reports NAME COMMAND...: an import that prints NAME.left and ends in 1; without that file, one that prints nothing.
reports()
{
    local left=$here/$1.left status
    shift
    [ -e "$left" ] || { "$@"; return; }
    "$@" 2>"$scratch/err"
    status=$?
    sed "s,'/[^']*/,'," "$scratch/err" >"$scratch/left"
    [ "${UPDATE:-}" != 1 ] || cp "$scratch/left" "$left"
    diff "$left" "$scratch/left" >&2 && [ "$status" = 1 ]
}

# clean SPEC: the spec of an import has no findings and is in canonical form.
clean()
{
    sed "s,^use \"specs/nt/,use \"$PWD/specs/nt/," "$1" >"$scratch/whole.strata"
    "$STRATA" check "$scratch/whole.strata" && "$STRATA" fmt --check "$scratch/whole.strata"
}

# mistakes SCRIPTS SPEC: prints each script and its findings, without their positions.
mistakes()
{
    local script
    while IFS= read -r script; do
        echo "$script"
        sed "s,^use \"specs/nt/,use \"$PWD/specs/nt/,; $script" "$2" >"$scratch/wrong.strata"
        "$STRATA" check "$scratch/wrong.strata" 2>&1 | sed -n 's/^[^ ]*\.strata:[0-9:]* /    /p'
    done <"$1"
}

# each_alone DIRECTORY: each file is clean without the others.
each_alone()
{
    local file
    for file in "$1"/*.strata; do
        "$STRATA" check "$file" || return 1
    done
    "$STRATA" check "$1" && "$STRATA" fmt --check "$1"
}

# The same import again writes nothing.
writes_once()
{
    local name=$1 directory=$scratch/$1.files
    shift
    touch -d 2001-01-01 "$directory"/*.strata
    reports "$name" "$STRATA" import isf --use "$axis" -o "$directory" "$@" &&
        [ -z "$(find "$directory" -newermt 2002-01-01 -type f)" ]
}

# in_order SPEC WORD...: the import gives that spec, with one thread and with many.
in_order()
{
    local spec=$1 threads
    shift
    for threads in 1 8; do
        STRATA_THREADS=$threads import "$@" 2>/dev/null | diff "$spec" - || return
    done
}

check_case()
{
    local name=$1 options=() files reversed
    wanted "$name" || return
    mkdir "$scratch/$name" "$scratch/$name.files" || return
    mapfile -t files < <(python3 $here/kernels.py "$here/$name.kernels" "$scratch/$name")
    mapfile -t reversed < <(printf '%s\n' "${files[@]}" | sort -r)
    [ ! -e "$here/$name.options" ] || read -r -a options <"$here/$name.options"
    if [ -e "$here/$name.said" ]; then
        import "${options[@]}" "${files[@]}" >"$scratch/$name.said" 2>&1
        echo "exit status $?" >>"$scratch/$name.said"
        try "$name" prints "$here/$name.said" cat "$scratch/$name.said"
        return
    fi
    try "$name" prints "$here/$name.strata" reports "$name" import "${options[@]}" "${files[@]}"
    try "$name-order" in_order "$here/$name.strata" "${options[@]}" "${reversed[@]}"
    try "$name-clean" clean "$here/$name.strata"
    try "$name-files" reports "$name" "$STRATA" import isf --use "$axis" -o "$scratch/$name.files" "${options[@]}" \
        "${files[@]}"
    try "$name-alone" each_alone "$scratch/$name.files"
    try "$name-once" writes_once "$name" "${options[@]}" "${reversed[@]}"
    [ ! -e "$here/$name.wrong" ] ||
        try "$name-wrong" prints "$here/$name.found" mistakes "$here/$name.wrong" "$here/$name.strata"
    [ ! -e "$here/$name.files" ] || try "$name-listed" prints "$here/$name.files" list_files "$scratch/$name.files"
}

list_files()
{
    local file
    for file in "$1"/*.strata; do
        echo "==> ${file##*/} <=="
        sed 's,^use ".*/specs/nt/,use "specs/nt/,' "$file"
    done
}

for case in "$here"/*.kernels; do
    name=${case##*/}
    check_case "${name%.kernels}"
done

# kernels VERSION...: kernels of the reference data, folded in this order and in another.
kernels()
{
    local files=() version
    for version; do
        files=("$STRATA_SHARED/isf/ntkrnlmp-x64-$version.json.xz" "${files[@]}")
    done
    import "${files[@]}" >"$scratch/kernels.strata" && clean "$scratch/kernels.strata" &&
        in_order "$scratch/kernels.strata" "${files[@]:1}" "${files[0]}"
}
if ! wanted kernels-all && ! wanted kernels-wrong && ! wanted kernels-some && ! wanted kernels-one; then
    :
elif [ -d "$STRATA_SHARED/isf" ]; then
    need kernels-all kernels 10.0.19041.1526 6.1.7601.24540 10.0.22000.318 6.3.9600.20012 10.0.14393.5006 \
        10.0.19041.1586 10.0.17763.379 10.0.18362.356
    try kernels-wrong prints $here/real.found mistakes $here/real.wrong "$scratch/kernels.strata"
    try kernels-some kernels 10.0.22000.318 6.1.7601.24540 10.0.17763.379
    try kernels-one kernels 6.3.9600.20012
else
    skip kernels "there is no $STRATA_SHARED/isf"
fi
finish
