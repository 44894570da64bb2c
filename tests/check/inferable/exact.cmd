cat > s.strata <<'END'
use "../base.strata";
columns x86 | x64;

struct S in 5.0.. size 0x0C | 0x18 {
    PVOID A at 0x00;
    ULONG B at 0x04 | ?;
    PVOID C at 0x08 | 0x10;
}
END
"$STRATA" check -I .. -W inferable s.strata
