# Bounds are those of the layout that is taken.
"$STRATA" export c $CASES/disputed.strata --struct COUNTERS --at 1.1-b/x64 | sed -n '/struct COUNTERS/,/^}/p'
