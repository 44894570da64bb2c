# Big-endian and little-endian members: check, show, decode, dump, packs and headers, the last also on a big-endian host.
cp "$CASES/values.c" "$SCRATCH" && cd "$CASES" || exit 2
"$STRATA" fmt --check wire.strata
"$STRATA" check wire.strata
python3 -c "
import struct
head = 0x11223344, 40, 8080, 1, 1.5, 0x3ABC, 1, -2, 3, 0x0102030405060708, 0x1000
data = struct.pack('>IIHHfHhhhQI', *head) + struct.pack('<I', 7)
open('$SCRATCH/be.bin', 'wb').write(data)
data = struct.pack('>I', head[0]) + struct.pack('<I', 48) + struct.pack('>H', 8080) + struct.pack(
    '<HfHhhhQQI4x', 1, 1.5, 0xABC3, *head[6:], 7)
open('$SCRATCH/le.bin', 'wb').write(data)"
for arch in be le
do
    echo "--- $arch"
    "$STRATA" show wire.strata HEAD --at 2.0/$arch
    "$STRATA" decode wire.strata --struct HEAD --at 2.0/$arch "$SCRATCH/$arch.bin" 2>/dev/null
    "$STRATA" decode wire.strata --struct HEAD --at 2.0/$arch "$SCRATCH/$arch.bin" --format json 2>/dev/null |
        sed 's/.*"data"//'
done
"$STRATA" bundle wire.strata --struct HEAD --with print -o "$SCRATCH/wire.h" >"$SCRATCH/said" 2>&1 || exit 2
cd "$SCRATCH" || exit 2
cc -Wall -Wextra -Werror -o values values.c || exit 2
for arch in be le
do
    ./values $arch <$arch.bin
done
command -v s390x-linux-gnu-gcc qemu-s390x >said || { echo "no s390x: its values are not compared" >&2; exit 0; }
s390x-linux-gnu-gcc -static -Wall -Wextra -Werror -o values-s390x values.c || exit 2
for arch in be le
do
    ./values $arch <$arch.bin >host && qemu-s390x ./values-s390x $arch <$arch.bin | cmp - host
done
