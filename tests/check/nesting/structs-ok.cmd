{
    echo 'use "../base.strata"; struct S in 5.0.. {'
    printf 'struct {\n%.0s' {1..900}
    echo 'ULONG A;'
    printf '};\n%.0s' {1..900}
    echo '}'
} > s.strata
"$STRATA" check -I .. s.strata
