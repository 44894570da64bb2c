"$STRATA" decode --help
