"$STRATA" bundle specs --with ,
