"$STRATA" diff specs/etw specs/nt --from 6.0/x64 --to 6.1/x64
