"$STRATA" pack specs/etw/wmi_resource.strata -o specs/nt/types.strata
