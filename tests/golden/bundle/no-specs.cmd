"$STRATA" bundle
