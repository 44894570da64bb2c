#!/bin/bash
# Specs and their canonical form: NAME.expect is the output of `strata fmt` for NAME.strata. Every spec of the tree, and
# the texts that disturb.py makes of it, keep their meaning, and a second run changes nothing.
set -u
. tests/try.sh
build_tool fmt_ast_dump tests/parse/ast_dump.c # parse/ builds its own at the same time
dump=$BUILD/tests/fmt_ast_dump

for case in tests/fmt/*.strata; do
    name=$(basename "$case" .strata)
    wanted "$name" || continue
    "$STRATA" fmt - <"$case" >"$scratch/actual" 2>&1
    expects "$name" "tests/fmt/$name.expect" "$scratch/actual"
    "$STRATA" fmt --check - <"$scratch/actual" >"$scratch/again" 2>&1
    same "$name: a second run changes nothing" "$nothing" "$scratch/again"
    grep -n ' $' "$scratch/actual" >"$scratch/blanks"
    same "$name: no blanks at line ends" "$nothing" "$scratch/blanks"
    sed 's/$/\r/' "$case" | "$STRATA" fmt - 2>&1 | sed 's/\r$/ /' >"$scratch/actual"
    sed 's/$/ /' "tests/fmt/$name.expect" >"$scratch/expected"
    same "$name with CR LF" "$scratch/expected" "$scratch/actual"
done
for expect in tests/fmt/*.expect; do
    [ -e "${expect%.expect}.strata" ] || fail "$expect" "belongs to no case"
done

"$STRATA" fmt --check specs >"$scratch/actual" 2>&1
same "specs are in their canonical form" "$nothing" "$scratch/actual"

need "the cases of parse" python3 -B tests/blocks.py unpack tests/parse "$scratch/parse"
counts disturb python3 tests/fmt/disturb.py "$STRATA" "$dump" 4 specs/etw/*.strata specs/nt/*.strata \
    "$scratch"/parse/*.strata tests/runtime/*.strata tests/fmt/*.strata

# The model before and after.
cp --no-preserve=mode tests/runtime/kitchen.strata "$scratch"
"$STRATA" dump "$scratch/kitchen.strata" >"$scratch/expected"
"$STRATA" fmt "$scratch/kitchen.strata" >/dev/null
"$STRATA" dump "$scratch/kitchen.strata" >"$scratch/actual"
same "the model of tests/runtime/kitchen.strata" "$scratch/expected" "$scratch/actual"

# Long specs take no more time than their share, and deep ones no stack. Sanitizers, which look at memory, read a tenth
# of the long ones.
count=100000
[[ $CFLAGS != *-fsanitize=* ]] || count=10000
for name in rows clauses cells deep; do
    wanted $name || continue
    python3 tests/fmt/large.py $name $count >"$scratch/$name.strata"
    timeout 300 "$STRATA" fmt "$scratch/$name.strata" >"$scratch/said" 2>&1
    echo "$scratch/$name.strata: written" >"$scratch/expected"
    same "$name" "$scratch/expected" "$scratch/said"
    timeout 300 "$STRATA" fmt --check "$scratch/$name.strata" >"$scratch/again" 2>&1
    same "$name: a second run changes nothing" "$nothing" "$scratch/again"
done

finish
