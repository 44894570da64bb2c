printf "0123456789abcdef    " >"$BUILD/tests/decode-offset.bin"
"$STRATA" decode tests/golden/kinds.strata --struct IDENTITY --raw --offset 0x4 "$BUILD/tests/decode-offset.bin"
"$STRATA" decode tests/golden/kinds.strata --struct IDENTITY --raw --offset 20 - <"$BUILD/tests/decode-offset.bin"
