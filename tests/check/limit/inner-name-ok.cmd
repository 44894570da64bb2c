name=$(printf 'A%.0s' {1..253})
printf 'use "../base.strata";\nstruct S in 5.0.. {\n    struct %s {\n        ULONG A;\n    }\n}\n' $name > s.strata
"$STRATA" check -I .. s.strata
