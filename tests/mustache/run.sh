#!/bin/bash
# The template engine, with the cases beside this and the official data of the mustache specification.
set -u
. tests/try.sh
build_tool mustache_cases tests/mustache/mustache_cases.c -lyajl
program=$BUILD/tests/mustache_cases

# Lambdas are the one part of the specification that the engine does not have.
for file in tests/mustache/*.json "$STRATA_SHARED"/mustache-spec/*.json; do
    [ ! -e "$file" ] || [[ $file == *lambdas* ]] || counts "$(basename "$file" .json)" "$program" "$file"
done
[ -d "$STRATA_SHARED/mustache-spec" ] || skip "the official specification" "there is no $STRATA_SHARED/mustache-spec"
finish
