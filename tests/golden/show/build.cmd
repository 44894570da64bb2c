# A build without its revision is the last of it that is attested, and else its last, as STRATA_REVISION_ANY has it.
cd "$(mktemp -d)" || exit 2
trap 'rm -r "$PWD"' EXIT
cat >s.strata <<'END'
axis { 1.0 { 1.0-rtm = 1.0.100; 1.0-sp1 = 1.0.200; 1.0-sp2 = 1.0.400; } } arch x64 pointer 8 align 8 in 1.0..; columns x64;
type ULONG unsigned 4;
struct S in 1.0.. {
    attest 1.0.100, 1.0.200.7, 1.0.200.9, 1.0.400.0, 1.0.500;
    ULONG A in ..1.0.200.7;
    ULONG B in 1.0.200.9..;
    ULONG C in 1.0.400.1..;
    ULONG D in 1.0.500.1..;
}
END
"$STRATA" check s.strata
for build in 100 200 200.7 300 400 500; do
    "$STRATA" show s.strata --struct S --at 1.0.$build/x64
done
"$STRATA" diff s.strata --from 1.0.100/x64 --to 1.0.200/x64
"$STRATA" decode s.strata --struct S --at 1.0.200/x64 --hex 01000000
