printf 'use "../base.strata";\n// caf\351\nstruct S in 5.0.. { ULONG A at 0x00; }\n' > s.strata
"$STRATA" check -I .. s.strata
