$STRATA chekc specs
