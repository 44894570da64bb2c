cp "$CASES/../../kernel/isf/small.json" a.json
cat >s.strata <<'END'
use "../base.strata";
columns x86;
struct S in 6.0.. {
    size 0x14;
    UCHAR a[4]  at 0x00;
    LONG b : 2  at 0x04  bit 30;
    PVOID c[2]  at 0x08;
    bytes 4 d   at 0x10;
}
END
"$STRATA" import isf -I .. --into s.strata --version 6.1.7601 a.json
