"$STRATA" bundle specs --check
