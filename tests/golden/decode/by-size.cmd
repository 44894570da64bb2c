# 0x20 bytes are the older form, 0x24 the newer; both architectures say the same of them.
zeros=$(printf "%064d" 0)
"$STRATA" decode specs/etw specs/nt --struct ETW_KERNEL_HEADER_EXTENSION --hex "$zeros"
"$STRATA" decode specs/etw specs/nt --struct ETW_KERNEL_HEADER_EXTENSION --hex "${zeros}2a000000"
"$STRATA" decode specs/etw specs/nt --struct ETW_KERNEL_HEADER_EXTENSION --hex "${zeros}2a00000001"
