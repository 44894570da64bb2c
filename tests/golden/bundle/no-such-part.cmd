"$STRATA" bundle specs --with printer
