cp ../base.strata .
{
    echo 'use "base.strata"; struct S in 5.0.. {'
    for ((i = 0; i < 200; i++)); do
        printf 'ULONG A%d at 0x%X;\n' $i $((4 * i))
    done
    echo '}'
} >straight.strata
"$STRATA" check straight.strata
