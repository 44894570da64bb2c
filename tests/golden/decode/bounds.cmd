# Structures that follow each other, and a part of the bytes.
identity() { "$STRATA" decode tests/golden/kinds.strata --struct IDENTITY "$@"; echo "exit status $?"; }
hex=$(for i in {0..79}; do printf %02x $i; done)
identity --count 2 --hex "$hex"
identity --count 100 --offset 0x20 --member First --hex "$hex"
identity --count 3 --offset 1 --stop 0x24 --member 'S*d,First' --hex "$hex"
identity --count 2 --align 0x20 --member Second --format json --hex "$hex"
identity --stop 16 --hex "$hex"
identity --count 1 --hex "$hex"
identity --count 0 --hex "$hex"
identity --stop 4 --offset 4 --hex "$hex"
identity --align 4 --hex "$hex"
identity --offset 90 --hex "$hex"
# Events: each has its size.
events=$(sed '/^#/d' tests/golden/decode/events-x64.txt | head -3 | tr -d '\n')
"$STRATA" decode specs/etw specs/nt --event --count 9 --member TS,SystemTime,Version --hex "$events"
echo "exit status $?"
"$STRATA" decode specs/etw specs/nt --event --count 9 --member 'Header.Packet.*Id,Packet.HookId' --hex "${events}00000000" 2>&1
