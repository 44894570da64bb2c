cd "$CASES" || exit 2
"$STRATA" coverage parts.strata --format md --title 'What is known'
"$STRATA" coverage parts.strata --format md --at 1.0.200.2/x64
