cd "$CASES" || exit 2
"$STRATA" coverage parts.strata --format json | python3 -m json.tool --no-indent | sed 's/}, {/},\n{/g'
"$STRATA" coverage parts.strata --format json --at 1.0.210.2/x64 | python3 -m json.tool --no-indent | sed 's/}, {/},\n{/g'
