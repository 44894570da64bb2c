cp "$CASES/../../kernel/isf/small.json" a.json
cat >s.strata <<'END'
use "../base.strata";
columns x64;
source "notes" last 6.0;
struct S in 6.0.. {
    LONG a      at 0x00;
}
END
"$STRATA" import isf -I .. --into s.strata --version 6.1.7601 a.json
