# A row before the union that it stands in has no offset in it.
printf 'use "%s/specs/nt/types.strata";\nstruct S in 6.0.. {\n    ULONG A at 0x00;\n    union at 0x08 { ULONG B at 0x04; }\n}\n' "$PWD" >"$SCRATCH/before.strata"
"$STRATA" dump "$SCRATCH/before.strata" 2>/dev/null | grep -o '"name":"S".*' | grep -o '"name":"B"[^}]*' | sort -u
