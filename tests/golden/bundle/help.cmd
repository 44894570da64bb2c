"$STRATA" bundle --help
