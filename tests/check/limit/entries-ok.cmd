{ printf 'use "../base.strata";\nstruct S in 10.0.. {\n'; awk 'BEGIN { for (i = 0; i < 300; i++)
    printf "    ULONG M%d in 10.0.%d.. at %d;\n", i, 10241 + i, 4 * i }'; echo '}'; } > s.strata
"$STRATA" check -I .. s.strata
