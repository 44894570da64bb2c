cp "$CASES/../../kernel/isf/small.json" a.json
cat >s.strata <<'END'
use "../base.strata";
columns x86;
source "notes" last 6.0;
struct S in 6.0.. {
    size 0x10;
    LONG a      at 0x00;
    LONG b : 2  at 0x04  bit 30;
    PVOID c[2]  at 0x08  last;
}
END
"$STRATA" import isf -I .. --into s.strata --version 6.1.7601 a.json
