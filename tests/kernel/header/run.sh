#!/bin/bash
# C headers. constructs.h has everything that a header may have and a PDB may not, and ../pdb/constructs.c the rest:
# their specs are compared with clang's description of the layouts for each target, as are those of all of <windows.h>.
# kernel.kernels is a kernel that kernel.h contradicts. NAME.cmd is a command line, NAME.expect its output.
set -u
. tests/try.sh
here=tests/kernel/header
mingw=/usr/share/mingw-w64/include

import()
{
    "$STRATA" import c --version 10.0.19041.1 "$@"
}
if ! echo 'int x;' | import --target x64 - >"$scratch/none" 2>&1 && grep -q libclang "$scratch/none"; then
    skip all "there is no libclang"
    finish
    exit
fi

flags=(-D 'NAMES="names.h"')
constructs()
{
    import --target x86,x64,arm64 $here/constructs.h -- "${flags[@]}"
}
try constructs prints $here/constructs.strata constructs

clean()
{
    "$STRATA" check "$1" && "$STRATA" fmt --check "$1"
}
try constructs-clean clean $here/constructs.strata

# Command lines, in a directory with the headers; kernel.json is a symbol file.
python3 $here/../fold/kernels.py $here/kernel.kernels "$scratch" >"$scratch/names" || exit 2
mkdir "$scratch/cases"
cp -r $here/*.h $here/claims "$scratch/cases"
mv "$(head -n 1 "$scratch/names")" "$scratch/cases/kernel.json"
runs()
{
    (cd "$scratch/cases" && . "$OLDPWD/$1" 2>&1; echo "exit status $?")
}
for case in $here/*.cmd; do
    name=$(basename "$case" .cmd)
    try "$name" prints "${case%.cmd}.expect" runs "$case"
done

# claimed COUNT HEADER...: the specs of headers have the offsets and sizes that their comments claim.
claimed()
{
    mkdir -p "$scratch/claimed"
    python3 -B $here/claims.py "$STRATA" "$scratch/claimed" "${@:2}" >"$scratch/claimed.said"
    cat "$scratch/claimed.said"
    [ "$(wc -l <"$scratch/claimed.said")" = 1 ] &&
        grep -q "^$1 headers: [1-9][0-9]* structures, [1-9][0-9]* claims compared, 0 differ;" "$scratch/claimed.said"
}
try claimed claimed 4 $here/claims/*.h
if [ -d "$STRATA_SHARED/texts" ]; then
    try claimed-shared claimed 16 "$STRATA_SHARED"/texts/*.h.xz
else
    skip claimed-shared "there is no $STRATA_SHARED/texts"
fi

# laid_out NAME HEADER TARGET FLAG...: the spec of a header has the layouts of clang, with its anonymous unions.
laid_out()
{
    local name=$1 header=$2 target=$3
    shift 3
    clang "--target=${target#*=}" -x c -w -fsyntax-only -Xclang -fdump-record-layouts-complete "$@" -include "$header" \
        - </dev/null >"$scratch/$name.layouts" &&
        import --target "$target" "$header" -- "$@" >"$scratch/$name.strata" && "$STRATA" check "$scratch/$name.strata" &&
        python3 -B $here/../pdb/layouts.py "$STRATA" "$scratch/$name.strata" "$scratch/$name.layouts"
}
if ! command -v clang >/dev/null; then
    skip laid-out "there is no clang"
    finish
    exit
fi
for target in x86=i686 x64=x86_64 arm64=aarch64; do
    compare "constructs-${target%=*}" laid_out "constructs-$target" $here/constructs.h $target-pc-windows-msvc "${flags[@]}" \
        -D WITHOUT_NAMES
    compare "program-${target%=*}" laid_out "program-$target" $here/../pdb/constructs.c $target-pc-windows-msvc
    if [ -f $mingw/windows.h ]; then
        compare "windows-${target%=*}" laid_out "windows-$target" $mingw/windows.h $target-w64-mingw32 -isystem $mingw
    else
        skip "windows-${target%=*}" "there is no $mingw/windows.h"
    fi
done
finish
