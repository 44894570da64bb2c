#!/bin/bash
# The compiler in WebAssembly, over the specs of the golden tests: the same bytes as the native program.
set -u
. tests/try.sh
module=$BUILD/wasm/strata_module.js

if [[ $CFLAGS == *-fsanitize* ]]; then
    skip machine "the module has no sanitizers"
elif ! command -v node >"$output"; then
    skip machine "there is no node"
elif [ ! -e "$module" ]; then
    skip machine "there is no $module; make playground writes it"
else
    pages=build/machine-pages.$$
    need "the pages" python3 -B tests/blocks.py unpack tests/page/spec $pages
    counts machine node tests/site/machine/compare.mjs "$module" generator/templates/site_machine.js \
        build/machine.$$ specs/etw tests/golden/*.strata tests/golden/{gen,check,table,show}/*.strata \
        $pages/*.{txt,tsv,md} tests/listing/*.txt
    rm -rf $pages
fi
finish
