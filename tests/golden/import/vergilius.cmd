# A file of the Vergilius Project: the version is that of the kernel, or the one that is given; what is chosen is said once.
cp tests/kernel/vergilius/small.yml "$SCRATCH/10.0.1.1-x64.yml"
sed 's/6.1.7601.17514/10.0.19042.508/; s/arch: x86/arch: x64/; s/sizeof: 4, data: \[{id: 1/sizeof: 8, data: [{id: 1/' \
    tests/kernel/vergilius/small.yml | sed 's/sizeof: 8, data: \[{name: Next/sizeof: 16, data: [{name: Next/
s/offset: 4/offset: 8/g' | xz >"$SCRATCH/named.yml.xz"
grep -v buildnumber tests/kernel/vergilius/small.yml >"$SCRATCH/6.1.7600.1.yml"
grep -v buildnumber tests/kernel/vergilius/small.yml >"$SCRATCH/unknown.yml"
cp specs/nt/axis.strata "$SCRATCH"
cd "$SCRATCH" || exit 2
run()
{
    echo "--- strata import $*"
    "$STRATA" import "$@" --use axis.strata 2>&1
}
run vergilius 10.0.1.1-x64.yml
run named.yml.xz 10.0.1.1-x64.yml -o both
cat both/types.strata both/PAIR.strata
run isf --version 10.0.22000.194 named.yml.xz -s _KIND
run pdb 6.1.7600.1.yml -s KIND
run vergilius unknown.yml
run table named.yml.xz
"$STRATA" check 10.0.1.1-x64.yml
sed 's/ULONG, id: 3/ULONG, id: 4/' 10.0.1.1-x64.yml | "$STRATA" import vergilius -
