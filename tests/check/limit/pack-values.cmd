{ printf 'use "../base.strata";\nenum E : ULONG in 10.0.. {\n'; awk 'BEGIN { for (i = 0; i < 2100; i++)
    printf "    M%d = %d in 10.0.%d..;\n", i, i, 10241 + i }'; echo '}'; } > s.strata
"$STRATA" pack -I .. s.strata -o out.strpack
