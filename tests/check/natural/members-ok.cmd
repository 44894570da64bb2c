cat > s.strata <<'END'
use "../base.strata";

struct S in 5.0.. {
    USHORT A at 0x00;
    ULONG B at 0x04;
    ULONG C at 0x08;
    ULONG D : 4 at 0x0C bit 0;
    ULONG E : 4 at 0x0C bit 4;
    union {
        ULONG F at 0x10;
        ULONG G at 0x10;
    }
    ULONG H at 0x14;
}
END
"$STRATA" check -I .. -W natural s.strata
