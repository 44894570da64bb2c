#!/bin/bash
# The recipes of CONTRIBUTING.md, followed on a copy of the tree one after the other: each `diff` block applies, and
# each command of the `sh` block below it succeeds. Every recipe has both. The last command of a recipe runs tests. The
# house rules are checked once, when all recipes have been followed: they look at the whole tree. Files that a recipe
# changes are compiled without optimisation, which takes a third of the time.
set -u
. tests/try.sh
copy=$scratch/strata

if [[ $CFLAGS == *-fsanitize* ]]; then
    skip recipes "sanitizers find nothing more in them"
    finish
    exit
fi

copy_tree()
{
    mkdir "$copy" && { git ls-files -z 2>"$output" || find . -path ./build -prune -o -type f -print0; } |
        xargs -0 cp -p --parents -t "$copy" && cp -a "$BUILD" "$copy/build" && rm -rf "$copy/build/tests"
}

# Writes the parts of a recipe: NAME.diff and NAME.sh, with a command on each line.
write_recipe()
{
    awk -v title="### $1" -v file="$scratch/recipe" '
        /^##/ { on = $0 == title }
        on && /^```(diff|sh)$/ { part = substr($0, 4); next }
        /^```$/ { part = "" }
        part { print > (file "." part) }' CONTRIBUTING.md
    [ -s "$scratch/recipe.diff" ] && [ -s "$scratch/recipe.sh" ] &&
        tail -n 1 "$scratch/recipe.sh" | grep -q '^tests/run '
}

apply()
{
    patch -d "$copy" -p1 --fuzz=3 --no-backup-if-mismatch <"$scratch/recipe.diff"
}

# follow COMMAND: runs a command of a recipe as somebody does who has just cloned the tree.
follow()
{
    (cd "$copy" && unset STRATA SPECS ONLY PART UPDATE && BUILD=build CFLAGS=-O0 bash -c "$1" </dev/null)
}

need "a copy of the tree" copy_tree
sed -n '/^## Recipes$/,/^## Build/s/^### //p' CONTRIBUTING.md >"$scratch/names"
try "there are recipes" [ "$(wc -l <"$scratch/names")" -gt 1 ]
while read -r name; do
    rm -f "$scratch"/recipe.*
    need "$name: has changes and commands" write_recipe "$name"
    need "$name: the changes apply" apply
    try "$name: ends with the house rules" grep -q '^tests/run .* house$' "$scratch/recipe.sh"
    while read -r command; do
        need "$name: $command" follow "${command% house}"
    done <"$scratch/recipe.sh"
done <"$scratch/names"
# One rule is about variables that the optimiser removes from the parser.
try "the house rules, after all recipes" follow 'rm build/obj/strata.tab.o && CFLAGS=-O1 make && tests/run house'
finish
