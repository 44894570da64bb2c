kinds=$PWD/tests/golden/kinds.strata
cd "$SCRATCH" || exit
printf "0123456789abcdef    " >decode-offset.bin
"$STRATA" decode "$kinds" --struct IDENTITY --raw --offset 0x4 decode-offset.bin
"$STRATA" decode "$kinds" --struct IDENTITY --raw --offset 20 - <decode-offset.bin
"$STRATA" decode "$kinds" --struct IDENTITY --raw --offset 4 --quiet decode-offset.bin | head -1
