cat > s.strata <<'END'
use "../base.strata";
struct S in 5.0.. { ULONG A at 0x00; }
END
"$STRATA" show -I .. s.strata --struct S --at 6.1
echo "exit status $?"
"$STRATA" show -I .. s.strata --struct S --at 7.5/x64
echo "exit status $?"
"$STRATA" show -I .. s.strata --struct S --at 6.1/mips
echo "exit status $?"
"$STRATA" show -I .. s.strata --struct S --at 5.0/x64
