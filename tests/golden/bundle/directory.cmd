# Files that are in the way stay.
"$STRATA" bundle specs/etw specs/nt --struct WMI_RESOURCE -o tests
