"$STRATA" list --help
