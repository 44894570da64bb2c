# What can be followed, walked and read as text on each architecture: nothing by way of members that it has not.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for arch in x86 x64; do
    "$STRATA" gen --names "$CASES/reader.strata" -o "$out/$arch" --arch $arch >"$out/log" || cat "$out/log"
    echo "--arch $arch:"
    grep -oE '#define [A-Za-z_]*_(follow|walk|utf16)[A-Za-z_]*' "$out/$arch/reader.h"
done
