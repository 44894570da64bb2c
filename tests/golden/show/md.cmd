"$STRATA" show tests/golden/bits.strata --struct BITS --format md
"$STRATA" show tests/golden/kinds.strata --struct KINDS --at 1.0-sp1/x64 --format md --title 'One | layout'
