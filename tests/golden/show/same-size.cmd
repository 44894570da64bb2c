# What has another type of the same size, or as many elements in other dimensions, is another layout.
printf 'use "%s/specs/nt/types.strata";\nstruct S in 6.0.. {\n    PVOID A in 6.0; PVOID (*A)() in 6.1; PVOID (*A)(ULONG) in 6.2; volatile PVOID A in 6.3..;\n    UCHAR B[2 (..1511), 3][3 (..1511), 2];\n    ULONG C[1] in ..1607; ULONG C[ANYSIZE_ARRAY] in 1703..;\n}\n' "$PWD" >"$SCRATCH/same-size.strata"
for at in 6.0 6.1 6.2 6.3 1511 1607 1703; do
    "$STRATA" show "$SCRATCH/same-size.strata" --struct S --at $at/x64
done
printf 'use "%s/specs/nt/types.strata";\nstruct T in 6.0.. {\n    ULONG A; ULONG B[0] in 6.0; ULONG B[] in 6.1..;\n}\n' "$PWD" >"$SCRATCH/none.strata"
for at in 6.0 6.1; do
    "$STRATA" show "$SCRATCH/none.strata" --struct T --at $at/x64
done
