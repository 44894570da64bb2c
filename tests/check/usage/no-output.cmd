$STRATA gen ../base.strata
