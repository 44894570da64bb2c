printf 'type  A unsigned 4;\n' >a.strata
"$STRATA" fmt --check a.strata
