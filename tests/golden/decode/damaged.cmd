# A size below the header; an event cut short; one whose data is; no header at all; half a header.
for hex in 020011c0080005000000000000000000 020011c034000500000000000000000001000000 020011c0140005000000000000000000aabbccdd \
    ffffffff340005000000000000000000 020011; do
    "$STRATA" decode specs/etw specs/nt --event --hex "$hex"
    echo "exit status $?"
done
