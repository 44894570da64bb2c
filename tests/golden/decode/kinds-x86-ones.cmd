hex=$(for i in {1..200}; do printf ff; done)
"$STRATA" decode tests/golden/kinds.strata --struct KINDS --at 1.0/x86 --hex "$hex"
"$STRATA" decode tests/golden/kinds.strata --struct KINDS --at 1.0/x86 --hex "$hex" --format json
