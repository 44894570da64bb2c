# A depfile takes the place of no spec, and not that of the bundle.
"$STRATA" bundle specs --struct WMI_RESOURCE -o /dev/null --depfile specs/nt/types.strata
"$STRATA" gen specs -o /dev/null --depfile specs/nt/types.strata
"$STRATA" bundle specs --struct WMI_RESOURCE -o tests/bundle.h --depfile tests/../tests/bundle.h
