# Floats, characters and booleans: on one architecture as text, on the other as JSON, which is the same kind of value for
# any bytes. Bytes that are text, in an array of bytes, are shown as such.
python=$(cat <<'END'
import struct, sys
def bytes_of(wide, odd):
    size, pad = ('<q', 4) if wide else ('<i', 0)
    words = struct.pack(size, -1) + struct.pack(size, -5) + struct.pack(size, 0x1000)
    name, lines = (b'a"\\\xe9\x01\0xx', b'abcdez\0\0\0\0') if odd else (b'lsass.ex', b'one\0\0two\0\0')
    path = [0xD83D, 0xDE00, 0x202E, 0xDC00, 0, 0x41] if odd else [0x43, 0x3A, 0x5C, 0xE9, 0, 0]
    floats = (0x7F800001, 0xFF800000, 0x80000000, 1) if odd else (0x3DCCCCCD, 0x7F7FFFFF, 0x3F800000, 0x7F800000)
    image = b'ab\0' + b'c' * 12 if odd else b'notepad.exe\0\0\0\0'
    data = b'\xff' + image + bytes([2 if odd else 1, 2 + odd, 0x27 if odd else 0x41]) + name + lines + b'\0'
    data += struct.pack('<H6H', 0x202E if odd else 0x20AC, *path) + struct.pack('<II', 1, 0 if odd else 7)
    data += struct.pack('<fd', -2.5, 5e-324 if odd else 1e23) + struct.pack('<4I', *floats)
    data += struct.pack('<d' if wide else '<f', 16777216.0) + words + (b'ab\0\0' if odd else b'abc\0')
    return data + bytes(pad)
for odd in (0, 1):
    print(bytes_of(sys.argv[1] == 'm64', odd).hex())
END
)
specs=tests/golden/base.strata
python3 -c "$python" m64 | "$STRATA" decode $specs --struct BASE --at 1.0/m64 -
python3 -c "$python" m32 | "$STRATA" decode $specs --struct BASE --at 1.0/m32 --types -
python3 -c "$python" m64 | "$STRATA" decode $specs --struct BASE --at 1.0/m64 --format json - |
    while read -r line; do python3 -m json.tool --indent 1 <<<"$line"; done
"$STRATA" decode $specs --struct BASE --at 1.0/m64 --hex "$(python3 -c "$python" m64 | sed -n "1s,\(.\{90\}\).*,\1,p")"
