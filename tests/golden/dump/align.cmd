"$STRATA" dump tests/golden/align.strata | python3 -c "
import json, sys
print(json.dumps(json.load(sys.stdin)[\"structs\"], indent=1))"
