"$STRATA" import
