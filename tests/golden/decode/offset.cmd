printf "0123456789abcdef    " >"$SCRATCH/decode-offset.bin"
"$STRATA" decode tests/golden/kinds.strata --struct IDENTITY --raw --offset 0x4 "$SCRATCH/decode-offset.bin"
"$STRATA" decode tests/golden/kinds.strata --struct IDENTITY --raw --offset 20 - <"$SCRATCH/decode-offset.bin"
