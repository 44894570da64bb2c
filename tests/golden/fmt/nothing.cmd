"$STRATA" fmt
