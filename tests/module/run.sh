#!/bin/bash
# Trees of several modules. NAME.cmd has command lines over specs/, NAME.expect their complete output. The builds of
# two.kernels, in the form of tests/kernel/fold/, are imported into a tree in any order, which makes the same text,
# into.expect; so are those of lacks.kernels. user.c includes headers of three modules, for compilers of C and C++.
# specs/ntdll and specs/win32k are what `make modules` makes of the reference data, and the globals of specs/ what `make
# globals` makes; globals.py asks for each address.
set -u
. tests/try.sh
here=tests/module

run_case()
{
    mkdir "$scratch/$1" || return
    SCRATCH=$scratch/$1 bash "$here/$1.cmd" >"$scratch/actual" 2>&1 </dev/null
    echo "exit status $?" >>"$scratch/actual"
    expects "$1" "$here/$1.expect" "$scratch/actual"
}

# The program of user.c, compiled and run: compiled COMPILER...
compiled()
{
    "$@" ${CFLAGS//-static-lib[au]*san/} -Wall -Wextra -Wpedantic -Werror -I"$scratch/headers" -Iruntime $here/user.c \
        -o "$scratch/user" &&
        "$scratch/user"
}

# Imports a module into a tree: import TREE MODULE FILE...
import()
{
    (cd "$scratch/$1" && "$STRATA" import isf --use axis.strata --module "$2" --into . "${@:3}")
}

# A tree into which both modules are imported, in the order of the words.
tree()
{
    local name=$1 module
    mkdir "$scratch/$name" && cp $here/specs/axis.strata "$scratch/$name" || return
    for module in "${@:2}"; do
        case $module in
        ntoskrnl) import "$name" ntoskrnl "${files[@]:0:2}" ;;
        first) import "$name" ntoskrnl "${files[0]}" ;;
        second) import "$name" ntoskrnl "${files[1]}" ;;
        ntdll) import "$name" ntdll "${files[2]}" ;;
        esac || return
    done
    "$STRATA" check "$scratch/$name"
}

show_tree()
{
    (cd "$scratch/$1" && for file in ntdll/*.strata; do echo "--- $file"; cat "$file"; done)
}

# `make modules` in a copy of the specs makes those that are there.
made()
{
    cp -r specs "$scratch/specs" && cp Makefile "$scratch" && ln -s "$PWD/runtime" "$PWD/generator" "$scratch" &&
        make -s -C "$scratch" -o "$STRATA" BUILD="$BUILD" STRATA="$STRATA" \
            MODULES="$STRATA_SHARED/pdb $STRATA_SHARED/vtypes" modules >"$scratch/said" 2>&1 &&
        diff -r specs "$scratch/specs"
}

# `make globals` in a copy of the specs makes those that are there.
made_globals()
{
    mkdir "$scratch/run" && cp -r specs Makefile "$scratch/run" &&
        ln -s "$PWD/runtime" "$PWD/generator" "$scratch/run" &&
        make -s -C "$scratch/run" -o "$STRATA" BUILD="$BUILD" STRATA="$STRATA" \
            GLOBALS="$STRATA_SHARED/sparse $STRATA_SHARED/isf" globals >"$scratch/said" 2>&1 &&
        diff -r specs "$scratch/run/specs"
}

# All headers of some structures of each shipped module are in one unit: no two have a name in C in common.
shipped()
{
    "$STRATA" gen --names --struct 'ntdll!PEB,ntdll!HEAP,ntdll!TEB,ntdll!HEAP_SUBSEGMENT,win32k!tagWND' \
        --struct 'win32k!_W32THREAD,ntoskrnl!HEAP,ntoskrnl!HEAP_SUBSEGMENT,EPROCESS' \
        --with-used -o "$scratch/shipped" || return
    (cd "$scratch/shipped" && find . -name '*.h' -printf '#include "%P"\n' | LC_ALL=C sort) >"$scratch/shipped.c"
    local language
    for language in c99 c++11; do
        "$CC" -std=$language $CFLAGS -Wall -Wextra -Werror -I"$scratch/shipped" -Iruntime -fsyntax-only \
            -x "${language%%[0-9]*}" "$scratch/shipped.c" || return
    done
}

for case in $here/*.cmd; do
    case=${case##*/}
    run_case "${case%.cmd}"
done
try "fmt --check" "$STRATA" fmt --check $here/specs
need headers "$STRATA" gen --names $here/specs -o "$scratch/headers"
try "a program in C, gcc" compiled gcc -std=c99
try "a program in C++, gcc" compiled g++ -std=c++11 -x c++
try "a program in C, clang" compiled clang -std=c99
try "a program in C++, clang" compiled clang++ -std=c++11 -x c++
mkdir "$scratch/files"
mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/two.kernels "$scratch/files")
need "kernel first" tree first ntoskrnl ntdll
need "ntdll first" tree last ntdll ntoskrnl
need "ntdll between" tree between first ntdll second
same "either order" "$scratch/first" "$scratch/last"
same "between builds" "$scratch/first" "$scratch/between"
show_tree first >"$scratch/into"
expects into $here/into.expect "$scratch/into"

# lacks.kernels: of two builds of ntdll, one does not have a structure of the kernel.
mkdir "$scratch/lacking"
mapfile -t files < <(python3 -B tests/kernel/fold/kernels.py $here/lacks.kernels "$scratch/lacking")
lacks()
{
    local build
    for build in once steps; do
        mkdir "$scratch/$build" && cp $here/specs/axis.strata "$scratch/$build" &&
            import "$build" ntoskrnl "${files[@]:0:2}" || return
    done
    import once ntdll "${files[@]:2:2}" && import steps ntdll "${files[2]}" && import steps ntdll "${files[3]}" &&
        diff -r "$scratch/once" "$scratch/steps" && grep -q '^share BOTH;' "$scratch/once/ntdll/BOTH.strata" &&
        grep -q '^columns x86;' "$scratch/once/ntdll/ONE.strata"
}
try lacks lacks
try "each address" python3 -B $here/globals.py "$STRATA" $(grep -l '^global ' specs/*/*.strata)
if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip "shipped specs" "sanitizers find no more here than in the imports of tests/kernel"
    finish
    exit
fi
try shipped shipped
if [ -e "$STRATA_SHARED/pdb/ntdll-x64.pdb.xz" ] && [ -d "$STRATA_SHARED/vtypes" ]; then
    try made made
else
    skip made "there is no $STRATA_SHARED/pdb or no $STRATA_SHARED/vtypes"
fi
if [ -d "$STRATA_SHARED/sparse" ] && [ -d "$STRATA_SHARED/isf" ]; then
    try "made globals" made_globals
else
    skip "made globals" "there is no $STRATA_SHARED/sparse or no $STRATA_SHARED/isf"
fi
finish
