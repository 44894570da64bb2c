cat > s.strata <<'END'
use "../base.strata";

struct S in 5.0.. pack 2 {
    USHORT A at 0x00;
    ULONG B at 0x02;
    ULONG C at 0x08;
    ULONG D : 4 at 0x0C bit 0;
    ULONG E : 4 at 0x0C bit 4;
    union {
        ULONG F at 0x14;
        ULONG G at 0x14;
    }
    ULONG H at 0x18;
    ULONG I at 0x20 allow natural "on purpose";
}
END
"$STRATA" check -I .. -W natural --no-gap s.strata
