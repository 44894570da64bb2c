"$STRATA" gen --help
