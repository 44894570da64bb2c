#!/bin/bash
# The template engine over the cases beside this, and over the official data of the mustache specification where it is.
set -u
here=tests/render
program=$BUILD/tests/render_cases
mkdir -p "$BUILD/tests"

# shellcheck disable=SC2086
if ! "$CC" -std=c11 -Wall -Wextra ${CFLAGS:--O1 -g} -Igenerator -o "$program" $here/render_cases.c \
    "$BUILD/libstrata.a" -lyajl; then
    echo "FAIL render: $here/render_cases.c does not build"
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
    echo "SKIP render: the official data of the mustache specification, since $STRATA_SHARED/mustache-spec is not there"
    echo "$(tail -n 1 <<<"$output"), 1 skipped"
else
    echo "$output"
fi
exit $status
