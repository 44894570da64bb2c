"$STRATA" check nowhere.strata
