#!/bin/bash
# Projects that use the headers as a stranger would, a directory each. Its test.sh builds and tries it, as a runner
# does. All run at the same time.
set -u
. tests/try.sh

# Sanitizers would run in these projects' programs only.
if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip vendor "the programs of other projects have no sanitizers in them"
    finish
    exit
fi

names=
for project in tests/vendor/*/test.sh; do
    name=$(basename "$(dirname "$project")")
    wanted "$name" || continue
    names+=" $name"
    { ONLY='' "$project" >"$scratch/$name" 2>&1; echo $? >"$scratch/$name.status"; } &
done
wait

for name in $names; do
    head -n -1 "$scratch/$name"
    add_counts "$name" "$(<"$scratch/$name.status")" "$(tail -n 1 "$scratch/$name")"
done
finish
