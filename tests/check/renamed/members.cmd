cp ../base.strata .
cat > s.strata <<'END'
use "base.strata";
struct S in 5.0.. { ULONG B_get_A at 0x00; }
struct S_B in 5.0.. { ULONG get_A at 0x00; }
struct S_get_A in 5.0.. { ULONG A at 0x00; }
struct S_get in 5.0.. { ULONG A at 0x00; }
struct A in 5.0.. { ULONG B_view at 0x00; ULONG open at 0x04; }
struct A_open in 5.0.. { ULONG B at 0x00; }
END
"$STRATA" gen s.strata -o out
status=$?
ls out 2>/dev/null
exit $status
