"$STRATA" decode specs/etw specs/nt --event --at 10.0/x64 tests/golden/decode/events-x64.txt | grep '^event'
