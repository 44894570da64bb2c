"$STRATA" check --format text ../base.strata
