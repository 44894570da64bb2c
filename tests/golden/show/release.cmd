# A release means its first point, as in the generated headers; messages say so where that point lacks something.
"$STRATA" show tests/golden/kinds.strata --struct KINDS --at 1.0/x64
"$STRATA" diff tests/golden/kinds.strata --from 1.0/x64 --to 2.0/x64
"$STRATA" decode tests/golden/kinds.strata --struct KINDS --at 1.0/x64 --hex 00
"$STRATA" export c tests/golden/kinds.strata --struct KINDS --at 1.0/x64
