"$STRATA" dump
