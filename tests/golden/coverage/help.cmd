"$STRATA" coverage --help
