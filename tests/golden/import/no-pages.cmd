"$STRATA" import table
