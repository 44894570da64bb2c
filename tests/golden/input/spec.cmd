# `-` is a spec from standard input, for every command that reads specs. Its `use` counts from the current directory.
cp tests/check/base.strata "$SCRATCH"
cd "$SCRATCH"
spec='use "base.strata"; columns x86 | x64; struct S in 5.0.. { ULONG A at 0; PVOID B at 4 | 8; }'
run()
{
    echo "--- strata $*"
    printf %s "$spec" | "$STRATA" "$@" 2>&1
    echo "status $?"
}
run check -
run check base.strata -
run show - --struct S --at 6.1/x64
run table -
run diff - --from 6.1/x86 --to 6.1/x64
run decode - --struct S --at 6.1/x64 --hex 0100000000000000
run bundle - --struct S -o bundle.h --depfile -
run gen - -o out
printf %s "$spec" | "$STRATA" dump - | sed 's/.*"name":"S"/S/; s/"on".*//'
echo
run check -W all --format json -
run check --suggest -
run check --apply -
run check - -
run import isf --into - kernel.json
