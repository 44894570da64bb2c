# A document against builds that somebody looked at: each cell that they contradict, and a table. Versions that the
# document does not cover do not count.
cd "$SCRATCH" || exit 2
mkdir builds pages
cat >builds/GATE.strata <<'SPEC'
use <nt/nt.strata>;
columns x86 | x64;
attest x86 6.1.7601.100;
attest x64 6.1.7601.100, 6.3.9600.200, 10.0.19041.1;
struct GATE in 6.1.. {
    size 0x10 | 0x18 (..6.1), 0x20;
    ULONG State at 0x00;
    PVOID First at 0x04 | 0x08;
    ULONG Low : 4 at 0x08 (..6.1), 0x0C | 0x10 bit 0;
    ULONG High : 4 at 0x08 (..6.1), 0x0C | 0x10 bit 4;
    PVOID Last in - | 6.3.. at 0x18;
}
SPEC
cat >pages/gate.strata <<'SPEC'
use <nt/nt.strata>;
source "Gates" last 6.3;
columns x86 | x64;
struct GATE in 6.1.. {
    size 0x10 | 0x18;
    ULONG State at 0x00;
    PVOID First at 0x04 | 0x0C (6.1), 0x08;
    ULONG Low : 4 at 0x08 | 0x10 bit 0;
    ULONG High : 4 at 0x08 | 0x10 bit 5;
    PVOID Last in - | 6.3.. at 0x10;
    ULONG Extra at 0x0C | 0x14;
}
SPEC
"$STRATA" check --no-all --against builds pages
echo "exit status $?"
"$STRATA" check --no-all --against builds --format json pages | cut -c1-200
"$STRATA" check --no-all --against builds --summary pages
"$STRATA" check --no-all --against nowhere pages
"$STRATA" check --summary --format json pages
