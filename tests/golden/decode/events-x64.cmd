"$STRATA" decode specs --event tests/golden/decode/events-x64.txt
