"$STRATA" decode tests/golden/kinds.strata --struct KINDS --at 2.0/x86 --hex 0102030405060708090a
