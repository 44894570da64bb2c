# All names, and all kernels to import.
cd "$CASES" || exit 2
"$STRATA" coverage parts.strata --all --struct 'MANY_*,GROWS,GOES,ALONE'
