"$STRATA" decode specs/etw specs/nt --event --format json tests/golden/decode/events-x64.txt
