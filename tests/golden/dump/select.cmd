# The chosen structures with the chosen members, and the types of these.
"$STRATA" dump tests/golden/kinds.strata -s KINDS.State,KINDS.Pair |
    python3 -c '
import json, sys
dump = json.load(sys.stdin)
for struct in dump["structs"]:
    for layout in struct["layouts"]:
        print(struct["name"], layout["arch"], layout["from"], layout["to"], layout["size"],
              [(member["name"], member["offset"]) for member in layout["members"]])
print([enum["name"] for enum in dump["enums"]])'
"$STRATA" dump tests/golden/kinds.strata -s KINDS.Stat
