"$STRATA" site tests/golden/kinds.strata -o "$SCRATCH/site" --title Kinds | sed "s,$SCRATCH,.,"
"$STRATA" site tests/golden/kinds.strata -o "$SCRATCH/site" --title Kinds | sed "s,$SCRATCH,.,"
rm "$SCRATCH/site/index.js"
"$STRATA" site tests/golden/kinds.strata -o "$SCRATCH/site" --title Kinds --check 2>&1 | sed "s,$SCRATCH,.,"
