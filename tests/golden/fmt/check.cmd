printf 'type A unsigned 4;\ntype  B unsigned 1;\n' | "$STRATA" fmt --check -
