# The same as JSON.
list()
{
    echo "--- $*"
    "$STRATA" list -I tests/check tests/golden/list/parts.strata --format=json "$@" | python3 -m json.tool --compact |
        sed -E 's/},\{"(name|struct)"/},\n  {"\1"/g'
}
list
list --members 'MOVES.*'
"$STRATA" list specs/etw specs/nt --format json --color always | python3 -c '
import json, sys
found = json.load(sys.stdin)
print({key: len(found[key]) for key in ("structs", "enums", "events", "arches")}, len(found["axis"]["releases"]))'
