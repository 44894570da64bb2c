"$STRATA" fmt --help
