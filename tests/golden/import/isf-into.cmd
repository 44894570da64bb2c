# --struct with --into names what the spec declares, or a kernel; what neither has is reported, and nothing is written.
mkdir "$CASES/isf-into"
cd "$CASES/isf-into" || exit
kernel=../../../isf/small.json
axis=../../../../specs/nt/axis.strata
"$STRATA" import isf --use $axis --struct E --version 6.1.7601 $kernel >s.strata
echo "struct OURS in 6.1.. { };" >>s.strata
cp s.strata before
into()
{
    "$STRATA" import isf --into s.strata --struct "$@" --version 6.1.7601.24540 $kernel || echo "exit status $?"
}
into S,NOSUCH
into SS,EE
into ULONG
echo 'use "s.strata";' >t.strata
"$STRATA" import isf --into t.strata --struct _E --version 6.1.7601.24540 $kernel || echo "exit status $?"
cmp s.strata before
into OURS,E
into __S
grep attest s.strata
cd .. && rm -r isf-into
