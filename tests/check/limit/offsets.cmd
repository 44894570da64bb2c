cp ../base.strata .
{ printf 'use "base.strata";\nstruct S in 10.0.. {\n'; awk 'BEGIN { for (i = 0; i < 500; i++)
    printf "    ULONG M%d in 10.0.%d at 0;\n", i, 10241 + i }'; echo '}'; } > s.strata
"$STRATA" gen s.strata -o out
