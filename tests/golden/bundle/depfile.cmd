# A depfile takes the place of no spec, and not that of the bundle.
"$STRATA" bundle specs/etw specs/nt --struct WMI_RESOURCE -o "$SCRATCH/none" --depfile specs/nt/types.strata
"$STRATA" gen specs/etw specs/nt -o "$SCRATCH/none" --depfile specs/nt/types.strata
"$STRATA" bundle specs/etw specs/nt --struct WMI_RESOURCE -o tests/bundle.h --depfile tests/../tests/bundle.h
"$STRATA" gen specs/etw/wmi_resource.strata specs/nt -o tests/none --depfile tests/none/etw/wmi_resource.h
ls tests/none tests/bundle.*
