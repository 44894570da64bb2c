# No kernel is attested at all: a document speaks of releases up to its last one.
cd "$SCRATCH" || exit 2
cat >s.strata <<'SPEC'
axis { 1.0 { 1.0-rtm = 1.0.100; 1.0-sp1 = 1.0.200; } 2.0 { 2.0-rtm = 2.0.300; } } arch x64 pointer 8 align 8 in 1.0..;
columns x64;
type ULONG unsigned 4;
source "a page" last 1.0-sp1;
struct S in 1.0.. { ULONG A; ULONG B in 1.0-sp1..; }
SPEC
"$STRATA" coverage s.strata
"$STRATA" coverage s.strata --at 2.0.300.1/x64
