# Mistakes in templates have a position.
cd "$SCRATCH" || exit
render()
{
    printf '%s\n' "$1" >bad.mustache
    "$STRATA" render "$OLDPWD/tests/golden/align.strata" -t bad.mustache
    echo "exit status $?"
}
render '{{#structures}}
{{name}}
{{/structures}}'
render '{{#structures}}{{layouts}}{{/structures}}'
render '{{#structures}} {{/structure}}'
render 'one {{#structures}}'
render '{{>partial}}'
printf '%s\n' '  {{nothing}}' >partial.mustache
render '{{>partial}}'
render '{{tool'
