"$STRATA" decode specs --event --format json tests/golden/decode/events-x64.txt
