"$STRATA" bundle specs/etw specs/nt --struct ,
