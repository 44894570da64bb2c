"$STRATA" explain overlop
