# Mistakes in command lines.
cd "$CASES" || exit 2
"$STRATA" coverage parts.strata --struct GROW
"$STRATA" coverage parts.strata --at 2.0
"$STRATA" coverage parts.strata --format xml
"$STRATA" coverage parts.strata --title x
