cp ../base.strata .
cat > s.strata <<'END'
use "base.strata";
struct S in 5.0.. { ULONG interface at 0x00; ULONG small at 0x04; ULONG get at 0x08; }
struct T in 5.0.. { ULONG interface at 0x00; }
END
"$STRATA" gen s.strata -o out >log
