"$STRATA" bundle specs/etw specs/nt --check
