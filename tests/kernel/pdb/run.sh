#!/bin/bash
# PDBs. pdbs.py makes some with everything that a PDB may have, in three generations of leaves (NAME.expect is the
# output of kernel_dump), some that cannot be read (wrong.expect), and some of which a field is left out (left.expect).
# clang and lld make others of constructs.c and classes.cpp: layouts.py compares the specs of these with the compiler's
# description. Those of the reference data are compared with symbol files that another program made of them, and with
# llvm-pdbutil.
set -u
. tests/try.sh
here=tests/kernel/pdb
build_tool pdb_kernel_dump tests/kernel/isf/kernel_dump.c # kernel/isf builds its own at the same time
build_tool damage $here/damage.c
dump=$BUILD/tests/pdb_kernel_dump
python3 $here/pdbs.py constructs "$scratch" >"$scratch/constructs" || exit 2

# dumps NAME: what is read of a PDB.
dumps()
{
    env -C "$scratch" "$dump" "$1.pdb"
}
for name in wide counted; do
    try $name prints $here/$name.expect dumps $name
done

# Virtual base classes are left out, and reported by class.
partly()
{
    ! dumps "$1"
}
for name in virtual-{wide,counted,narrow}; do
    try $name prints $here/$name.expect partly $name
done

# same_but NAME OTHER ARCH: two PDBs have the same types.
same_but()
{
    diff <(dumps "$1" | tail -n +2) <(dumps "$2" | tail -n +2) && dumps "$2" | head -n 1 | grep -q " $3\$"
}
try narrow same_but counted narrow x86
try arm64 same_but wide arm64 arm64

# packed MODULE: a compressed PDB is read like the PDB itself, also from standard input.
packed()
{
    python3 -c "import sys, $1; sys.stdout.buffer.write($1.compress(sys.stdin.buffer.read()))" <"$scratch/wide.pdb" \
        >"$scratch/packed"
    diff <(dumps wide | tail -n +2) <("$dump" - <"$scratch/packed" | tail -n +2)
}
for module in lzma gzip; do
    try $module packed $module
done

# Each mistake is reported once.
said()
{
    local name
    mkdir "$scratch/$1" || return 1
    python3 $here/pdbs.py "$1" "$scratch/$1" >"$scratch/names" || return 1
    while read -r name; do
        env -C "$scratch/$1" "$dump" "$name" || true
    done <"$scratch/names"
}
for kind in wrong left; do
    try $kind prints $here/$kind.expect said $kind
done
try damage "$BUILD/tests/damage" "$scratch/narrow.pdb"

import()
{
    "$STRATA" import "$@"
}

# clean FILE OPTION...: the spec has no findings, and the same import gives the same.
clean()
{
    import "${@:2}" "$1" >"$scratch/clean.strata" && "$STRATA" check "$scratch/clean.strata" &&
        "$STRATA" fmt --check "$scratch/clean.strata" && import "${@:2}" "$1" | diff "$scratch/clean.strata" -
}
try constructs-clean clean "$scratch/wide.pdb" --version 10.0.19041.1

# beside: the program beside a PDB has the version, if it names that PDB.
beside()
{
    local directory
    python3 $here/pdbs.py programs "$scratch/programs" >"$scratch/names" || return 1
    for directory in named kernel other old bare; do
        echo "--- $directory"
        (cd "$scratch/programs/$directory" && import wide.pdb 2>&1 | grep -E '^(attest|identity|strata)')
    done
    echo "--- bare, with --version"
    (cd "$scratch/programs/bare" && import --version 10.0.22621.1 wide.pdb | grep -E '^(attest|identity)')
    echo "--- named, with --version"
    (cd "$scratch/programs/named" && import --version 10.0.22621.1 wide.pdb | grep -E '^(attest|identity)')
}
mkdir "$scratch/programs"
try beside prints $here/beside.expect beside

# The order of declaration leaves no offset that check does not compare.
small=$scratch/small-10.0.19041.1.pdb
python3 $here/../fold/kernels.py $here/../fold/orders.kernels "$scratch" | grep 'x64-10.0.17763.379.pdb$' |
    xargs -I{} mv {} "$small"
moved()
{
    import "${@:2}" >"$scratch/$1.strata" && python3 -B $here/moved.py "$STRATA" "$scratch/$1.strata" "$moved"
}
moved=60
compare orders-moved moved orders --struct _GREW,_OTHER,_FLAGS,_PADDED,_ALL "$small"

# build NAME TARGET SOURCE OPTION...: a PDB and the compiler's description of the layouts.
build()
{
    clang --target="$2-pc-windows-msvc" -g -gcodeview -ffreestanding -Wno-everything -c $here/"$3" \
        -o "$scratch/$1.obj" "${@:4}" >"$scratch/$1.layouts" &&
        lld-link -debug -nodefaultlib -entry:entry -subsystem:console "$scratch/$1.obj" "-out:$scratch/$1.exe" \
            "-pdb:$scratch/$1.pdb" && import --version 10.0.19041.1 "$scratch/$1.pdb" >"$scratch/$1.strata"
}

