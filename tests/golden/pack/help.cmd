"$STRATA" pack --help
