#!/bin/bash
# Tables that know some members of many builds (strata import sparse). kernel.strata takes table.csv in, which becomes
# into.expect; the same table in other forms gives the same. answers.expect has what `strata show` says then. Each table
# of bad/ has the messages and the exit status in NAME.expect, and changes nothing. Tables of half a million rows that
# repeat or contradict each other have the first and the last line of messages in repeated.expect and its kind.
# The tables of modules/ are for a tree of two modules. alone.csv becomes a spec of its own. An import of a kernel keeps
# what tables said (fold.*). runtime.py compares a pack with `strata show`.
set -u
. tests/try.sh
here=tests/sparse
specs=$PWD/specs

# fresh: an empty tree with kernel.strata at $scratch/tree.
fresh()
{
    rm -rf "$scratch/tree"
    mkdir "$scratch/tree"
    cp $here/kernel.strata "$scratch/tree"
}

# import TABLE OPTION...: into that tree. Prints messages without the directories.
import()
{
    "$STRATA" import sparse -I "$specs" "$1" --into "$scratch/tree" "${@:2}" 2>&1 | sed "s,$scratch/,,; s,$here/,,g"
    return "${PIPESTATUS[0]}"
}

# tree: prints the files of the tree.
tree()
{
    local file
    for file in "$scratch"/tree/*.strata; do
        echo "==> ${file##*/}"
        cat "$file"
    done
}

# ask TARGET NAME...: prints an answer.
ask()
{
    echo "\$ show --at $*"
    "$STRATA" show -I "$specs" "$scratch/tree" --at "$@" 2>&1
    echo
}

# answers: one or several of each grade.
answers()
{
    local target
    for target in 10.0.19041.500/x64 10.0.19041.700/x64 10.0.19041.901/x64 10.0.22000.318/x64 10.0.22621.1/x64 \
        10.0.22621.2/x64 10.0.22621/x64 10.0.26100.1/x64 10.0.28000.1/x64 10.0.22621.1/x64la57 10.0.22621.1/arm64 \
        10.0.26100.1/arm64 10.0.26100.1/x86; do
        ask $target PROCESS
    done
    ask 10.0.26100.1/x64 PROCESS.Token
    ask 10.0.26100.1/arm64 PROCESS.Header
    ask 10.0.26100.1/arm64 PROCESS.Header PROCESS.Token
    ask 10.0.26100.1/x64 PROCESS.Header PROCESS.Tail
    ask 10.0.22621.1/arm64 PROCESS.u1
    "$STRATA" list -I "$specs" "$scratch/tree" --members PROCESS.Token
}

# bad TABLE: prints messages and status. The tree is as before.
bad()
{
    fresh
    import "$1" ${2:+--map "$2"}
    echo "exit status $?"
}

# keeps: an import of a kernel keeps the lines of tables.
keeps()
{
    local files
    mkdir "$scratch/symbols"
    mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/fold.kernels "$scratch/symbols")
    rm -rf "$scratch/tree"
    "$STRATA" import isf --use "$specs/nt/axis.strata" "${files[@]:0:2}" -o "$scratch/tree" >"$scratch/said" 2>&1 &&
        import $here/fold.csv >"$scratch/said" && grep -h attest "$scratch/tree/PROCESS.strata" >"$scratch/before" &&
        cp "$scratch/tree/fold.strata" "$scratch/list" &&
        "$STRATA" import isf "${files[2]}" --into "$scratch/tree" >"$scratch/said" 2>&1 &&
        grep -q More "$scratch/tree/PROCESS.strata" && "$STRATA" check "$scratch/tree" &&
        "$STRATA" fmt --check "$scratch/tree" && cmp "$scratch/list" "$scratch/tree/fold.strata" &&
        diff "$scratch/before" <(grep -h attest "$scratch/tree/PROCESS.strata")
}

