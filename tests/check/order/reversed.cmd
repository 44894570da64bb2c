# More rows than the solver looks at between two that it trusts: all but one stand elsewhere than they lie.
cp ../base.strata .
{
    echo 'use "base.strata"; struct S in 5.0.. {'
    for ((i = 0; i < 200; i++)); do
        printf 'ULONG A%d at 0x%X;\n' $i $((4 * (199 - i)))
    done
    echo '}'
} >reversed.strata
"$STRATA" check reversed.strata 2>&1 | grep -E 'error|warning' | sed '2,$ { /in 1 file/!d }'
