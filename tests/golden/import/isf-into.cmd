# --struct with --into names what the spec declares, or a kernel; what neither has is reported, and nothing is written.
kernel=$PWD/tests/isf/small.json axis=$PWD/specs/nt/axis.strata
cd "$SCRATCH" || exit 2
"$STRATA" import isf --use "$axis" --struct E --version 6.1.7601 "$kernel" >s.strata
echo "struct OURS in 6.1.. { };" >>s.strata
echo 'use "s.strata";' >t.strata
cp s.strata before
into()
{
    "$STRATA" import isf --into "$1" --struct "$2" --version 6.1.7601.24540 "$kernel" || echo "exit status $?"
}
into s.strata S,NOSUCH
into s.strata SS,EE
into s.strata ULONG
into t.strata _E
cmp s.strata before
into s.strata OURS,E
into s.strata __S
grep attest s.strata
