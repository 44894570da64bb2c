"$STRATA" decode specs/etw specs/nt --event tests/golden/decode/events-x64.txt
