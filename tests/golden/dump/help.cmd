"$STRATA" dump --help
