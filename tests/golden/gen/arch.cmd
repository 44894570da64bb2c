# Headers for one architecture, and for one that falls back on another: what in them is about architectures.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for arch in x64 x86pae; do
    "$STRATA" gen "$CASES/arches.strata" -o "$out/$arch" --arch $arch >"$out/log" || cat "$out/log"
    echo "--arch $arch:"
    for header in "$out/$arch"/*.h; do
        grep -oE '#define [A-Z_]*(ARCH|AT|AS)_[A-Za-z0-9_]*(\(pick\))? .*|/\* .* on .* \*/|[A-Z_]*_M_[A-Za-z]* STRATA_IS.*' "$header"
        grep -oE '[A-Z]*(NARROW|WIDE|SIDE)_?[A-Za-z0-9]* 0x.*|"(Side|Wide)", "[^"]*"|\{ "[A-Za-z]+", 0x[0-9A-F]+u \}' "$header"
    done
done
