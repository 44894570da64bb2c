# Only the members that are chosen count: GROWS.First never moves, AROUND.Inner changes.
cd "$CASES" || exit 2
"$STRATA" coverage parts.strata --struct GROWS.First,AROUND.Inner
"$STRATA" coverage parts.strata --struct GROWS.First,AROUND.Inner --at 1.0.200.5/x64
