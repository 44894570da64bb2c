# Offsets count from the structure, also of a row before the union that it stands in, and of a row in a union that lies
# nobody knows where: headers and packs read both.
printf 'use "%s/specs/nt/types.strata";\nstruct S in 6.0.. {\n    ULONG A at 0x00;\n    union at 0x08 { ULONG B at 0x04; }\n    struct at ? { union at ? { ULONG C at 0x10; } }\n}\n' "$PWD" >"$SCRATCH/before.strata"
"$STRATA" dump "$SCRATCH/before.strata" 2>/dev/null | grep -o '"name":"S".*' | grep -o '"name":"[BC]"[^}]*' | sort -u
