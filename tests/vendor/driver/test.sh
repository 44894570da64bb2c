#!/bin/bash
# The driver by every compiler for Windows, as an image without anything it does not say; and its reader, run here.
set -u
. tests/try.sh
project=tests/vendor/driver
cp -r $project "$scratch/source"
mkdir -p "$scratch/source/third_party/strata"
cp -r generated runtime "$scratch/source/third_party/strata"

# An image of the kernel's kind, whose imports are those of the kernel's functions that the driver calls.
image()
{
    make -s -C "$scratch/source" TARGET="$1" &&
        llvm-readobj --file-headers --coff-imports "$scratch/source/$1/waits.sys" >"$scratch/headers" || return 1
    grep -oE '(Machine|Subsystem|Name|Symbol): [^ ]+' "$scratch/headers" | sort >"$scratch/image"
    diff -u - "$scratch/image" <<END_OF_IMAGE
Machine: IMAGE_FILE_MACHINE_$2
Name: ntoskrnl.exe
Subsystem: IMAGE_SUBSYSTEM_NATIVE
Symbol: IoCreateDevice
Symbol: IoDeleteDevice
Symbol: IofCompleteRequest
Symbol: RtlGetVersion
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

try "its reader" "$CC" -std=c11 $CFLAGS -Wall -Wextra -Wpedantic -Werror -Igenerated -Iruntime \
    -o "$scratch/waits_test" $project/waits.c $project/waits_test.c
try "what it reads" prints $project/waits_test.expect "$scratch/waits_test"

# kernel.h needs no Windows either, but for the conventions of its calls.
try "itself, in place of the kernel" "$CC" -std=c11 $CFLAGS -Wall -Wextra -Wpedantic -Werror -Igenerated -Iruntime \
    -fshort-wchar '-D__stdcall=' '-D__fastcall=' '-D__declspec(x)=' \
    -o "$scratch/driver_test" $project/driver.c $project/waits.c $project/driver_test.c
try "what it answers" prints $project/driver_test.expect "$scratch/driver_test"
finish
