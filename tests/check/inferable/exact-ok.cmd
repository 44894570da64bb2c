cat > s.strata <<'END'
use "../base.strata";
columns x86 | x64;

// Two places, or too much room.
struct S in 5.0.. size 0x0C | 0x28 {
    PVOID A at 0x00;
    ULONG B at 0x04 | ?;
    PVOID C at 0x08 | ?;
    ULONG D in 6.1.. at - | ?;
}
END
"$STRATA" check -I .. -W inferable --no-size s.strata
