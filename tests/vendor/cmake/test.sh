#!/bin/bash
# Builds both ways of README.md and compares what the programs print.
set -u
source tests/try.sh
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
    cmake -S "$source" -B "$into" -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$CFLAGS -Wall -Wextra -Werror" "$@" &&
        cmake --build "$into"
}

try_waits()
{
    local arch
    for arch in x64 x86; do
        try "$1, $arch" prints $project/waits-$arch.expect "$scratch/build/$1/waits" $arch 7601 "$scratch/$arch.bin"
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
finish
