"$STRATA" diff --help
