#!/bin/bash
# Builds the project both ways, and has it read images of the memory of 64-bit and 32-bit processes.
set -u
. tests/try.sh
project=tests/vendor/make
cp -r $project "$scratch/source"

make_images()
{
    local arch
    "$CC" -std=c99 $CFLAGS -Igenerated -Iruntime -o "$scratch/make_image" $project/make_image.c || return 1
    for arch in x64 x86; do
        "$scratch/make_image" $arch >"$scratch/$arch.image" &&
            "$scratch/make_image" $arch damaged >"$scratch/$arch-damaged.image" || return 1
    done
}
try "images" make_images

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

if ! command -v pkg-config >/dev/null; then
    skip "all of it" "pkg-config is not there"
    finish
    exit
fi
export PKG_CONFIG_PATH=$scratch/prefix/share/pkgconfig
try "make install" make -s BUILD="$(realpath --relative-to=. "$BUILD")" CC="$CC" CFLAGS="$CFLAGS" \
    PREFIX="$scratch/prefix" install
try "update" env PATH="$scratch/prefix/bin:$PATH" make -s -C "$scratch/source" update
flags="CFLAGS=$CFLAGS -Wall -Wextra -Werror"
try "bundle" env -u PKG_CONFIG_PATH make -s -C "$scratch/source" CC="$CC" "$flags"
try_sessions bundle
rm -f "$scratch/source/sessions"
try "system" make -s -C "$scratch/source" CC="$CC" "$flags" STRATA=system
try_sessions system
finish
