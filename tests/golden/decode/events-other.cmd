"$STRATA" decode specs/etw specs/nt --event tests/golden/decode/events-other.txt
