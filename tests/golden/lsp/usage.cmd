# A limit that is no time, and an operand.
for limit in 0 -1 86401 soon '' 1s; do
    "$STRATA" lsp --time-limit "$limit"
done
"$STRATA" lsp specs
