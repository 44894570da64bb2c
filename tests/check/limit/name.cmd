name=$(printf 'A%.0s' {1..256})
printf 'use "../base.strata";\nstruct S in 5.0.. {\n    ULONG %s at 0x00;\n}\n' $name > s.strata
"$STRATA" check -I .. s.strata
