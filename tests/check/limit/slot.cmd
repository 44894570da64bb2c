{ printf 'use "../base.strata";\nstruct S in 5.0.. {\n    slot at 0x00 {\n'; printf '        ULONG A%d in 5.0;\n' {1..1001}; echo '    }'; echo '}'; } > s.strata
"$STRATA" check -I .. s.strata
