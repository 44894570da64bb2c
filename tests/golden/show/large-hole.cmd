"$STRATA" show tests/golden/bits.strata --struct HOLE
