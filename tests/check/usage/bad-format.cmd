"$STRATA" check --format yaml ../base.strata
