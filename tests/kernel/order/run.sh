#!/bin/bash
# Kernels that are folded into a spec in any order, one by one or several at a time, make the text that all at once
# make: order.py. Small kernels are drawn, some of them with unnamed unions and structures in each other (groups.py).
# `make test-long` draws more, and real ones from the reference data, twice as many of which `make test-all` has: `real`
# of symbol files, `ordered` of files that have the order of declaration, from XP to 11 and of several architectures,
# `mixed` of both. `sheet` has a list of members beside kernels, `tables` has tables of Volatility 2. `pages` has pages
# about structures of the kernels among the files, and `sources` eight published ones and PDBs, two of them of ntdll.
# `evidence` has kernels of Volatility 2, sheets and a table of builds.
# kept.py puts comments, remarks and `allow` clauses into a spec before kernels are folded in, and finds them again.
# edited.py edits one declaration in several ways, and all others must be as if nobody had. Sanitizers look at memory,
# and the text is compared without them: of the long part they see one drawing of each kind in ten, and one of ten of
# the published sources.
set -u
. tests/try.sh
here=tests/kernel/order
export STRATA
is_sanitized=false
[[ $CFLAGS != *-fsanitize=* ]] || is_sanitized=true

draws()
{
    python3 -B $here/order.py "$@"
}

kept()
{
    python3 -B $here/kept.py "$@"
}

# A sheet of a build whose revision nobody knows stands in the spec: the kernel that follows is folded in all the same.
sheet()
{
    local files whole=$scratch/whole steps=$scratch/steps
    mkdir "$scratch/sheet"
    mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/sheet.kernels "$scratch/sheet")
    printf '%s\n' structure,size,offset,bit,width,type,array,member '_THREAD,0x20,0x10,,,unsigned long,,Count' \
        >"$scratch/sheet.csv"
    "$STRATA" import pdb -q "${files[@]}" -o "$whole" && "$STRATA" import pdb -q "${files[@]:0:3}" -o "$steps" || return
    local tree
    for tree in "$whole" "$steps"; do
        "$STRATA" import text -q --arch arm64 --version 10.0.19041.x "$scratch/sheet.csv" --into "$tree" || return
    done
    "$STRATA" import pdb -q "${files[3]}" --into "$steps" && diff -r "$whole" "$steps" &&
        grep -q 'attest arm64 10.0.19041 by "text"' "$steps/types.strata"
}

# PDBs of ntdll say where headers declare a structure. The line about that is the last build's, at once or one by one;
# structures of the kernel have none, and neither qualifiers nor prototypes.
modules()
{
    local whole=$scratch/whole-module steps=$scratch/steps-module pdb=$STRATA_SHARED/pdb tree
    "$STRATA" import pdb -q --use nt/nt.strata "$STRATA_SHARED/vergilius/10.0.19041.264-x64.yml.xz" -o "$whole" &&
        cp -r "$whole" "$steps" || return
    local x64=(--version 10.0.19041.1 "$pdb/ntdll-x64.pdb.xz") x86=(--version 10.0.19041.1 "$pdb/wntdll-x86.pdb.xz")
    "$STRATA" import pdb -q --module ntdll "${x64[@]}" "${x86[@]}" --into "$whole" &&
        "$STRATA" import pdb -q --module ntdll "${x86[@]}" --into "$steps" &&
        "$STRATA" import pdb -q --module ntdll "${x64[@]}" --into "$steps" &&
        "$STRATA" fmt "$whole" "$steps" && diff -r "$whole" "$steps" &&
        grep -q '^// .*, line [0-9]' "$steps/ntdll/DPH_HEAP_BLOCK.strata" &&
        ! grep -q '^// .*, line [0-9]' "$steps/ntdll/CONTEXT.strata"
}

