specs=$CASES/../../golden/coverage/parts.strata
"$STRATA" list "$specs" --members SAME.Only --require extrapolated >out || exit
"$STRATA" coverage "$specs" --struct SAME --at 2.0.300/x64 --require interpolated >out || exit
"$STRATA" diff "$specs" --struct SAME --from 1.0.200.4/x64 --to 2.0.400.7/x64 --require attested >out || exit
"$STRATA" decode "$specs" --struct SAME --at 2.0.400.7/x64 --hex 01000000 --require attested >out || exit
"$STRATA" dump "$specs" --struct SAME --format isf --at 1.0.200.2/x64 --require bracketed >out
