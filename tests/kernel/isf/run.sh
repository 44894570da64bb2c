#!/bin/bash
# Files of Volatility, and what their reader makes of them: constructs.json has everything that such a file may have,
# and constructs.expect is all that kernel_dump prints of it. What wrong.py makes is wrong in one way each: it is not
# read (wrong.expect), or a field of it is left out (left.expect). The kernels of the reference data are compared with
# what json_dump.py makes of the same files.
set -u
. tests/try.sh
here=tests/kernel/isf
dump=$BUILD/tests/kernel_dump

# shellcheck disable=SC2086
if ! "$CC" -std=c11 -Wall -Wextra ${CFLAGS:--O1 -g} -Igenerator -o "$dump" $here/kernel_dump.c "$BUILD/libstrata.a"
then
    echo "FAIL kernel/isf: $here/kernel_dump.c does not build"
    echo "0 passed, 1 failed"
    exit 1
fi

try constructs prints $here/constructs.expect "$dump" $here/constructs.json

# What is compressed is read as what it was made of; several pieces one behind the other are one.
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

# Symbols are passed over, whatever they are called, wherever pieces of the file end in them.
symbols()
{
    python3 -c 'import json; print(json.dumps({"\\" * (i % 9) + "\"}{%d" % i: {} for i in range(9999)})[1:-1])' \
        >"$scratch/many"
    sed "/^  \"symbols\": {/r $scratch/many" $here/small.json >"$scratch/symbols"
    sed -i 's/^  "symbols": {},$/  "symbols": {/; s/^  "user_types"/  }, &/' "$scratch/symbols"
    diff <("$dump" $here/small.json | tail -n +2) <("$dump" "$scratch/symbols" | tail -n +2)
}
try symbols symbols

# What is wrong with a file is said once, and nothing else is printed.
wrong()
{
    mkdir "$scratch/wrong" || return 1
    python3 $here/wrong.py wrong "$scratch/wrong" >"$scratch/names" || return 1
    xargs -a "$scratch/names" env -C "$scratch/wrong" "$dump" >"$scratch/said"
    (cut -d "'" -f 2 "$scratch/said" | diff "$scratch/names" -) || return 1
    prints $here/wrong.expect cat "$scratch/said"
}
try wrong wrong

# A field that makes no sense is left out, and what is left can be checked.
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

# The same file is the same twice.
twice()
{
    "$dump" $here/constructs.json $here/constructs.json >"$scratch/twice"
    cat $here/constructs.expect $here/constructs.expect | diff - "$scratch/twice"
}
try twice twice

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
