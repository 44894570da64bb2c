# A tree says once what all its structures have: the attested versions stand in one header. Members that move together
# have one base a layout.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cp "$CASES/../../check/base.strata" "$out/base.strata"
{
    echo 'use "base.strata";'
    echo 'attest x64 6.1.7601.100, 6.1.7601.200, 10.0.14393.300;'
} >"$out/types.strata"
for name in ONE TWO THREE; do
    printf 'use "types.strata";\ncolumns x86 | x64;\nstruct %s in 6.0.. { ULONG A at 0x00; }\n' $name >"$out/$name.strata"
done
# 40 members that move together, twice in five releases, and one that moves in each of them.
{
    printf 'use "types.strata";\ncolumns x86 | x64;\nstruct MANY in 5.0.. {\n'
    for ((i = 0; i < 40; i++)); do
        printf '    ULONG M%d at 0x%X (..5.1), 0x%X (6.0..6.1), 0x%X;\n' $i $((4 * i)) $((8 + 4 * i)) $((16 + 4 * i))
    done
    printf '    ULONG Last at 0x100 (5.0), 0x104 (5.1), 0x108 (6.0), 0x10C (6.1), 0x110;\n}\n'
} >"$out/MANY.strata"
"$STRATA" gen "$out" -o "$out/headers" >"$out/log" 2>&1 || cat "$out/log"
cd "$out/headers" || exit 1
echo 'lists of attested builds:'
grep -oE 'strata_target [A-Za-z_]*_builds\[[0-9]+\]' -r . | sort
echo 'structures that name them:'
grep -oE '&strata_evidence_[A-Za-z_]*' ONE.h TWO.h THREE.h MANY.h
echo 'bases:'
sed -n '/_bases\[/,/^};/p' MANY.h
grep -E '_M_(M0|M39|Last) STRATA_IS' MANY.h
