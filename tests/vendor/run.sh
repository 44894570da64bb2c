#!/bin/bash
# Projects of other people that use the headers, a directory each: its test.sh builds and tries it as a runner does.
# All at the same time.
set -u
source tests/try.sh

# What these projects do with hostile input runs under sanitizers at any time.
if [[ $CFLAGS == *-fsanitize=* ]]; then
    skip vendor "programs of other people have no sanitizers in them"
    finish
    exit
fi

projects=$(cd tests/vendor && dirname */test.sh)
for name in $projects; do
    { "tests/vendor/$name/test.sh" >"$scratch/$name" 2>&1; echo $? >"$scratch/$name.status"; } &
done
wait

for name in $projects; do
    output=$(<"$scratch/$name")
    status=$(<"$scratch/$name.status")
    last=$(tail -n 1 <<<"$output")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]] &&
        { [ $status = 0 ] || [ "${BASH_REMATCH[2]}" != 0 ]; }; then
        passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
        skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
        head -n -1 <<<"$output"
    else
        failed=$((failed + 1))
        echo "$output"
        echo "FAIL vendor: $name ended without a count (exit status $status)"
    fi
done

finish
