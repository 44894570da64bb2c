cat > e.strata <<'END'
use "../base.strata";
columns x86 | x64;
struct HEADER in 5.0.. { ULONG Marker at 0x00; USHORT Size at 0x04; USHORT HookId at 0x06; LONGLONG Time at 0x08; }
header HEADER { marker Marker mask 0xFFFF0000; size Size; hook HookId; data 0x10; }
struct BODY in 6.0.. { ULONG A at 0x00; }
event BODY_EVENT = 0x0101 in 6.0.. { header HEADER marker 0xC0100000 | 0xC0110000; data BODY; }
END
"$STRATA" decode -I .. e.strata --event --hex 020011c014000101000000000000000001000000 > out || exit
grep -q 'BODY_EVENT' out && grep -q '+0x000 A  *: 0x1$' out