# A kernel of a third architecture adds a column to cells that a person has written otherwise; remarks and comments stay.
columns()
{
    local files tree=$scratch/columns
    mkdir "$scratch/columns.files"
    mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/columns.kernels "$scratch/columns.files")
    "$STRATA" import isf -q "${files[@]:0:2}" -o "$tree" || return
    sed -i -e 's|Flags  at 0x00;|Flags  in 1809.. \| 1809..  at 0x00 \| 0x00;  // of all|' \
        -e 's|0x08;$|0x08  "the next one";|' "$tree/THING.strata"
    "$STRATA" check "$tree" && "$STRATA" import isf "${files[2]}" --into "$tree" &&
        grep -qx '    ULONG Flags  at 0x00;  // of all' "$tree/THING.strata" &&
        grep -qx '    THING \*Next  at 0x04 | 0x08 | 0x08  "the next one";' "$tree/THING.strata"
}

# A person's structure has no room for what kernels have. The structure that it holds stays as it is, which is an error,
# and does not attest them; all others take them. Without the person's, another import takes them.
held()
{
    local files tree=$scratch/held said=$scratch/held.said i
    mkdir "$scratch/held.files"
    mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/held.kernels "$scratch/held.files")
    "$STRATA" import isf -q "${files[@]}" -o "$scratch/held.whole" && "$STRATA" import isf -q "${files[0]}" -o "$tree" &&
        mkdir "$tree/own" || return
    sed '/^struct THING/a\    attest x64 10.0.17763.379 by "symbol file";' "$tree/THING.strata" >"$scratch/held.THING"
    printf '%s\n' 'use "../THING.strata";' 'columns x64;' 'struct HOLDER in 1809.. {' 'size 0x18;' \
        'THING First at 0x00;' 'ULONG Second at 0x10;' 'ULONG Third at 0x14;' '}' >"$tree/own/holder.strata"
    for i in 1 2; do
        ! "$STRATA" import isf -q "${files[i]}" --into "$tree" 2>"$said" &&
            grep -q "'THING' cannot be edited to match the kernels \[not-folded\]" "$said" &&
            "$STRATA" check -q "$tree" && diff "$scratch/held.THING" "$tree/THING.strata" || return
        [ $i = 2 ] || grep -q "the edits would leave: 'First' overlaps 'Second' .*\[overlap\]" "$said" || return
    done
    diff "$scratch/held.whole/OTHER.strata" "$tree/OTHER.strata" &&
        "$STRATA" show "$tree" --struct THING --at 10.0.26100.1/x64 | grep -q 'extrapolated: after 10.0.17763.379' || return
    rm "$tree/own/holder.strata"
    "$STRATA" import isf -q "${files[@]:1}" --into "$tree" && "$STRATA" check -q "$tree" || return
    for i in 10.0.17763.379 10.0.22621.1 10.0.26100.1; do
        diff <("$STRATA" show "$scratch/held.whole" -s THING --at $i/x64) \
            <("$STRATA" show "$tree" -s THING --at $i/x64) || return
    done
}

# An equal structure of a later file has `int` where that of the spec has `long`: its declaration gets UINT, which the
# spec did not need before.
integers()
{
    local files whole=$scratch/integers.whole steps=$scratch/integers.steps
    mkdir "$scratch/integers"
    mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/integers.kernels "$scratch/integers")
    "$STRATA" import isf -q "${files[@]}" -o "$whole" && "$STRATA" import isf -q "${files[0]}" -o "$steps" &&
        "$STRATA" import isf -q "${files[1]}" --into "$steps" && diff -r "$whole" "$steps" &&
        grep -q UINT "$steps/THING.strata" && grep -q ULONG "$steps/OTHER.strata"
}

# A second kernel of a version, between two of an arch of its own: in each declaration that arch has one version more.
twins()
{
    local files whole=$scratch/twins.whole steps=$scratch/twins.steps
    mkdir "$scratch/twins.files"
    mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/twins.kernels "$scratch/twins.files")
    "$STRATA" import isf -q "${files[@]}" -o "$whole" &&
        "$STRATA" import isf -q "${files[@]:0:3}" "${files[@]:4}" -o "$steps" &&
        "$STRATA" import isf "${files[3]}" --into "$steps" && diff -r "$whole" "$steps"
}

