# Each accessor of a structure is known as a use of a member: in a version that has none of them, all are absent.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
forms='(read|get|set|follow|deref|walk)_\w+|\w+_(at|set_at|count|columns|view|view_at|follow_at)'
"$STRATA" gen specs/etw specs/nt --names -o "$out" >"$out/said"
grep -ohE "^#define strata_ETW_UM_LOGGER_CONTEXT_($forms)\b" "$out/etw/um_logger_context.h" | sed 's/.* //' |
    sort -u >"$out/all.c"
"$STRATA" diff specs/etw specs/nt --from 4.0/x86 --to 4.0/x86 --uses "$out/all.c" 2>&1 |
    sed -n 's/^ *[0-9]* | \(strata_.*\)/\1/p' >"$out/found"
diff "$out/all.c" "$out/found" && [ -s "$out/found" ]
