# The bounds of arrays are those of the layout, which another architecture may have.
{
    sed '/^struct/,$d' tests/golden/identities.strata
    printf 'struct S in 1.0.. {\n    columns x64 | x64_2;\n    ULONG A[2] at 0x00;\n    ULONG B in - | 1.0.10.5 at - | 0x08;\n}\n'
} >"$SCRATCH/twin.strata"
"$STRATA" export c "$SCRATCH/twin.strata" --at 1.0.10.5/x64_1 | grep ' A'
"$STRATA" dump "$SCRATCH/twin.strata" --format isf --at 1.0.10.5/x64_1 | tr -d ' \n' | grep -o '"count":[0-9]*'
