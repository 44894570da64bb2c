"$STRATA" pack specs/etw specs/nt --struct WMI_RESOURCE,WMI_RESUORCE_ACTION -o never.strpack
