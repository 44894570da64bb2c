$STRATA check nowhere.strata
