"$STRATA" show tests/golden/bits.strata --struct BITS
