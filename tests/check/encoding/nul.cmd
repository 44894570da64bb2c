printf 'use "../base.strata";\nstruct S in 5.0.. { ULONG A\0 at 0x00; }\n' > s.strata
"$STRATA" check -I .. s.strata
