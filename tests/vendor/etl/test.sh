#!/bin/bash
# Builds etl by each compiler that is here, gives it trace files, whole and damaged, and compares what it prints.
set -u
. tests/try.sh
source tests/wine.sh
project=tests/vendor/etl
source="$scratch/source"
traces="$scratch/traces"
mkdir -p "$source/third_party/strata" "$traces"
cp -r $project/. "$source"
cp -r generated runtime "$source/third_party/strata"
python3 $project/make_etl.py tests/golden/decode/events-x64.txt "$traces" || exit 2

build()
{
    local name=$1 compiler=$2 flags=$3
    shift 3
    make -s --no-print-directory -C "$source" CC="$compiler" CFLAGS="$flags" OUT="$scratch/$name" "$@"
}

# shows EXPECTED STATUS COMMAND...: what it prints and how it ends.
shows()
{
    local expected=$1 status=$2
    shift 2
    "$@" >"$scratch/shown" || [ $? = "$status" ] || return 1
    prints "$expected" cat "$scratch/shown"
}

# The hook ids that the maker of the file has written.
counts()
{
    "$1" --print 0 "$2.etl" | sed '1,/  hook$/d' | awk '{ print $1, $2, $3 }' | diff -u "$2.hooks" -
}

expands()
{
    "$1" "$2" "$3.$2" "$(stat -c %s "$3.raw")" | cmp - "$3.raw"
}

# Everything that etl prints here, from the directory of the files, so that it prints their names alone.
try_files()
{
    local program=$1 name
    cd "$traces" || return
    for name in x64 x86; do
        try "$program, $name.etl" shows "$here/$name.expect" 0 "${@:2}" --print 1 $name.etl
    done
    try "$program, compressed" shows "$here/compressed.expect" 0 "${@:2}" --print 0 compressed.etl lznt1.etl mixed.etl
    try "$program, damaged" shows "$here/damaged.expect" 1 "${@:2}" --print 0 -- *.bad
    try "$program, what is not sure" shows "$here/unsure.expect" 1 "${@:2}" --print 1 -- data-short.bad \
        no-logfile-header.bad version-5-2.bad
    cd "$root" || exit
}
root=$PWD
here=$root/$project

# try_compiler NAME COMPILER FLAGS
try_compiler()
{
    try "$1" build "$1" "$2" "$3"
    try "$1, expanding" "$scratch/$1/expand_test"
    try_files "$1" "$scratch/$1/etl"
}
try_compiler cc "$CC" "$CFLAGS"
for compiler in gcc clang; do
    if ! command -v $compiler >/dev/null; then
        skip $compiler "it is not there"
    elif [ "$(realpath "$(command -v $compiler)")" != "$(realpath "$(command -v $CC)")" ]; then
        try_compiler $compiler $compiler -O2
    fi
done
for name in x64 x86 compressed lznt1 mixed; do
    try "hooks of $name" counts "$scratch/cc/etl" "$traces/$name"
done
for file in "$traces"/*.raw; do
    name=$(basename "$file" .raw)
    for how in lz77 lznt1; do
        try "expands $name, $how" expands "$scratch/cc/expand_test" $how "$traces/$name"
    done
done

# The table of events is whole: whatever the specs declare an event is of is in it.
knows_all()
{
    diff -u <(sed -n 's/^event \([A-Z_0-9]*\) .*/\1/p' specs/*/*.strata | sort) \
        <(sed -n 's/^ *KNOWN(\([A-Z_0-9]*\), .*/\1/p' $project/main.c | sort)
}
try "knows all events" knows_all

# A pipe gives what a file does, but for the name.
piped()
{
    "$scratch/cc/etl" "$traces/compressed.etl" | tail -n +2 >"$scratch/from-file"
    cat "$traces/compressed.etl" | "$scratch/cc/etl" - | tail -n +2 | diff -u "$scratch/from-file" -
}
try "a pipe" piped
ends_with()
{
    local status=$1
    shift
    "$@" >/dev/null 2>&1
    [ $? = "$status" ]
}
try "no file" ends_with 2 "$scratch/cc/etl" "$traces/nowhere.etl"
try "no name" ends_with 2 "$scratch/cc/etl"
try "no number" ends_with 2 "$scratch/cc/etl" --print x "$traces/x64.etl"
try "an unknown option" ends_with 2 "$scratch/cc/etl" --all "$traces/x64.etl"
[ ! -e /dev/full ] || try "a full disk" bash -c '! "$0" "$1" >/dev/full 2>&1' "$scratch/cc/etl" "$traces/x64.etl"

# Every beginning of small traces, and thousands of changed ones, with the sanitizers looking.
hostile()
{
    "$CC" -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -Igenerated -Iruntime \
        -o "$scratch/hostile" $project/hostile.c tests/fuzz/fuzz_etl.c runtime/strata_print.c &&
        "$scratch/hostile" "$traces"/x86.etl "$traces"/packed-then-size-0.bad \
            "$traces"/packed-lznt1.bad
}
try "hostile files" hostile

# Windows: the same text, and the types that mingw-w64's headers have are those of the specs.
for arch in x86_64 i686; do
    if ! command -v $arch-w64-mingw32-gcc >/dev/null; then
        skip $arch-w64-mingw32 "its gcc is not there"
        continue
    fi
    try $arch-w64-mingw32 build $arch $arch-w64-mingw32-gcc -O0 EXE=.exe
    try "types of $arch-w64-mingw32" $arch-w64-mingw32-gcc -std=c11 -Wall -Wextra -Werror -Igenerated -Iruntime -c \
        -o "$scratch/types.o" $project/windows_types.c
done
if [ -z "$wine" ]; then
    skip "under wine" "it is not there"
elif [ -x "$scratch/x86_64/etl.exe" ]; then
    make_prefix
    try_files wine "$wine" "$scratch/x86_64/etl.exe"
fi
finish
