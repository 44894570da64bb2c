#!/bin/bash
# Files of the Vergilius Project. constructs.yml has everything that such a file may have, and constructs.expect is the
# output of kernel_dump for it. wrong.py makes files with one mistake each (wrong.expect), and large ones that must be
# refused in little time and memory. Kernels of the reference data of which there are symbol files, too, are compared
# with these by compare.py, all others are imported and checked, two of them beside shipped specs.
set -u
. tests/try.sh
here=tests/kernel/vergilius
build_tool vergilius_dump tests/kernel/isf/kernel_dump.c # kernel/isf builds its own at the same time
dump=$BUILD/tests/vergilius_dump

# partly COMMAND...: prints something, and fails, since something is left out.
partly()
{
    ! "$@"
}
try constructs prints $here/constructs.expect partly "$dump" $here/constructs.yml

# packed MODULE: a compressed file is read like the file itself, also from standard input.
packed()
{
    python3 -c "import sys, $1; sys.stdout.buffer.write($1.compress(sys.stdin.buffer.read()))" \
        <$here/constructs.yml >"$scratch/packed"
    diff <(tail -n +2 $here/constructs.expect | grep -v 'left out: .*unread') \
        <("$dump" - <"$scratch/packed" | tail -n +2 | grep -v 'left out: .*unread')
}
for module in lzma gzip; do
    try $module packed $module
done

# Each mistake is reported once, with its line, and nothing is written.
wrong()
{
    mkdir "$scratch/wrong" || return 1
    python3 $here/wrong.py "$scratch/wrong" >"$scratch/names" || return 1
    xargs -a "$scratch/names" env -C "$scratch/wrong" "$dump" >"$scratch/said"
    (cut -d "'" -f 2 "$scratch/said" | diff "$scratch/names" -) || return 1
    prints $here/wrong.expect cat "$scratch/said"
}
try wrong wrong
nothing_written()
{
    # sanitizers have just seen the file with a million values
    [[ ${CFLAGS:-} != *-fsanitize* ]] || sed -i '/^many\.yml$/d' "$scratch/names"
    (cd "$scratch/wrong" && "$STRATA" import vergilius -q --use "$OLDPWD/specs/nt/axis.strata" $(<"$scratch/names") \
        -o "$scratch/none" >"$scratch/written" 2>&1) && return 1
    [ ! -e "$scratch/none" ] && [ "$(grep -c "^strata: error: cannot read" "$scratch/written")" = \
        "$(wc -l <"$scratch/names")" ]
}
try nothing-written nothing_written

# Texts of 100 MiB that are nested, or have no event, are refused with little memory and in little time.
refused()
{
    python3 -c "import sys; sys.stdout.write('arch: x64\nmore: '); [sys.stdout.write(sys.argv[1] * 1024)
for i in range(102400 // len(sys.argv[1]))]" "$1" |
        (ulimit -v "${2:-262144}"; timeout 20 "$dump" -) >"$scratch/refused"
    grep -q "cannot read 'standard input': line [0-9]*, column [0-9]*: $3" "$scratch/refused"
}
if [[ ${CFLAGS:-} != *-fsanitize* ]]; then
    try lists refused '[' '' 'values are nested more than 16 deep'
    try maps refused '{a: ' '' 'values are nested more than 16 deep'
    try blanks refused ' ' '' 'more than 1 MiB of blanks'
    try text refused 'x' '' 'more than 1 MiB of blanks'
    try comment refused '# ' '' 'more than 1 MiB of blanks'
fi

# The same file twice gives the same twice.
twice()
{
    "$dump" $here/constructs.yml $here/constructs.yml | grep -v 'unread\]$\|^[0-9] warning' >"$scratch/twice"
    grep -v 'unread\]$\|^[0-9] warning' $here/constructs.expect >"$scratch/once"
    cat "$scratch/once" "$scratch/once" | diff - "$scratch/twice"
}
try twice twice

# import FILE OPTION...: a spec without findings. [assumed] is the only warning.
import()
{
    "$STRATA" import vergilius "$@" >"$scratch/spec.strata" 2>"$scratch/said" && "$STRATA" check "$scratch/spec.strata" &&
        "$STRATA" fmt --check "$scratch/spec.strata" && ! grep -v '\[assumed\]$' "$scratch/said"
}

# equal BUILD KERNEL: the symbol file says the same of a kernel. Vergilius calls it by the version of the system.
equal()
{
    import "$STRATA_SHARED/vergilius/10.0.$1-x64.yml.xz" || return 1
    "$STRATA" dump --format isf --at "10.0.$2/x64" "$scratch/spec.strata" >"$scratch/vergilius.json" || return 1
    "$STRATA" import isf "$STRATA_SHARED/kernels/ntkrnlmp-x64-10.0.$2.json.xz" >"$scratch/spec.strata" || return 1
    "$STRATA" dump --format isf --at "10.0.$2/x64" "$scratch/spec.strata" >"$scratch/symbols.json" || return 1
    python3 -B $here/compare.py "$scratch/symbols.json" "$scratch/vergilius.json"
}
kernels="$STRATA_SHARED/vergilius"
if [ -d "$kernels" ] && [ -d "$STRATA_SHARED/kernels" ]; then
    for pair in 18362.30:18362.30 18362.418:18362.418 19042.508:19041.508 19043.928:19041.928 \
        19044.1288:19041.1288 19045.2965:19041.2965; do
        try "${pair%:*}" equal "${pair%:*}" "${pair#*:}"
    done
else
    skip equal "there is no $kernels or $STRATA_SHARED/kernels"
fi
if [ -d "$kernels" ]; then
    for file in "$kernels"/*.yml.xz; do
        name=$(basename "$file" .yml.xz)
        [ "$PART" = quick ] && [[ $name != 5.* && $name != *26100* && $name != *1228* ]] || try "$name" import "$file"
    done
    # A shipped spec attests a build between these two, which differ. Neither the import nor what it wrote changes.
    beside()
    {
        local pair=("$kernels"/10.0.18362.{30,418}-x64.yml.xz)
        cp -r specs/nt "$scratch/nt" || return 1
        "$STRATA" import vergilius -q --use "$scratch/nt/nt.strata" "${pair[@]}" -o "$scratch/nt/alone.strata" || return 1
        "$STRATA" check "$scratch/nt" &&
            "$STRATA" show "$scratch/nt" --struct KNODE --at 10.0.18362.356/x64 |
            grep -q 'KNODE, 10.0.18362.418.* disputed'
    }
    try beside beside
else
    skip import "there is no $kernels"
fi
finish
