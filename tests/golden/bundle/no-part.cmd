"$STRATA" bundle specs/etw specs/nt --with ,
