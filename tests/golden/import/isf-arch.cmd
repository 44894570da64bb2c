# The machine's type and the database's name say which architecture a file is of.
while read -r machine database; do
    sed "s/332}/$machine}/; s/ntoskrnl.pdb/$database/" tests/kernel/isf/small.json >"$SCRATCH/isf-arch.json"
    "$STRATA" import isf --version 10.0.22000 "$SCRATCH/isf-arch.json" | sed -n "s/^attest/$machine $database: attest/p"
done <<END
332 ntkrnlmp.pdb
332 ntkrpamp.pdb
332 ntkrnlpa.pdb
34404 ntkrnlmp.pdb
34404 NTKRLA57.PDB
43620 ntkrnlmp.pdb
END
