"""Writes damaged packs: a word of a pack is changed and the checksum made right again, or it is cut short.

    damage.py PACK DIRECTORY COUNT
"""
import os
import random
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader


def main():
    with open(sys.argv[1], 'rb') as file:
        data = file.read()
    draw = random.Random(len(data))
    for i in range(int(sys.argv[3])):
        changed = bytearray(data)
        at = draw.randrange(24, len(data)) & ~3 if i % 4 else draw.randrange(24, reader.HEADER) & ~3
        value, = struct.unpack_from('<I', changed, at)
        value = draw.choice((0, 1, value ^ 1 << draw.randrange(32), value + 1, value - 1, 0xFFFFFFFF)) & 0xFFFFFFFF
        struct.pack_into('<I', changed, at, value)
        struct.pack_into('<Q', changed, 16, reader.checksum(bytes(changed)))
        if i % 16 == 15:
            del changed[draw.randrange(len(changed)):]
        with open('%s/%04d.strpack' % (sys.argv[2], i), 'wb') as file:
            file.write(changed)


main()
