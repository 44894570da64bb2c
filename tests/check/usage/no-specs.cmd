"$STRATA" check
