"$STRATA" import --help
