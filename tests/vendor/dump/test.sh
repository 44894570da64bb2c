#!/bin/bash
# Builds dump by each compiler that is here, gives it whole, damaged and real kernel dumps, and compares what it prints.
set -u
. tests/try.sh
source tests/wine.sh
project=tests/vendor/dump
source=$scratch/source
dumps=$scratch/dumps
root=$PWD
mkdir -p "$source"/third_party/strata/{base,memory}
cp -r $project/. "$source"
cp -r generated runtime "$source/third_party/strata"
cp generator/memory/{dump,address,image}.[ch] "$source/third_party/strata/memory"
cp generator/base/lookup.h "$source/third_party/strata/base"
python3 -B tests/memory/dumps.py "$dumps" || exit 2
python3 -B tests/memory/machines.py "$scratch/machines" && mv "$scratch"/machines/*.dmp "$dumps" || exit 2
real=${STRATA_SHARED:-../shared}/dumps
if [ -e "$real/triage_x64.dmp.xz" ]; then
    xz -dc "$real/triage_x64.dmp.xz" >"$dumps/real-x64.dmp" || exit 2
    xz -dc "$real/triage_arm64.dmp.xz" >"$dumps/real-arm64.dmp" || exit 2
else
    skip "real dumps" "there are none"
fi

build()
{
    make -s --no-print-directory -C "$source" CC="$2" CFLAGS="$3" OUT="$scratch/$1" "${@:4}"
}

# shows EXPECTED STATUS COMMAND...: what it prints and how it ends. Windows ends lines by CR LF.
shows()
{
    "${@:3}" >"$scratch/shown"
    [ $? = "$2" ] && prints "$root/$project/$1.expect" tr -d '\r' <"$scratch/shown"
}

# try_dumps NAME COMMAND...: everything that the program prints here, from the directory of the dumps.
try_dumps()
{
    cd "$dumps" || return
    try "$1, whole" shows whole 0 "${@:2}" full.dmp bitmap-full.dmp bitmap-kernel.dmp triage.dmp no-processes.dmp
    try "$1, other machines" shows machines 1 "${@:2}" x86.dmp x86pae.dmp arm64.dmp la57.dmp
    try "$1, damaged" shows damaged 1 "${@:2}" wrong/*.dmp
    [ ! -e real-x64.dmp ] || try "$1, real" shows real 0 "${@:2}" real-x64.dmp real-arm64.dmp
    cd "$root" || exit
}

# try_compiler NAME COMPILER FLAGS
try_compiler()
{
    need "$1" build "$@"
    try_dumps "$1" "$scratch/$1/dump"
}
try_compiler cc "$CC" "$CFLAGS"
for compiler in gcc clang; do
    if command -v $compiler >/dev/null; then
        try_compiler sanitized-$compiler $compiler \
            '-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all'
    else
        skip $compiler "it is not there"
    fi
done
ends_with()
{
    "${@:2}" >/dev/null 2>&1
    [ $? = "$1" ]
}
try "no file" ends_with 1 "$scratch/cc/dump" "$dumps/nowhere.dmp"
try "no name" ends_with 2 "$scratch/cc/dump"
[ ! -e /dev/full ] || try "a full disk" bash -c '! "$0" "$1" >/dev/full 2>&1' "$scratch/cc/dump" "$dumps/full.dmp"

if ! command -v x86_64-w64-mingw32-gcc >/dev/null; then
    skip x86_64-w64-mingw32 "its gcc is not there"
else
    need x86_64-w64-mingw32 build windows x86_64-w64-mingw32-gcc '-O2 -D__USE_MINGW_ANSI_STDIO' EXE=.exe
    if [ -z "$wine" ]; then
        skip "under wine" "it is not there"
    else
        make_prefix
        try_dumps wine "$wine" "$scratch/windows/dump.exe"
    fi
fi
finish
