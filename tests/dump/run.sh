#!/bin/bash
# The JSON of `dump`, `list`, `show`, `coverage`, `diff`, `decode` and `site`, validated against its JSON Schema. Each
# key, type and word of the schema must be in some document, so that the schema describes no more than there is.
# all.strata has what no other spec has.
set -u
. tests/try.sh
here=tests/dump schema=generator/install/strata.schema.json

# written NAME ARGUMENT...: writes a document to $scratch/NAME.json.
written()
{
    local name=$1
    shift
    "$STRATA" "$@" >"$scratch/$name.json" || [[ "$?,$1" = 1,d[ie]* ]]
}

need specs written specs dump "$SPECS"
need kinds written kinds dump tests/golden/kinds.strata
need all written all dump $here/all.strata

# Each line of documents.list is a document, and each line of inputs.list the bytes of one.
documents()
{
    local line format number=0
    while read -r line; do
        number=$((number + 1))
        eval "written document$number $line --format json" || { echo "strata $line"; return 1; }
    done < <(grep -v '^#' $here/documents.list)
    while IFS= read -r line; do
        format=${line%% *}
        printf '%s\n' "${line#* }" | tr ';' '\n' >"$scratch/bytes"
        written "input-$format" decode $here/all.strata --struct HEADER --input "$format" --at 1.0/x86 --format json \
            "$scratch/bytes" || { echo "bytes as $format"; return 1; }
    done < <(grep -v '^#' $here/inputs.list)
    python3 -B tests/memory/dumps.py "$scratch/dumps" &&
        written kernel-dump decode --struct LIST_ENTRY --at-address 0xFFFFF8040001E200 --format json \
            "$scratch/dumps/full.dmp"
}
need documents documents

# The data of the pages of `site`.
pages()
{
    local spec page
    for spec in tests/{dump/elsewhere,dump/all,site/hostile,golden/kinds,golden/lost,runtime/kitchen}.strata \
        specs/etw; do
        "$STRATA" site -q "$spec" -o "$scratch/site" || return
        rm "$scratch"/site/json/{index,versions}.json
        for page in "$scratch"/site/json/*.json; do
            echo "$(<"$page")"
        done >>"$scratch/pages.json"
        rm -r "$scratch/site"
    done
    [ "$(wc -l <"$scratch/pages.json")" -gt 50 ] || { echo "only a few pages have data"; return 1; }
}
need pages pages
compare valid python3 -B $here/validate.py --covered $schema "$scratch"/*.json
compare wrong python3 -B $here/wrong.py $schema "$scratch"/{all,document*}.json

# Parts of the specs of other tests, with contradictions that they allow.
others()
{
    local spec count=0
    python3 -B tests/blocks.py unpack tests/check "$scratch/check" || return
    for spec in tests/runtime/*.strata "$scratch"/check/*/*-ok.strata tests/mutation/*.strata; do
        ! "$STRATA" dump -I "$scratch/check" -I specs/nt --no-all "$spec" >"$scratch/other$count.json" \
            2>"$scratch/said" || count=$((count + 1))
    done
    rm -f "$scratch/other$count.json"
    [ $count -gt 50 ] || { echo "only $count specs can be dumped"; return 1; }
    python3 -B $here/validate.py $schema "$scratch"/other*.json
}
try others others
finish
