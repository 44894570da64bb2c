hex=$(for i in {1..255}; do printf %02x $i; done)
decode() { "$STRATA" decode tests/golden/kinds.strata --struct KINDS --at 1.0-sp1/x64 --hex "$hex" "$@"; }
decode --types --all --absent
decode --depth 0
decode --depth 0 --absent --format json
decode --depth deep
