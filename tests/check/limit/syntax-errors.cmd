{ printf 'struct %d;\n' {1..150}; } > s.strata
"$STRATA" check s.strata 2>&1 | tail -n 4
exit ${PIPESTATUS[0]}
