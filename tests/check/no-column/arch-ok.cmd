cp "$CASES/../../kernel/isf/small.json" a.json >written
cat >s.strata <<'END'
use "../base.strata";
columns x64 | x86;
source "notes" last 6.0;
struct S in 6.0.. {
    size 8 | 0x14;

    LONG a      at 0x00 | ?;
    LONG b : 2  at 0x04  bit 30;
    PVOID c[2]  in - | 6.0..  at 0x08;
    bytes 4 d   in - | 6.0..  at 0x10;
}
END
"$STRATA" import isf -I .. --into s.strata --version 6.1.7601 a.json >written
