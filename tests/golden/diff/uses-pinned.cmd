# A place taken from one layout is not that of others where a scalar has another size there; arrays and structures
# that only grow still begin there.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"
cat >s.strata <<'END'
axis { 1.0 { 1 = 1.0.1; } 2.0 { 2 = 2.0.1; } }
arch x64 pointer 8 align 8 in 1.0..;
type UCHAR unsigned 1;
type ULONG unsigned 4;
type ULONGLONG unsigned 8;
struct INNER in 1.0.. {
    ULONG A;
    ULONG B in 2.0..;
}
struct S in 1.0.. {
    ULONG Wider         in 1.0    at 0x00;
    ULONGLONG Wider     in 2.0..  at 0x00;
    ULONG Bits : 3      in 1.0    at 0x08  bit 0;
    ULONG Bits : 5      in 2.0..  at 0x08  bit 0;
    ULONG Same                    at 0x0C;
    INNER Inner                   at 0x10;
    UCHAR Name[4]       in 1.0    at 0x18;
    UCHAR Name[8]       in 2.0..  at 0x18;
}
END
for member in Wider Bits Same Inner Name; do
    echo "STRATA_S_OFFSET(v, $member) STRATA_S_1_0_x64_OFFSET_$member"
done >s.c
"$STRATA" diff s.strata --no-use-retyped --uses s.c
