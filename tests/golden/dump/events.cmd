"$STRATA" dump specs/etw/wmi_resource.strata | python3 -c "
import json, sys
print(json.dumps(json.load(sys.stdin)[\"events\"], indent=1))"
