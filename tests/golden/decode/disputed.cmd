# Members that are disputed. The other kernel of the version is attested.
hex=000000000100000002000000030000000400000005000000060000000700000008000000
for target in 10.0.19041.1526/x64 10.0.19041.1526/la57 10.0.22000.400/x64; do
    "$STRATA" decode tests/basis/kernels.strata --struct PAGES --at $target --hex ${hex:0:32}
    "$STRATA" decode tests/basis/kernels.strata --struct PAGES --at $target --hex ${hex:0:32} --format json
done
"$STRATA" decode tests/basis/kernels.strata --struct MOVED --at 10.0.19041.1530/x64 --hex ${hex:0:64}
