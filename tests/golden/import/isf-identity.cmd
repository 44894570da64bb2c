# TimeDateStamp and SizeOfImage from images of kernels, of 32 and of 64 bits, and from a table; files that are neither.
root=$PWD
cd "$SCRATCH" || exit 2
cp "$root/tests/kernel/isf/small.json" a-6.1.7601.24540.json
sed 's/0011/0022/' a-6.1.7601.24540.json >b-6.0.6002.18005.json
cat >image.py <<'END'
import struct, sys

def image(guid, age, magic, stamp, size, kind=2, name=b'RSDS'):
    directories = 96 if magic == 0x10B else 112
    optional = struct.pack('<H', magic).ljust(56, b'\0') + struct.pack('<I', size)
    optional = optional.ljust(directories - 4, b'\0') + struct.pack('<I', 16)
    optional += b'\0' * 48 + struct.pack('<II', 0x1010, 28) + b'\0' * 72
    file = b'PE\0\0' + struct.pack('<HHIIIHH', 0x8664, 1, stamp, 0, 0, len(optional), 0)
    section = b'.rdata'.ljust(8, b'\0') + struct.pack('<IIII', 0x200, 0x1000, 0x200, 0x400) + b'\0' * 16
    head = (b'MZ'.ljust(0x3C, b'\0') + struct.pack('<I', 0x40) + file + optional + section).ljust(0x410, b'\0')
    debug = struct.pack('<IIHHIIII', 0, 0, 0, 0, kind, 24 + 13, 0x1100, 0x440)
    return (head + debug).ljust(0x440, b'\0') + name + guid + struct.pack('<I', age) + b'ntkrnlmp.pdb\0'

first = bytes.fromhex('33221100554477668899aabbccddeeff')
second = bytes.fromhex('33222200554477668899aabbccddeeff')
whole = image(first, 1, 0x20B, 0x5F3A1B2C, 0x1046000)
open('ntoskrnl.exe', 'wb').write(whole)
open('ntkrnlpa.exe', 'wb').write(image(second, 1, 0x10B, 0x4A5BC000, 0x410000))
open('other-age.exe', 'wb').write(image(first, 2, 0x20B, 0x5F3A1B2C, 0x1046000))
open('no-pdb.exe', 'wb').write(image(first, 1, 0x20B, 1, 0x1000, kind=4))
open('old-pdb.exe', 'wb').write(image(first, 1, 0x20B, 1, 0x1000, name=b'NB10'))
open('short.exe', 'wb').write(whole[:0x60])
open('cut.exe', 'wb').write(whole[:0x450])
END
python3 -B image.py
import()
{
    "$STRATA" import isf --use "$root/specs/nt/axis.strata" "$@" | grep ^identity
    local status=${PIPESTATUS[0]}
    [ "$status" = 0 ] || echo "exit status $status"
}
import --identity ntoskrnl.exe --identity ntkrnlpa.exe [ab]-*.json
import --identity other-age.exe a-*.json
{
    echo '# Images'
    printf '00112233445566778899aabbccddeeff-1\t0x5F3A1B2C\t17063936 # both\r\n'
} >images.tsv
import --identity images.tsv [ab]-*.json
for file in no-pdb old-pdb short cut; do
    import --identity $file.exe a-*.json
done
{
    echo '00112233445566778899AABBCCDDEEFF-1 0x5F3A1B2C'
    echo '00112233445566778899AABBCCDDEEFF-1 0x5F3A1B2C 0'
    echo '00112233445566778899AABBCCDDEEFF-1 0x15F3A1B2C 0x1046000'
    echo '00112233445566778899AABBCCDDEEFF 0x5F3A1B2C 0x1046000'
    echo '00112233445566778899AABBCCDDEEFF-1 0x5F3A1B2C 0x1046000 more'
} >images.tsv
import --identity images.tsv a-*.json
import --identity nothing.exe a-*.json
