"$STRATA" chekc specs
