"$STRATA" site --help