# shares: a module that shares a structure keeps its file as it is, also the second time.
shares()
{
    fresh
    echo '// From the type information of another module.

module other;

use <nt/nt.strata>;
use "kernel.strata";

share PROCESS;' >"$scratch/tree/other.strata"
    cp "$scratch/tree/other.strata" "$scratch/other"
    import $here/table.csv && cmp "$scratch/other" "$scratch/tree/other.strata" && tree >"$scratch/first" &&
        import $here/table.csv && tree | cmp "$scratch/first"
}

fresh
import $here/table.csv >"$scratch/said"
cat "$scratch/said" >"$scratch/actual"
tree >>"$scratch/actual"
expects into $here/into.expect "$scratch/actual"
try "the result has no findings" "$STRATA" check -I "$specs" "$scratch/tree"
try "the result is in canonical form" "$STRATA" fmt --check -I "$specs" "$scratch/tree"
tree >"$scratch/once"
import $here/table.csv >"$scratch/said"
tree >"$scratch/actual"
same "a second import changes nothing" "$scratch/once" "$scratch/actual"
answers >"$scratch/actual"
expects answers $here/answers.expect "$scratch/actual"

"$STRATA" pack -I "$specs" "$scratch/tree" -o "$scratch/pack" >"$scratch/said" 2>&1
try "a pack says what show says" python3 -B $here/runtime.py "$STRATA" "-I $specs $scratch/tree" "$scratch/pack" \
    x86,x64,x64la57,arm64 PROCESS,PROCESS.u1 10.0.19041.264 10.0.19041.500 10.0.19041.700 10.0.19041.901 \
    10.0.19041.65535 10.0.20348.1 10.0.22000.1 10.0.22000.318 10.0.22621.0 10.0.22621.1 10.0.22621.2 10.0.22621.65535 \
    10.0.26100.1 10.0.26100.65535 10.0.28000.1

try "shared structures" shares

# A kernel of an arch without a column, of which the specs have evidence of single members. That is reported, and the
# kernel is not attested.
columnless()
{
    local kernel
    mkdir "$scratch/arm64"
    fresh
    import $here/table.csv >"$scratch/said"
    tree >"$scratch/before"
    printf '%s\n' 'kernel 10.0.26100.1 arm64' 'struct _PROCESS 0x70' '  Header 0 *void' '  Token 0x30 *void' \
        >"$scratch/arm64.kernels"
    kernel=$(python3 -B tests/kernel/fold/kernels.py "$scratch/arm64.kernels" "$scratch/arm64")
    "$STRATA" import isf -I "$specs" "$kernel" --into "$scratch/tree" 2>&1 | sed "s,$scratch/,,g"
    echo "exit status ${PIPESTATUS[0]}"
    tree | cmp "$scratch/before"
}
columnless >"$scratch/actual"
expects columnless $here/columnless.expect "$scratch/actual"

for form in tsv md html xml; do
    fresh
    map=()
    [ $form != xml ] || map=(--map $here/table.map)
    import $here/table.$form "${map[@]}" >"$scratch/said"
    tree | sed "s/table\.$form/table.csv/; s/ by \"System Informer\"//" >"$scratch/actual"
    same "the same from table.$form" "$scratch/once" "$scratch/actual"
done

# In other encodings and with other ends of lines.
encoded()
{
    case $1 in
    utf-16) iconv -t UTF-16 $here/table.csv ;;
    utf-16le) iconv -t UTF-16LE $here/table.csv ;;
    utf-16be) iconv -t UTF-16BE $here/table.csv ;;
    bom) printf '\xEF\xBB\xBF' && cat $here/table.csv ;;
    cr) tr '\n' '\r' <$here/table.csv ;;
    crlf) sed 's/$/\r/' $here/table.csv ;;
    semicolons) tr , ';' <$here/table.csv ;;
    tabs) tr , '\t' <$here/table.csv ;;
    ends) sed 's/$/,/' $here/table.csv ;;
    remarks) printf '%s\n' '# Offsets of members' '' 'sep=,' && cat $here/table.csv ;;
    suffixes) sed 's/0x\([0-9A-F]*\)/\1h/g' $here/table.csv ;;
    signs) sed 's/,0x/,+0x/g; s/PROCESS\./_PROCESS->/g; s/,version/,OS build/' $here/table.csv ;;
    esac
}
for form in semicolons tabs ends remarks suffixes signs; do
    fresh
    encoded $form >"$scratch/table.csv"
    import "$scratch/table.csv" >"$scratch/said"
    tree >"$scratch/actual"
    same "the same with $form" "$scratch/once" "$scratch/actual"
