# Files that are in the way stay.
"$STRATA" bundle specs --struct WMI_RESOURCE -o tests
