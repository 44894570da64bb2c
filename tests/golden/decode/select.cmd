# Members alone; bytes behind the structure are no rest of these; one structure at a time.
spec=tests/golden/kinds.strata
bytes=$(printf '%0512d' 0 | sed 's/^00000000000000/0102030405060708/')
"$STRATA" decode $spec -s 'KINDS.Small,KINDS.*ide,KINDS.Right' --at 2.0/x64 --hex "$bytes"
"$STRATA" decode $spec -s KINDS.Identity.Second --at 2.0/x64 --format json --hex "$bytes"
"$STRATA" decode $spec -s KINDS.Point --at 2.0/x64 --hex 0100000002000000
"$STRATA" decode $spec -s KINDS.Small,IDENTITY --at 2.0/x64 --hex "$bytes"
