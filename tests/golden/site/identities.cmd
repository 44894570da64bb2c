# What tells a build from others: the build ID of an ELF file, or GUID and age of a PDB.
printf '%s\n' 'axis { 1.0 { 1a = 1.0.10; } }' 'arch x64 pointer 8 align 16 in 1.0..;' 'type UINT unsigned 4;' \
    'attest x64 1.0.10.1, 1.0.10.2;' 'identity x64 1.0.10.1 build "0123456789ABCDEF0123456789ABCDEF01234567";' \
    'identity x64 1.0.10.2 pdb "00112233445566778899AABBCCDDEEFF-1";' 'struct S in 1.0.. { UINT A at 0x00; }' \
    >"$SCRATCH/s.strata"
"$STRATA" site "$SCRATCH/s.strata" -o "$SCRATCH/site" >"$SCRATCH/said" 2>&1 || cat "$SCRATCH/said"
grep -o '<tr><td>.*' "$SCRATCH/site/identities.html"
