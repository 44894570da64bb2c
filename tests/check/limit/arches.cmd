{ echo 'use "../base.strata";'; printf 'arch a%d pointer 8 align 8;\n' {1..62}; } > s.strata
"$STRATA" check -I .. s.strata
