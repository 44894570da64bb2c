#!/bin/bash
# The output of `strata dump`, validated against its JSON Schema. Each key, type and word of the schema must be in some
# dump, so that the schema describes no more than there is. all.strata has what no other spec has.
set -u
. tests/try.sh
here=tests/dump schema=generator/install/strata-dump.schema.json

# dumped NAME ARGUMENT...: writes a dump to $scratch/NAME.json.
dumped()
{
    "$STRATA" dump "${@:2}" >"$scratch/$1.json"
}

need specs dumped specs "$SPECS"
need kinds dumped kinds tests/golden/kinds.strata
need all dumped all $here/all.strata
compare valid python3 -B $here/validate.py --covered $schema "$scratch"/{specs,kinds,all}.json
compare wrong python3 -B $here/wrong.py $schema "$scratch/all.json"

# Parts of the specs of other tests, with contradictions that they allow.
others()
{
    local spec count=0
    for spec in tests/runtime/*.strata tests/check/*/*-ok.strata tests/mutation/*.strata; do
        ! "$STRATA" dump -I tests/check -I specs/nt --no-all "$spec" >"$scratch/other$count.json" \
            2>"$scratch/said" || count=$((count + 1))
    done
    rm -f "$scratch/other$count.json"
    [ $count -gt 50 ] || { echo "only $count specs can be dumped"; return 1; }
    python3 -B $here/validate.py $schema "$scratch"/other*.json
}
try others others
finish
