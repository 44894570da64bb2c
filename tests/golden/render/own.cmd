# A template with a partial beside it, from a file and from standard input.
printf '%s\n' '{{#structures}}' '{{#layouts}}' '{{S}}_{{label}}: {{>member}}' '{{/layouts}}' '{{/structures}}' >"$SCRATCH/own.mustache"
printf '%s' '{{#members}}{{offset}} {{M}}{{#bit_field}}:{{width}}{{/bit_field}}; {{/members}}' >"$SCRATCH/member.mustache"
"$STRATA" render tests/golden/bits.strata --template "$SCRATCH/own.mustache"
"$STRATA" render tests/golden/kinds.strata --struct KINDS.Point,IDENTITY --template "$SCRATCH/own.mustache"
"$STRATA" render tests/golden/kinds.strata --struct IDENTITY --arch x64 --template "$SCRATCH/own.mustache"
"$STRATA" render tests/golden/kinds.strata --struct IDENTITY --at 2.0/x86 --template "$SCRATCH/own.mustache" -o "$SCRATCH/out" >/dev/null
cat "$SCRATCH/out"
echo '{{#enums}}{{title}}{{#values}} {{name}}={{#constants}}{{number}}{{/constants}}{{/values}}; {{/enums}}' | "$STRATA" render tests/golden/kinds.strata --template -
# A built-in template is a partial, too.
echo '{{#enums}}{{>enum}}{{/enums}}' | "$STRATA" render tests/golden/kinds.strata --struct RIGHTS --template - --prefix my_ | head -n 4
