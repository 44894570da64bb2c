# A pack with some members is smaller than one with all; what is wrong is said.
for words in KINDS KINDS.Small,KINDS.State 'KINDS.*i*'; do
    rm -f "$SCRATCH/kinds.strpack"
    "$STRATA" pack tests/golden/kinds.strata -s "$words" -o "$SCRATCH/kinds.strpack" >"$SCRATCH/said" 2>&1 &&
        wc -c <"$SCRATCH/kinds.strpack"
done
"$STRATA" pack tests/golden/kinds.strata -s KINDS.Smal -o "$SCRATCH/none" 2>&1 | head -n 2
