# Everything that a spec declares; and one part, which has no title.
"$STRATA" list -I tests/check tests/golden/list/parts.strata
for part in structs enums events arches; do
    echo "--- $part"
    "$STRATA" list -I tests/check tests/golden/list/parts.strata --$part
done
echo '--- two parts'
"$STRATA" list specs --events --arches
echo '--- several files, and only what they declare'
"$STRATA" list specs/etw/trace_headers.strata specs/etw/groupmask.strata --structs --enums
