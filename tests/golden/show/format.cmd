"$STRATA" show specs --struct WMI_RESOURCE --format json
