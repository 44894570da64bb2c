# What is in the way stays.
"$STRATA" bundle specs --struct WMI_RESOURCE -o tests
