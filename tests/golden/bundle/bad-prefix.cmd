"$STRATA" bundle specs --prefix 4th_
