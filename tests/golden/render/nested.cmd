# A section over the structures inside a section over the structures. The outer one keeps its values.
cat >"$SCRATCH/nested.mustache" <<'END'
{{#structures}}
{{S}}:{{#structures}} {{S}}{{/structures}}; {{S}}:{{#layouts}} {{title}}{{/layouts}}
{{/structures}}
END
"$STRATA" render tests/golden/kinds.strata --template "$SCRATCH/nested.mustache"
