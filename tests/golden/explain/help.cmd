"$STRATA" explain --help
