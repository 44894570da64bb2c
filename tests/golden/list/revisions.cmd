# A version of which only a point lies after the attested builds of its build: the last attested one is not its end.
printf '%s\n' 'axis { 5.1 { 5.1-rtm = 5.1.2010; 5.1-sp1 = 5.1.2010.100; 5.1-sp2 = 5.1.2010.200; } }' \
    'arch x86 pointer 4 align 4 in 5.1..;' 'attest 5.1.2010.42, 5.1.2010.239;' 'type U32 unsigned 4;' \
    'struct S in 5.1-sp2 except 5.1.2010.239.. { U32 A; }' >"$SCRATCH/revisions.strata"
"$STRATA" list "$SCRATCH/revisions.strata" --structs
