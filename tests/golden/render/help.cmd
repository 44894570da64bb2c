"$STRATA" render --help
