#!/bin/bash
# Builds both ways of README.md and compares what the programs print.
set -u
. tests/try.sh
project=tests/vendor/cmake

# Three waits as 64-bit Windows 7 logs them, and the same as 32-bit does.
resource()
{
    printf '\x0f\x1d\0\0\0\0\0\0\xa0\x02\0\0\0\0\0\0%b\0\0\0\0\0\0\x01\0\0\0\x2a\0\0\0%b\x22\0\1\0\2\0\0\0%b' "$@"
}
x64='\x40\xab\xde\x80\xfa\xff\xff'
x86='\x40\xab\xde\x80'
for wait in '\x05\0' '\x10\x27' '\x07\0'; do
    resource "$wait" "\\x80$x64" ''
done >"$scratch/x64.bin"
for wait in '\x05\0' '\x10\x27' '\x07\0'; do
    resource "$wait" "$x86" '\0\0\0\0'
done >"$scratch/x86.bin"

# build SOURCE OPTION...: to $scratch/build/NAME, with the compiler and the flags of the run.
build()
{
    local source=$1 into
    into=$scratch/build/$(basename "$source")
    shift
    cmake -S "$source" -B "$into" -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$CFLAGS -Wall -Wextra -Werror" \
        -DCMAKE_CXX_FLAGS="$CFLAGS -Wall -Wextra -Werror" "$@" &&
        cmake --build "$into"
}

try_waits()
{
    local arch
    for arch in x64 x86; do
        try "$1, $arch" prints $project/waits-$arch.expect "$scratch/build/$1/waits" $arch 6.1.7601 "$scratch/$arch.bin"
    done
}

if ! command -v cmake >/dev/null; then
    skip "all of it" "cmake is not there"
    finish
    exit
fi

cp -r $project "$scratch/source"
mkdir -p "$scratch/source/copy/third_party/strata"
cp -r generated runtime "$scratch/source/copy/third_party/strata"
try "copy" build "$scratch/source/copy"
try_waits copy

# make takes no names with blanks in them for its files; those of the installation are of no concern to it.
prefix="$scratch/it's installed/here"
make_quietly()
{
    make -s --no-print-directory BUILD="$(realpath --relative-to=. "$BUILD")" CFLAGS="$CFLAGS" PREFIX="$prefix" "$@"
}
try "make install" make_quietly install
mv "$scratch/it's installed" "$scratch/moved to"
prefix="$scratch/moved to/here"
try "package" build "$scratch/source/package" -DCMAKE_PREFIX_PATH="$prefix"
try_waits package
try "a spec of one's own" prints $project/journal.expect "$scratch/build/package/journal"

# The lines of runtime/README.md, with programs for them.
mkdir "$scratch/source/readme"
{
    echo 'cmake_minimum_required(VERSION 3.16)'
    echo 'project(readme C)'
    echo 'add_executable(program program.c)'
    echo 'add_executable(printing_program program.c)'
    echo 'add_executable(my_program my_program.c)'
    awk '$0 == "```cmake" { inside = 1; next } $0 == "```" { inside = 0 } inside' runtime/README.md
} >"$scratch/source/readme/CMakeLists.txt"
echo '#include "etw/wmi_resource_print.h"
int main(void) { return 0; }' >"$scratch/source/readme/program.c"
echo '#include "my.h"
int main(void) { return MY_REASON_PANIC != 2; }' >"$scratch/source/readme/my_program.c"
cp $project/package/journal.strata "$scratch/source/readme/my.strata"
try "the lines of runtime/README.md" build "$scratch/source/readme" -DCMAKE_PREFIX_PATH="$prefix"

# A spec that changes: the next build generates the headers again, and the program is another.
rename_board()
{
    sed -i 's/RESET/RESTART/' "$scratch/source/package/journal.strata" "$scratch/source/package/journal.cpp" &&
        cmake --build "$scratch/build/package" && prints $project/journal.expect "$scratch/build/package/journal"
}
try "a spec that has changed" rename_board
refuses_spec()
{
    sed -i 's/size 0x08/size 0x06/' "$scratch/source/package/journal.strata"
    ! cmake --build "$scratch/build/package" >"$scratch/refused" 2>&1 && grep -F '[past-size]' "$scratch/refused"
}
try "a spec that contradicts itself" refuses_spec
refuses_version()
{
    sed -i "s/strata [0-9.]* CONFIG/strata $1 CONFIG/" "$scratch/source/package/CMakeLists.txt"
    ! cmake -S "$scratch/source/package" -B "$scratch/build/package" >"$scratch/refused" 2>&1 &&
        grep "requested version \"$1\"" "$scratch/refused"
}
for version in 0.2 1.0; do
    try "version $version is refused" refuses_version $version
done
finish
