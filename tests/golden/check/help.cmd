"$STRATA" check --help
