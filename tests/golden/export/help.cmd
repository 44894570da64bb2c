"$STRATA" export --help
