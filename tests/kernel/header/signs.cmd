# Offsets behind signs and words. Those without 0x are in the base that fits, which other structures may tell.
"$STRATA" import c --version 10.0.19041.1 signs-x64.h
"$STRATA" import c --version 10.0.19041.1 either-x64.h
