#!/bin/bash
# The driver by every compiler for Windows, as an image that imports nothing else; the program by mingw, and under wine;
# and the part that needs no Windows, run here.
set -u
. tests/try.sh
. tests/wine.sh
project=tests/vendor/host
cp -r $project "$scratch/source"
mkdir -p "$scratch/source/third_party/strata"
cp -r generated runtime "$scratch/source/third_party/strata"

# An image of the kernel's kind, whose imports are those of the kernel's functions that the driver calls.
image()
{
    local identity=
    make -s -C "$scratch/source" TARGET="$1" &&
        llvm-readobj --file-headers --coff-imports "$scratch/source/$1/host.sys" >"$scratch/headers" || return 1
    grep -oE '(Machine|Subsystem|Name|Symbol): [^ ]+' "$scratch/headers" | sort >"$scratch/image"
    [[ $1 == i686-* ]] || identity='Symbol: RtlPcToFileHeader'
    sed '/^$/d' <<END_OF_IMAGE | diff -u - "$scratch/image"
Machine: IMAGE_FILE_MACHINE_$2
Name: ntoskrnl.exe
Subsystem: IMAGE_SUBSYSTEM_NATIVE
Symbol: RtlGetVersion
$identity
Symbol: ZwClose
Symbol: ZwOpenKey
Symbol: ZwQueryValueKey
END_OF_IMAGE
}

while read -r target machine tools; do
    missing=
    for tool in $tools llvm-readobj; do
        command -v "$tool" >/dev/null || missing=$tool
    done
    if [ -z "$missing" ]; then
        try "$target" image "$target" "$machine"
    else
        skip "$target" "$missing is not there"
    fi
done <<'TARGETS'
x86_64-pc-windows-msvc  AMD64 clang lld-link llvm-dlltool
i686-pc-windows-msvc    I386  clang lld-link llvm-dlltool
aarch64-pc-windows-msvc ARM64 clang lld-link llvm-dlltool
x86_64-w64-mingw32      AMD64 x86_64-w64-mingw32-gcc
i686-w64-mingw32        I386  i686-w64-mingw32-gcc
TARGETS

try "its core" "$CC" -std=c11 $CFLAGS -Wall -Wextra -Wpedantic -Werror -Igenerated -Iruntime \
    -o "$scratch/host_test" $project/host.c $project/host_test.c
try "what it makes of facts" prints $project/host_test.expect "$scratch/host_test"

# The version is that of wine's own ntoskrnl.exe, whatever it is.
runs()
{
    "$wine" "$scratch/source/x86_64-w64-mingw32/host.exe" >"$scratch/printed" || return 1
    tr -d '\r' <"$scratch/printed" | sed -E '1s/^kernel [1-9][0-9]*\.[0-9]+\.[1-9][0-9]*\.[0-9]+ on x64$/kernel/
        2s/^WMI_BUFFER_HEADER: 72 bytes, [A-Z]+$/structure/' | diff -u <(printf 'kernel\nstructure\n') -
}
if [ -z "$wine" ]; then
    skip "under wine" "it is not there"
elif [ -e "$scratch/source/x86_64-w64-mingw32/host.exe" ]; then
    make_prefix
    try "under wine" runs
fi
finish
