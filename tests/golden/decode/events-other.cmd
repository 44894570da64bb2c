"$STRATA" decode specs --event tests/golden/decode/events-other.txt
