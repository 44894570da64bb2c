# Builds, gaps, structures without an attested kernel, and the kernels to import next.
cd "$CASES" || exit 2
"$STRATA" coverage parts.strata