# by_pdbutil PDB: what llvm-pdbutil says of it.
by_pdbutil()
{
    local name=${1##*/}
    llvm-pdbutil dump -types "$1" >"$scratch/$name.types" && "$dump" "$1" | sed 's/ of [^:]*, line [0-9]*$//' >"$scratch/$name.dump"
    python3 -B $here/pdbutil.py "$scratch/$name.types" "$scratch/$name.dump"
}
# compare_pdbutil NAME PDB
compare_pdbutil()
{
    if command -v llvm-pdbutil >/dev/null; then
        compare "$1-pdbutil" by_pdbutil "$2"
    else
        skip "$1-pdbutil" "there is no llvm-pdbutil"
    fi
}

# compiled TARGET SOURCE OPTION...
compiled()
{
    local name=${2%.*}-$1
    if ! wanted "$name" && ! wanted "$name-clean" && ! wanted "$name-pdbutil"; then
        return
    fi
    need "$name-built" build "$name" "$@"
    try "$name-clean" clean "$scratch/$name.pdb" --version 10.0.19041.1
    compare "$name" python3 -B $here/layouts.py "$STRATA" "$scratch/$name.strata" "$scratch/$name.layouts"
    compare_pdbutil "$name" "$scratch/$name.pdb"
}
if ! command -v clang >/dev/null || ! command -v lld-link >/dev/null; then
    skip compiled "there is no clang, or no lld-link"
else
    for target in x86_64 i686 aarch64; do
        compiled $target constructs.c -std=c11 -Xclang -fdump-record-layouts-complete
        compiled $target classes.cpp -std=c++17 -fno-exceptions -fno-rtti -Xclang -fdump-record-layouts
    done
fi

# virtual: clang's classes with virtual bases, of which clang says the bases.
virtual()
{
    local options=(--target=x86_64-pc-windows-msvc -std=c++17 -ffreestanding -fstandalone-debug -g -gcodeview)
    clang "${options[@]}" -c $here/virtual.cpp -o "$scratch/virtual.obj" &&
        lld-link -debug -nodefaultlib -entry:entry -subsystem:console "$scratch/virtual.obj" \
            "-out:$scratch/virtual.exe" "-pdb:$scratch/virtual.pdb" || return 1
    (cd "$scratch" && import --version 10.0.19041.1 virtual.pdb 2>&1 >virtual.strata)
    echo "exit status $?"
    "$STRATA" check "$scratch/virtual.strata" && sed -n '/^struct/,$p' "$scratch/virtual.strata"
}
if command -v clang >/dev/null && command -v lld-link >/dev/null; then
    try virtual prints $here/virtual.expect virtual
else
    skip virtual "there is no clang, or no lld-link"
fi

# qualified: const, volatile and prototypes as far as specs can say them.
qualified()
{
    sed -n '/^struct \(QUALIFIED\|FUNCTIONS\)/,/^}/p' "$scratch/constructs-x86_64.strata"
}
[ ! -e "$scratch/constructs-x86_64.strata" ] || try qualified prints $here/qualified.expect qualified

# as_symbols NAME VERSION: the spec is that of the symbol file, except for order and unions.
as_symbols()
{
    local pdbs=$STRATA_SHARED/pdb
    import --version "$2" "$pdbs/$1.pdb.xz" >"$scratch/pdb.strata" &&
        import --version "$2" "$pdbs/$1.json.xz" >"$scratch/symbols.strata" &&
        "$STRATA" check "$scratch/pdb.strata" &&
        python3 -B $here/flat.py <("$STRATA" dump "$scratch/pdb.strata") <("$STRATA" dump "$scratch/symbols.strata")
}

if [ -d "$STRATA_SHARED/pdb" ]; then
    for pdb in ntkrnlpa=5.1.2600.5512 ntdll-x64=10.0.19041.1 wntdll-x86=10.0.19041.1; do
        try "${pdb%=*}" as_symbols "${pdb%=*}" "${pdb#*=}"
    done
    for name in ntdll-x64 wntdll-x86; do
        compare $name-moved moved $name --version 10.0.19041.1 "$STRATA_SHARED/pdb/$name.pdb.xz"
    done
    for name in ksi-amd64 xcpt4-arm64; do
        try $name clean "$STRATA_SHARED/pdb/$name.pdb.xz" --version 10.0.19041.1
    done
    # llvm-pdbutil cannot read the kernel of Windows XP.
    for name in ksi-amd64 xcpt4-arm64 ntdll-x64 wntdll-x86; do
        xz -dc "$STRATA_SHARED/pdb/$name.pdb.xz" >"$scratch/$name.pdb"
        compare_pdbutil $name "$scratch/$name.pdb"
    done
else
    skip real "there is no $STRATA_SHARED/pdb"
fi
finish
