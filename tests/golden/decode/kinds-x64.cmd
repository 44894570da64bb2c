hex=$(for i in {1..255}; do printf %02x $i; done)
"$STRATA" decode tests/golden/kinds.strata --struct KINDS --at 2.0/x64 --hex "$hex"
"$STRATA" decode tests/golden/kinds.strata --struct KINDS --at 2.0/x64 --hex "$hex" --format json | python3 -m json.tool --indent 1
