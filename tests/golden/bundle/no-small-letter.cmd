"$STRATA" bundle specs/etw specs/nt --prefix EDR_