# A person does not know an offset any more, and the last kernel cannot be edited into that structure. It stays as it is,
# and does not attest that kernel; the other one is as if nobody had edited any.
left()
{
    local files whole=$scratch/left.whole tree=$scratch/left
    mkdir "$scratch/left.files"
    mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/left.kernels "$scratch/left.files")
    "$STRATA" import pdb -q "${files[@]}" -o "$whole" && "$STRATA" import pdb -q "${files[@]:0:4}" -o "$tree" || return
    sed -i -e '/^    digest /d' -e 's/\(UCHAR M15 .*\)at 0x00;/\1at ?;/' "$tree/S0.strata"
    ! "$STRATA" import pdb -q "${files[4]}" --into "$tree" 2>"$scratch/left.said" &&
        grep -q "'S0' cannot be edited to match the kernels \[not-folded\]" "$scratch/left.said" &&
        "$STRATA" fmt -q "$tree" && diff "$whole/S1.strata" "$tree/S1.strata" &&
        diff "$whole/types.strata" "$tree/types.strata" && grep -q 'UCHAR M15 .*at ?;' "$tree/S0.strata" &&
        grep -q '    attest x64 10.0.14393.4583 by "symbol file";' "$tree/S0.strata" &&
        ! grep -q 'attest x64 .*10.0.19041.928' "$tree/S0.strata"
}

# A person's structure in another directory has an enumeration of the kernels. It stays, and all others are folded.
beside()
{
    local files whole=$scratch/beside.whole tree=$scratch/beside
    mkdir "$scratch/beside.files"
    mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/edited.kernels "$scratch/beside.files")
    "$STRATA" import isf -q "${files[@]:0:4}" -o "$whole" && "$STRATA" import isf -q "${files[@]:0:3}" -o "$tree" &&
        mkdir "$tree/own" || return
    printf '%s\n' 'use "../COLOURS.strata";' '' 'struct HAND in 6.0.. {' '    COLOURS Own  at 0x00;' '}' >"$scratch/hand"
    cp "$scratch/hand" "$tree/own/hand.strata"
    "$STRATA" import isf -q "${files[3]}" --into "$tree" && diff "$scratch/hand" "$tree/own/hand.strata" &&
        rm -r "$tree/own" && diff -r "$whole" "$tree"
}

# A text that somebody copied contradicts the kernel of its version in one structure, and lacks the end of another. In
# any order the kernel's are taken, and both are named; what the kernel lacks is the text's.
copied()
{
    local files=() text=(--version 10.0.22000.318 "$here/copied-x64.txt") whole=$scratch/copied.whole tree order i kind
    mkdir "$scratch/copied.files"
    mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/copied.kernels "$scratch/copied.files")
    "$STRATA" import pdb "${files[@]}" "${text[@]}" -o "$whole" 2>"$scratch/copied.said" &&
        grep -q "copied-x64.txt' contradicts '.*318.json' in '_HEAD', .*; the latter is taken" "$scratch/copied.said" &&
        "$STRATA" check -q "$whole" && grep -q 0x0C "$whole/HEAD.strata" || return
    [ -e "$whole/EXTRA.strata" ] && [ -e "$whole/SIZES.strata" ] || return
    for order in 0123 3012 1320 3210 2130 1032; do
        tree=$scratch/copied.$order
        for i in 0 1 2 3; do
            local file=("${files[${order:i:1}]-}") to=--into
            kind=isf
            [ "${order:i:1}" != 3 ] || file=("${text[@]}") kind=text
            [ $i != 0 ] || to=-o
            "$STRATA" import $kind -q "${file[@]}" $to "$tree" || return
        done
        "$STRATA" fmt -q "$tree" && diff -r "$whole" "$tree" || return
    done
}

edited()
{
    python3 -B $here/edited.py $here/edited.kernels
}

if in_part quick; then
    try edited prints $here/edited.expect edited
    try sheet sheet
    try columns columns
    try held held
    try twins twins
    try copied copied
    try left left
    try beside beside
    try integers integers
    try drawn draws 1 12
    try groups draws 1 20 --groups
    try tables draws 2 24 --tables
    try kept kept 1 6
    try pages draws 1 8 --pages
