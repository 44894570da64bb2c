#!/bin/bash
# Builds the project both ways, and has it read images of the memory of 64-bit and 32-bit processes.
set -u
source tests/try.sh
project=tests/vendor/make
cp -r $project "$scratch/source"

# make_quietly ARGUMENT...: here, to install; in the project it is given its directory.
make_quietly()
{
    make -s --no-print-directory CC="$CC" "$@"
}

for arch in x64 x86; do
    "$CC" -std=c99 $CFLAGS -Igenerated -Iruntime -o "$scratch/make_image" $project/make_image.c &&
        "$scratch/make_image" $arch >"$scratch/$arch.image" &&
        "$scratch/make_image" $arch damaged >"$scratch/$arch-damaged.image"
done

try_sessions()
{
    local arch
    for arch in x64 x86; do
        try "$1, $arch" prints $project/sessions-$arch.expect \
            "$scratch/source/sessions" "$scratch/$arch.image" 0x10000 0x10000 6.1.7601 $arch
        try "$1, $arch, damaged" notices "$arch"
    done
}

# A list whose links do not lead back is no list.
notices()
{
    local image=$scratch/$1-damaged.image
    ! "$scratch/source/sessions" "$image" 0x10000 0x10000 6.1.7601 $1 >/dev/null 2>"$scratch/noticed" &&
        grep -x 'sessions: INVALID' "$scratch/noticed"
}

mkdir -p "$scratch/source/third_party/strata"
cp -r generated runtime "$scratch/source/third_party/strata"
try "copy" make_quietly -C "$scratch/source" CFLAGS="$CFLAGS -Wall -Wextra -Werror"
try_sessions copy

if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=$scratch/prefix/lib/pkgconfig
    try "make install" make_quietly BUILD="$(realpath --relative-to=. "$BUILD")" PREFIX="$scratch/prefix" install
    rm "$scratch/source/sessions"
    try "system" make_quietly -C "$scratch/source" CFLAGS="$CFLAGS -Wall -Wextra -Werror" STRATA=system
    try_sessions system
else
    skip "system" "pkg-config is not there"
fi
finish
