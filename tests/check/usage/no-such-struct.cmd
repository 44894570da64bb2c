"$STRATA" show ../base.strata --struct NOWHERE
