# SPDX-License-Identifier: 0BSD
"""Lists the processes of a memory image, as a plugin of Volatility does.

    processes.py PACK GUID AGE ADDRESS <IMAGE     the head of PsActiveProcessHead lies at ADDRESS of the image
    processes.py PACK --try                       makes a small image itself

The kernel is found by its program database, so nobody says which version it is. What the pack does not know better than
the build on one side is not read.
"""
import struct
import sys

import strata

WANTED = strata.Grade.INTERPOLATED


def list_processes(pack, target, head, read):
    """Yields number, name and parent of each process. `read(address, size)` returns bytes of the image."""
    layout = pack['EPROCESS'].at(target)
    for name in ('UniqueProcessId', 'ImageFileName', 'ActiveProcessLinks'):
        if layout.grade_of(name) > WANTED:
            raise SystemExit('%s.%s is only %s' % (layout.type.name, name, layout.grade_of(name)))
    for process in strata.walk_list(head, layout, 'ActiveProcessLinks', read):
        parent = process.get('InheritedFromUniqueProcessId')
        yield process.UniqueProcessId, process.text('ImageFileName'), parent


def make_image(pack, target):
    """An image of three processes at 0x1000, 0x3000 and 0x5000, and the list's head at 0x100."""
    layout = pack['EPROCESS'].at(target)
    links = layout['ActiveProcessLinks'].offset
    image = bytearray(0x8000)
    ring = [0x100, 0x1000 + links, 0x3000 + links, 0x5000 + links, 0x100]
    for at, following in zip(ring, ring[1:]):
        struct.pack_into('<Q', image, at, following)
    for number, (name, at) in enumerate((('System', 0x1000), ('smss.exe', 0x3000), ('services.exe', 0x5000))):
        struct.pack_into('<Q', image, at + layout['UniqueProcessId'].offset, 4 + 400 * number)
        struct.pack_into('16s', image, at + layout['ImageFileName'].offset, name.encode())
    return bytes(image)


def main(arguments):
    if len(arguments) < 2:
        raise SystemExit(__doc__)
    pack = strata.Pack.open(arguments[0])
    if arguments[1] == '--try':
        target, head = pack.target('Windows 10 22H2/x64'), 0x100
        image = make_image(pack, target)
    else:
        target, head = pack.kernel(arguments[1], int(arguments[2])), int(arguments[3], 0)
        image = sys.stdin.buffer.read()
    if target is None:
        raise SystemExit('the pack has no kernel with this program database')
    for number, name, parent in list_processes(pack, target, head, lambda at, size: image[at:at + size]):
        print('%6d  %-16s parent %s' % (number, name, parent))


if __name__ == '__main__':
    main(sys.argv[1:])
