"$STRATA" bundle specs/etw specs/nt --prefix 4th_
