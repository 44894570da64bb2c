#!/bin/bash
# Specs and their canonical form: NAME.expect is what `strata fmt` makes of NAME.strata; UPDATE=1 writes it. Every spec
# of the tree, and what disturb.py makes of it, must mean the same afterwards, and a second run must change nothing.
set -u
passed=0 failed=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
dump=$BUILD/tests/fmt_ast_dump # the runner of parse/ builds its own meanwhile
mkdir -p "$BUILD/tests"

# shellcheck disable=SC2086
if ! "$CC" -std=c11 ${CFLAGS:--O1 -g} -Igenerator -o "$dump" tests/parse/ast_dump.c "$BUILD/libstrata.a"; then
    echo "FAIL fmt: tests/parse/ast_dump.c does not build"
    echo "0 passed, 1 failed"
    exit 1
fi

# same NAME EXPECTED ACTUAL: two files are alike.
same()
{
    if diff -u "$2" "$3" >"$scratch/diff" 2>&1; then
        passed=$((passed + 1))
    else
        echo "FAIL fmt/$1"
        head -n 40 "$scratch/diff"
        failed=$((failed + 1))
    fi
}

for case in tests/fmt/*.strata; do
    name=$(basename "$case" .strata)
    "$STRATA" fmt - <"$case" >"$scratch/actual" 2>&1
    [ "${UPDATE:-}" = 1 ] && cp "$scratch/actual" "tests/fmt/$name.expect"
    same "$name" "tests/fmt/$name.expect" "$scratch/actual"
    "$STRATA" fmt --check - <"$scratch/actual" >"$scratch/output" 2>&1
    same "$name: a second run changes nothing" /dev/null "$scratch/output"
    grep -n ' $' "$scratch/actual" >"$scratch/output"
    same "$name: no blanks at line ends" /dev/null "$scratch/output"
    sed 's/$/\r/' "$case" | "$STRATA" fmt - 2>&1 | sed 's/\r$/ /' >"$scratch/actual"
    sed 's/$/ /' "tests/fmt/$name.expect" >"$scratch/expected"
    same "$name with CR LF" "$scratch/expected" "$scratch/actual"
done
for expect in tests/fmt/*.expect; do
    [ -e "${expect%.expect}.strata" ] || same "$expect belongs to no case" /dev/null "$expect"
done

"$STRATA" fmt --check specs >"$scratch/actual" 2>&1
same "specs are in their canonical form" /dev/null "$scratch/actual"

python3 tests/fmt/disturb.py "$STRATA" "$dump" 4 specs/*/*.strata tests/parse/*.strata tests/runtime/*.strata \
    tests/fmt/*.strata >"$scratch/output"
sed '$d' "$scratch/output" | head -n 100
counts=$(tail -n 1 "$scratch/output")
if [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
else
    echo "FAIL fmt: disturb.py ends in: $counts"
    failed=$((failed + 1))
fi

# A model before and after.
cp --no-preserve=mode tests/runtime/kitchen.strata "$scratch"
"$STRATA" dump "$scratch/kitchen.strata" >"$scratch/expected"
"$STRATA" fmt "$scratch/kitchen.strata" >/dev/null
"$STRATA" dump "$scratch/kitchen.strata" >"$scratch/actual"
same "the model of tests/runtime/kitchen.strata" "$scratch/expected" "$scratch/actual"

# Long specs take no more than their share of time, and deep ones no stack.
for name in rows clauses cells deep; do
    python3 tests/fmt/large.py $name >"$scratch/$name.strata"
    timeout 300 "$STRATA" fmt "$scratch/$name.strata" >"$scratch/output" 2>&1
    echo "$scratch/$name.strata: written" >"$scratch/expected"
    same "$name" "$scratch/expected" "$scratch/output"
    timeout 300 "$STRATA" fmt --check "$scratch/$name.strata" >"$scratch/output" 2>&1
    same "$name: a second run changes nothing" /dev/null "$scratch/output"
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