done
for form in utf-16 utf-16le utf-16be bom cr crlf; do
    fresh
    encoded $form >"$scratch/table.csv"
    import "$scratch/table.csv" >"$scratch/said"
    tree >"$scratch/actual"
    same "the same in $form" "$scratch/once" "$scratch/actual"
    fresh
    {
        [ $form != bom ] || printf '\xEF\xBB\xBF'
        if [ $form = cr ]; then tr '\n' '\r' <$here/table.map; else cat $here/table.map; fi
    } >"$scratch/table.map"
    import $here/table.xml --map "$scratch/table.map" >"$scratch/said"
    tree | sed "s/table\.xml/table.csv/; s/ by \"System Informer\"//" >"$scratch/actual"
    same "a mapping in $form" "$scratch/once" "$scratch/actual"
done

# A tree with two modules, each with a PEB of its own: the table, its columns or --module name the one that it is about.
modules()
{
    local words
    while read -ra words; do
        echo "\$ import sparse ${words[*]}"
        rm -rf "$scratch/tree"
        cp -r $here/modules/specs "$scratch/tree"
        import "$here/modules/${words[0]}" --name seen "${words[@]:1}"
        diff -rN $here/modules/specs "$scratch/tree" | sed "s,$scratch/,,; s,$here/,,g"
    done <<'END'
ntdll.csv
named.csv
both.csv
both.csv --module ntoskrnl.exe
both.csv --module ntdll
wrong.csv
END
}
modules >"$scratch/actual"
expects modules $here/modules/expect "$scratch/actual"

# Both modules of a tree in turn, with one name: each has lists of its own.
in_turn()
{
    local module
    rm -rf "$scratch/tree"
    cp -r $here/modules/specs "$scratch/tree"
    for module in ntdll ntoskrnl ntdll; do
        import $here/modules/both.csv --name seen --module $module >"$scratch/said" || return
    done
    grep -q '^builds seen_x64 ' "$scratch/tree/seen.strata" &&
        grep -q '^module ntdll' "$scratch/tree/ntdll/seen.strata" &&
        "$STRATA" check -q -I "$specs" "$scratch/tree"
}
try "both modules in turn" in_turn

# Two imports that give one version two identities.
rivals()
{
    fresh
    head -n 2 $here/table.csv >"$scratch/first.csv"
    sed 's/0x5F000001/0x6F000001/' "$scratch/first.csv" >"$scratch/second.csv"
    import "$scratch/first.csv" && import "$scratch/second.csv"
}
rivals >"$scratch/actual"
expects "two imports" $here/imports.expect "$scratch/actual"

