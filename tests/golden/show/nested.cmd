"$STRATA" show tests/golden/kinds.strata -s KINDS.Point
