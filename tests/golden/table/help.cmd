"$STRATA" table --help
