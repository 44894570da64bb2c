# The size is that of both architectures, so --at must say which.
hex="0f1d000000000000 a002000000000000 3100000000000000 01000000 5c010000 302c1b8a01e0ffff 44020100 02000000"
"$STRATA" decode specs/etw specs/nt --struct WMI_RESOURCE --hex "$hex"
"$STRATA" decode specs/etw specs/nt --struct WMI_RESOURCE --at x64 --hex "$hex"
"$STRATA" decode specs/etw specs/nt --struct WMI_RESOURCE --at 10.0/x86 --hex "$hex"
"$STRATA" decode specs/etw specs/nt --struct WMI_RESOURCE --at x64 --format json --hex "$hex"
