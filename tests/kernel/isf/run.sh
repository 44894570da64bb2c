#!/bin/bash
# Volatility's symbol files. constructs.json has everything that such a file may have, and constructs.expect is the
# output of kernel_dump for it. wrong.py makes files with one mistake each: they are refused (wrong.expect), or a field
# is left out (left.expect). The kernels of the reference data are compared with the output of json_dump.py.
set -u
. tests/try.sh
here=tests/kernel/isf
build_tool kernel_dump $here/kernel_dump.c
dump=$BUILD/tests/kernel_dump

try constructs prints $here/constructs.expect "$dump" $here/constructs.json

# A compressed file is read like the file itself; several pieces in a row are one file.
pack()
{
    python3 -c "import sys, $1; sys.stdout.buffer.write($1.compress(sys.stdin.buffer.read()))"
}
packed()
{
    pack "$1" <$here/constructs.json >"$scratch/packed"
    diff <(tail -n +2 $here/constructs.expect) <("$dump" "$scratch/packed" | tail -n +2)
}
in_pieces()
{
    (head -c 1000 $here/constructs.json | pack "$1"; tail -c +1001 $here/constructs.json | pack "$1") >"$scratch/packed"
    diff <(tail -n +2 $here/constructs.expect) <("$dump" - <"$scratch/packed" | tail -n +2)
}
padded()
{
    (pack "$1" <$here/constructs.json; head -c 100000 /dev/zero) >"$scratch/packed"
    diff <(tail -n +2 $here/constructs.expect) <("$dump" "$scratch/packed" | tail -n +2)
}
for module in lzma gzip; do
    try $module packed $module
    try $module-in-pieces in_pieces $module
    try $module-padded padded $module
done

# Text in UTF-16, or with a byte order mark, is read like UTF-8 without one.
encoded()
{
    python3 -c "import sys; sys.stdout.buffer.write('\\ufeff'.encode('$1') + sys.stdin.read().encode('$1'))" \
        <$here/constructs.json >"$scratch/encoded"
    diff <(tail -n +2 $here/constructs.expect) <("$dump" "$scratch/encoded" | tail -n +2)
}
for encoding in utf-8 utf-16-le utf-16-be; do
    try $encoding encoded $encoding
done

# Symbols are skipped, with any names, wherever the pieces that are read end in them.
symbols()
{
    python3 -c 'import json; print(json.dumps({"\\" * (i % 9) + "\"}{%d" % i: {} for i in range(9999)})[1:-1])' \
        >"$scratch/many"
    sed "/^  \"symbols\": {/r $scratch/many" $here/small.json >"$scratch/symbols"
    sed -i 's/^  "symbols": {},$/  "symbols": {/; s/^  "user_types"/  }, &/' "$scratch/symbols"
    diff <("$dump" $here/small.json | tail -n +2) <("$dump" "$scratch/symbols" | tail -n +2)
}
try symbols symbols

# The mistake of a file is reported once, and nothing else is printed.
wrong()
{
    mkdir "$scratch/wrong" || return 1
    python3 $here/wrong.py wrong "$scratch/wrong" >"$scratch/names" || return 1
    xargs -a "$scratch/names" env -C "$scratch/wrong" "$dump" >"$scratch/said"
    (cut -d "'" -f 2 "$scratch/said" | diff "$scratch/names" -) || return 1
    prints $here/wrong.expect cat "$scratch/said"
}
try wrong wrong

# A field that makes no sense is left out, and the rest can be checked.
left()
{
    local name
    mkdir "$scratch/left" || return 1
    python3 $here/wrong.py left "$scratch/left" >"$scratch/names" || return 1
    while read -r name; do
        env -C "$scratch/left" "$dump" "$name"
        "$STRATA" import isf --use "$PWD/specs/nt/axis.strata" --version 6.1.7601.0 "$scratch/left/$name" \
            >"$scratch/left.strata" 2>"$scratch/left.said"
        echo "exit status $?"
        "$STRATA" check "$scratch/left.strata"
        grep -h "left out" "$scratch/left.strata" | sed 's/^ *//'
    done <"$scratch/names"
}
try left prints $here/left.expect left

# The same file twice gives the same twice.
twice()
{
    "$dump" $here/constructs.json $here/constructs.json >"$scratch/twice"
    cat $here/constructs.expect $here/constructs.expect | diff - "$scratch/twice"
}
try twice twice

# kept COUNT FILE...: symbol files that people keep by hand come back equal; COUNT of them are folded one by one, too.
kept()
{
    local folded=$1
    shift
    rm -rf "$scratch/kept" && mkdir "$scratch/kept"
    python3 -B $here/kept.py "$STRATA" "$scratch/kept" "$@" | tee "$scratch/kept.said"
    local some='([0-9]+)'
    local counts="^$some files, $some imported, $some equal; together $some of $some; $some folded"
    [[ $(tail -n 1 "$scratch/kept.said") =~ $counts ]] &&
        [ "${BASH_REMATCH[1]} ${BASH_REMATCH[1]} ${BASH_REMATCH[4]} $folded" = \
            "${BASH_REMATCH[2]} ${BASH_REMATCH[3]} ${BASH_REMATCH[5]} ${BASH_REMATCH[6]}" ] &&
        [ "$(wc -l <"$scratch/kept.said")" = 1 ]
}
try kept kept 11 $here/kept/*.json
if [ -d "$STRATA_SHARED/isf-other" ]; then
    try kept-others kept 36 "$STRATA_SHARED"/isf-other/*.json
else
    skip kept-others "there is no $STRATA_SHARED/isf-other"
fi

# A symbol file of Linux, as dwarf2json writes it, comes back equal: of small programs, and of the running kernel.
# made_of FILE...: the files have raw BTF
made_of()
{
    python3 -B $here/dwarf2json.py "$@" >"$scratch/made.json" && kept 0 "$scratch/made.json"
}
# Members of no bytes at the end of a hole are reported by `check`, so only the last line counts.
whole_kernel()
{
    made_of /sys/kernel/btf/vmlinux
    [[ $(tail -n 1 "$scratch/kept.said") == "1 files, 1 imported, 1 equal; "* ]]
}
small_programs()
{
    local name
    for name in thing other values names; do
        gcc -g -c tests/debug/$name.c -o "$scratch/$name.o" && pahole -J "$scratch/$name.o" &&
            objcopy -O binary --only-section=.BTF --set-section-flags .BTF=alloc "$scratch/$name.o" \
                "$scratch/$name.btf" || return 1
    done
    made_of "$scratch"/{thing,other,values,names}.btf
}
if command -v pahole >/dev/null; then
    try dwarf2json small_programs
else
    skip dwarf2json "there is no pahole"
fi
if [ "$PART" = quick ]; then
    :
elif [ -r /sys/kernel/btf/vmlinux ]; then
    try dwarf2json-whole whole_kernel
else
    skip dwarf2json-whole "the running kernel has no BTF"
fi

# kernel FILE
kernel()
{
    "$dump" "$1" >"$scratch/kernel" || return 1
    python3 $here/json_dump.py "$1" | diff - "$scratch/kernel" | head -n 40
    [ "${PIPESTATUS[*]}" = '0 0 0' ]
}
if [ -d "$STRATA_SHARED/isf" ]; then
    for name in 6.1.7601.24540 10.0.22000.318; do
        try "$name" kernel "$STRATA_SHARED/isf/ntkrnlmp-x64-$name.json.xz"
    done
else
    skip kernels "there is no $STRATA_SHARED/isf"
fi
finish