for table in $here/bad/*.csv $here/bad/*.xml; do
    name=$(basename "$table")
    wanted "bad/$name" || continue
    bad "$table" >"$scratch/actual"
    expects "bad/$name" "${table%.*}.expect" "$scratch/actual"
    case $name in
    identities.csv | attested.csv | half-image.csv) ;; # taken in, but for what contradicts
    *) same "bad/$name: nothing is written" $here/kernel.strata "$scratch/tree/kernel.strata" ;;
    esac
done

"$STRATA" import sparse -q -I "$specs" $here/alone.csv --map $here/alone.map --arch x64 --hex --unknown 0 --name flt \
    >"$scratch/actual" 2>&1
expects alone $here/alone.expect "$scratch/actual"
try "alone: no findings" "$STRATA" check -I "$specs" $here/alone.expect
try "an import of a kernel keeps them" keeps

# A table with a column for each version says the same as one with a row for each.
turned()
{
    mkdir "$scratch/rows" "$scratch/columns" "$scratch/data" || return
    printf '%s\n' '| version | PROCESS.Id | PROCESS.State |' '|---|---|---|' '| 10.0.19041.500 | 0x10 | 0x40 |' \
        '| 22000.318 | 0x18 | - |' '| 10.0.22621.1 | | 0x50 |' >"$scratch/rows/t.md"
    printf '%s\n' '| Field | 10.0.19041.500 | 22000.318 | 10.0.22621.1 |' '|---|---|---|---|' \
        '| `PROCESS.Id` | 0x10 | 0x18 | |' '| PROCESS.State | 0x40 | - | 0x50 |' >"$scratch/columns/t.md"
    printf '%s\n' 'Member,10.0.19041.500,22000.318,10.0.22621.1' 'PROCESS.Id,0x10,0x18,' \
        'PROCESS.State,0x40,-,0x50' >"$scratch/data/t.csv"
    for form in rows columns data; do
        (cd "$scratch/$form" && "$STRATA" import sparse --arch x64 t.* 2>&1) | sed 's/t\.csv/t.md/' \
            >"$scratch/$form.said"
    done
    grep -q 'of Id at 0x10 (..2004), 0x18' "$scratch/rows.said" && cmp "$scratch/rows.said" "$scratch/columns.said" &&
        cmp "$scratch/rows.said" "$scratch/data.said"
}
try "a column for each version" turned

# A member may be called like the column of versions.
like_versions()
{
    printf '%s\n' 'version,PEB.OSVersion,PEB.Build' '10.0.19041.500,0x10,0x18' >"$scratch/like.csv"
    "$STRATA" import sparse --arch x64 "$scratch/like.csv" >"$scratch/said" && grep -q 'of OSVersion at 0x10' \
        "$scratch/said" && grep -q 'of Build at 0x18' "$scratch/said"
}
try "members called like versions" like_versions

# An offset that no structure can have is an error, also where no size is known.
past_all()
{
    printf '%s\n' 'version,PEB.Id' '10.0.19041.500,0x80000000' >"$scratch/past.csv"
    "$STRATA" import sparse --arch x64 "$scratch/past.csv" >"$scratch/said" 2>&1
    [ $? = 1 ] && grep -q "past.csv:2:1: error: Id is at 0x80000000 by column 'PEB.Id', past 0x7FFFFFFF" "$scratch/said"
}
try "an offset past all structures" past_all

if in_part long; then
    python3 - "$scratch/large.csv" <<'END'
import sys
with open(sys.argv[1], 'w', encoding='ascii') as out:
    out.write('version,arch,PROCESS.Token\n')
    for number in range(500000):
        out.write('10.0.%d.%d,x64,0x20\n' % (27000 + number // 50000, number % 50000))
END
    fresh
    try "half a million rows" timeout 120 "$STRATA" import sparse -I "$specs" "$scratch/large.csv" \
        --into "$scratch/tree"
    for kind in repeated rivals contrary; do
        python3 - $kind "$scratch/large.csv" <<'END'
import sys
ROW = {'repeated': '10.0.26100.5,x64,1,4096,0x20\n', 'rivals': '10.0.26100.5,x64,%d,4096,0x20\n',
       'contrary': '10.0.26100.5,x64,1,4096,%d\n'}[sys.argv[1]]
with open(sys.argv[2], 'w', encoding='ascii') as out:
    out.write('version,arch,TimeDateStamp,SizeOfImage,PROCESS.Token\n')
    for number in range(500000):
        out.write(ROW % (number % 64 if 'contrary' in sys.argv else number) if '%' in ROW else ROW)
END
        fresh
        import "$scratch/large.csv" >"$scratch/said"
        { head -n 3 "$scratch/said"; tail -n 1 "$scratch/said"; } >"$scratch/actual"
        expects "half a million rows, $kind" $here/$kind.expect "$scratch/actual"
    done
fi

finish