fi
if in_part long; then
    if [ -d "$STRATA_SHARED/pdb" ] && [ -d "$STRATA_SHARED/vergilius" ]; then
        $is_sanitized || begin modules modules
    else
        skip modules "there is no $STRATA_SHARED/pdb"
    fi
    share=1 sources=("$STRATA_SHARED"/vergilius/*.yml.xz)
    declare -A count=([sources]=4 [evidence]=3 [real]=6 [ordered]=5 [mixed]=6)
    [ "$PART" != long ] || count=([sources]=2 [evidence]=2 [real]=3 [ordered]=3 [mixed]=3)
    ! $is_sanitized || share=10 count[sources]=1 sources=("$STRATA_SHARED"/vergilius/10.0.{17763,19041,2}*.yml.xz)
    begin "drawn, more" draws 2 $((150 / share))
    begin "groups, more" draws 2 $((300 / share)) --groups
    begin "tables, more" draws 2 $((100 / share)) --tables
    begin "kept, more" kept 33 $((40 / share))
    begin "pages, more" draws 2 $((80 / share)) --pages
    if [ -d "$STRATA_SHARED/pdb" ] && [ -d "$STRATA_SHARED/vergilius" ] && [ -d "$STRATA_SHARED/pages" ]; then
        mapfile -t published < <(find "$STRATA_SHARED/pages" \( -name mmsupport.htm -o -name silo_context.htm \
            -o -name kwait_block.htm -o -name ktrap_frame.htm -o -name processor_power_state.htm -o -name sid.htm \
            -o -name object_header_name_info.htm -o -name wmi_resource.htm \) | LC_ALL=C sort)
        begin sources draws 1 ${count[sources]} "${published[@]}" "${sources[@]}" \
            "$STRATA_SHARED"/pdb/{ntkrnlpa,ntdll-x64,wntdll-x86}.pdb.xz
    else
        skip sources "there is no $STRATA_SHARED/pages"
    fi
    # Kernels from Volatility 2 and of x86 beside sheets of arm64 and a table of builds.
    if [[ $CFLAGS == *-fsanitize=* ]]; then
        skip evidence "sanitizers find no more here than in the other draws"
    elif [ -d "$STRATA_SHARED/vtypes" ] && [ -d "$STRATA_SHARED/arm64" ] && [ -d "$STRATA_SHARED/sparse" ]; then
        while read -r _ version name; do
            find -L "$STRATA_SHARED/arm64/$name" -name '_*.csv' | LC_ALL=C sort | xargs cat >"$scratch/$version.csv"
        done < <(grep -v '^#' specs/ntoskrnl/sheets.txt)
        begin evidence draws 1 ${count[evidence]} \
            "$STRATA_SHARED"/vtypes/{xp,vista,win7_sp1_x86_2,win8_s,win10_x86}*.json.xz \
            "$STRATA_SHARED"/vtypes/win7_sp0_{x64,x86}.json.xz "$STRATA_SHARED"/vergilius/*-x86.yml.xz \
            "$STRATA_SHARED"/isf/*-10.0.22000.318.json.xz "$scratch"/10.*.csv "$STRATA_SHARED/sparse/kphdyn-half.xml"
    else
        skip evidence "there is no $STRATA_SHARED/vtypes, arm64 or sparse"
    fi
    if [ ! -d "$STRATA_SHARED/kernels" ]; then
        skip real "there is no $STRATA_SHARED/kernels"
    elif ! $is_sanitized; then
        begin real draws 1 ${count[real]} "$STRATA_SHARED"/kernels/*.json.xz "$STRATA_SHARED"/isf/*.json.xz
        begin ordered draws 1 ${count[ordered]} "$STRATA_SHARED"/vergilius/*.yml.xz
        begin mixed draws 1 ${count[mixed]} "$STRATA_SHARED"/vergilius/*.yml.xz "$STRATA_SHARED"/isf/*.json.xz \
            "$STRATA_SHARED"/kernels/*-10.0.2*.json.xz
    fi
    await
fi
finish
