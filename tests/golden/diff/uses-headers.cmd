# Headers name everything that there is in them: nothing of that is unknown, under whatever prefix.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$STRATA" diff specs/etw specs/nt --no-all -W use-unknown --uses $(find generated/etw generated/nt -name '*.h')
"$STRATA" gen tests/runtime/kitchen.strata --prefix k -o "$out" >"$out/log" 2>&1 || cat "$out/log"
"$STRATA" diff tests/runtime/kitchen.strata --prefix k --no-all -W use-unknown --uses $(find "$out" -name '*.h')
