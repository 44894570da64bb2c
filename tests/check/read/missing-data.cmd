cat > s.strata <<'END'
use "../base.strata";
struct S in 5.0.. { ULONG A at 0x00; }
END
"$STRATA" decode -I .. s.strata --struct S --at 6.1/x64 nowhere.bin
