# A mask that nobody knows is of no bits that are known; a bit that is known says where all the same.
printf 'use "%s/specs/nt/types.strata";\nstruct S in 6.0.. {\n    ULONG A : 1 at 0x00 mask 0x01 (6.0), ?;\n    ULONG B : 2 at 0x00 bit 4 mask ?;\n}\n' "$PWD" >"$SCRATCH/masks.strata"
"$STRATA" dump "$SCRATCH/masks.strata" | grep -o '"name":"S".*' | grep -o '"name":"[AB]"[^}]*' | sort -u
