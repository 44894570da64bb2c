"$STRATA" bundle specs --prefix EDR_
