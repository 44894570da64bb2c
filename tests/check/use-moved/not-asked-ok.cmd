cat > s.strata <<END
use "../base.strata";
columns x86 | x64;
struct SESSION in 6.0.. {
    ULONG Id        in 6.0..       at 0x00;
    ULONG Old       in 6.0         at 0x04;
    ULONG Moved     in 6.0..       at 0x08 (6.0), 0x04;
    ULONG Kind      in 6.0         at 0x0C;
    LONG  Kind      in 6.1..       at 0x08    previously ULONG 0x0C;
}
END
echo 'status = strata_SESSION_get_Moved(&v, &id);' > program.c
"$STRATA" diff -I .. s.strata  --uses program.c
