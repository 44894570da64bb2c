{ printf 'struct %d;\n' {1..150}; } > s.strata
$STRATA check s.strata | tail -n 3
exit ${PIPESTATUS[0]}
