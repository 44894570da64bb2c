$STRATA check
