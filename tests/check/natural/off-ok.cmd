cat > s.strata <<'END'
use "../base.strata";

struct S in 5.0.. {
    ULONG A at 0x00;
    ULONG B at 0x08;
}
END
"$STRATA" check -I .. --no-gap s.strata
