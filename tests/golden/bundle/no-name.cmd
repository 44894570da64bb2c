"$STRATA" bundle specs --struct ,
