"$STRATA" show specs/etw specs/nt --struct WMI_RESOURCE --format json
