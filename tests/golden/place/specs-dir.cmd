# The specs of the checkout, those that the environment names, and a directory that is not there.
"$STRATA" --print-specs-dir | sed "s,.*$PWD/,,"
STRATA_SPECS=specs/nt "$STRATA" --print-specs-dir | sed "s,.*$PWD/,,"
STRATA_SPECS=specs/none "$STRATA" --print-specs-dir 2>&1 | sed "s,'.*$PWD/,',"
