"$STRATA" explain misaligned read
