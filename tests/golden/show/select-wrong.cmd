spec=tests/golden/kinds.strata
for words in KINDS.Smal KINDZ.Small KINDS.Small.X KINDS.Thread.X KINDS.Identity.Fist 'KINDS.X*' 'X*' 'X*.Small' KINDS. .Small \
    KINDS..Small 'KINDS.[a' STATE.IDLE , 'KINDS.Identity.X*'; do
    "$STRATA" show $spec -s "$words"
done
true
