# types.strata has no structures: what it attests is attested of those of one.strata. own.strata says for itself what
# is, and nobody attests anything of beside.strata, since one.strata speaks for itself alone.
cd "$(mktemp -d)" || exit 2
trap 'rm -r "$PWD"' EXIT
axis='axis { 1.0 { 1.0-rtm = 1.0.100; 1.0-sp1 = 1.0.200; } } arch x64 pointer 8 align 8 in 1.0..;'
echo "$axis attest 1.0.200.7; columns x64; type ULONG unsigned 4;" >types.strata
echo 'use "types.strata";' >nt.strata
echo 'use "nt.strata"; columns x64; struct ONE in 1.0.. { ULONG A; }' >one.strata
echo 'use "nt.strata"; columns x64; attest 1.0.200.9; struct OWN in 1.0.. { ULONG A; }' >own.strata
echo 'use "own.strata"; columns x64; struct BESIDE in 1.0.. { ULONG A; }' >beside.strata
"$STRATA" check . || exit
for what in one/ONE own/OWN beside/BESIDE; do
    for revision in 7 8 9; do
        "$STRATA" show ${what%/*}.strata --struct ${what#*/} --at 1.0.200.$revision/x64 | head -1
    done
done
