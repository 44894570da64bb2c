# Bytes in an aggregate, of which nobody knows how many.
printf 'use "%s/specs/nt/types.strata";\nstruct S in 6.0.. {\n    struct { ULONG A at 0x00; bytes ? B at 0x04; bytes 4 C at 0x10; }\n}\n' "$PWD" >"$SCRATCH/sizes.strata"
"$STRATA" table "$SCRATCH/sizes.strata"
