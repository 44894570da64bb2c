# The same where only architectures are named, and where one of the specs is the only one.
cp tests/check/base.strata "$SCRATCH"
cd "$SCRATCH"
printf 'use "base.strata"; columns x86 | x64; struct S in 5.0.. { ULONG A at 0; PVOID B at 4 | 8; }' >two.strata
printf '%s\n' 'axis { 1.0 { 1.0-rtm = 1.0.1; } 2.0 { 2.0-rtm = 2.0.1; } }' 'arch amd64 pointer 8 align 8 in 1.0..;' \
    'type ULONG unsigned 4;' 'struct S in 1.0.. { ULONG A at 0x00 in 2.0..; ULONG B at 0x04; }' >one.strata
: >page.txt
run()
{
    echo "--- strata $*"
    "$STRATA" "$@" 2>&1
}
run bundle two.strata --arch amd64
run bundle two.strata --arch arm64
run pack two.strata --arch x46 -o out
run gen two.strata --arch x86,X64 -o out
run decode two.strata --struct S --at amd64 --hex 00
run diff two.strata --from 6.0 --to 6.1
run diff two.strata --from 6.0 --to 6.1/x86
run import table --arch amd64 page.txt
# One architecture need not be named, and is found by its other names.
run show one.strata --struct S --at 2.0
run diff one.strata --from 1.0 --to 2.0
run diff one.strata --from 1.0 --to 2.0/amd64
run decode one.strata --struct S --at 2.0-rtm --hex 0100000002000000
run show one.strata --struct S --at 2.0/x64
run show one.strata --struct S --at amd64
