"$STRATA" pack specs --struct WMI_RESOURCE,WMI_RESUORCE_ACTION -o never.strpack
