"$STRATA" show --help
