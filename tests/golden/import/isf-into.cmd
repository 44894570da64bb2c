# --struct with --into names what the spec declares, or a kernel; what neither has is reported, and nothing is written.
kernel=$PWD/tests/kernel/isf/small.json axis=$PWD/specs/nt/axis.strata
make_kernel=$PWD/tests/kernel/fold/kernels.py
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
# Where something else of the file was not asked for, only what was is attested.
printf 'use "%s";\ncolumns x64;\nattest x64 6.1.7601;\ntype LONG signed 4;\n' "$axis" >u.strata
printf 'enum F : LONG { Red = 1; }\nstruct G in 6.1.. { LONG A; }\n' >>u.strata
printf 'kernel 6.2.9200.0 x64\nenum _F 4 long\n  Red 2\nstruct _G 4\n  A 0 long\n' >u.kernels
"$STRATA" import isf --into u.strata --struct G "$(python3 "$make_kernel" u.kernels .)"
"$STRATA" import isf --into u.strata "$(python3 "$make_kernel" u.kernels .)"
tail -n +3 u.strata
