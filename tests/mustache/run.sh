#!/bin/bash
# The template engine over the cases beside this, and over the official data of the mustache specification where it is.
set -u
here=tests/mustache
program=$BUILD/tests/mustache_cases
mkdir -p "$BUILD/tests"

# shellcheck disable=SC2086
if ! "$CC" -std=c11 -Wall -Wextra ${CFLAGS:--O1 -g} -Igenerator -o "$program" $here/mustache_cases.c \
    "$BUILD/libstrata.a" -lyajl; then
    echo "FAIL mustache: $here/mustache_cases.c does not build"
    echo "0 passed, 1 failed"
    exit 1
fi

# Lambdas are the one topic of the specification that the engine does not have.
official=()
for file in "$STRATA_SHARED"/mustache-spec/*.json; do
    [ -e "$file" ] && [[ $file != *lambdas* ]] && official+=("$file")
done

output=$("$program" $here/*.json ${official[@]+"${official[@]}"})
status=$?
if [ ${#official[@]} = 0 ]; then
    head -n -1 <<<"$output"
    echo "SKIP mustache: the official specification, since there is no $STRATA_SHARED/mustache-spec"
    echo "$(tail -n 1 <<<"$output"), 1 skipped"
else
    echo "$output"
fi
exit $status
