cp ../base.strata .
cat > s.strata <<'END'
use "base.strata";
struct S in 5.0.. { ULONG A at 0x00; }
enum S_AT_6_1 : ULONG { x32 = 1; }
enum S_AS_6_1 : ULONG { x32 = 1; }
enum S_5_0_x86 : ULONG { OFFSET_B = 1; SIZE_B = 2; }
struct S_6_1_x32 in 5.0.. { ULONG B at 0x00; }
END
"$STRATA" gen s.strata -o out >log
