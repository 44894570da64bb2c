#!/usr/bin/env python3
"""stores.py DIRECTORY: writes images, PDBs and symbol stores of each form, and lists of what to fetch."""

import os
import struct
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kernel", "pdb"))
import pdbs  # pylint: disable=wrong-import-position

NAME, ID = "ntkrnlmp.pdb", "00112233445566778899AABBCCDDEEFF3"
PATH = f"{NAME}/{ID}"


# ---- Compressed files

def cabinet(files, block=0x8000):
    """A cabinet with MSZIP: blocks of 32 KiB, each compressed with the one before as its dictionary."""
    data = b"".join(text for _, text in files)
    blocks, before = [], b""
    for at in range(0, len(data), block):
        piece = data[at:at + block]
        packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, 0, before) if before else zlib.compressobj(9, 8, -15)
        packed = b"CK" + packer.compress(piece) + packer.flush()
        blocks.append(struct.pack("<IHH", 0, len(packed), len(piece)) + packed)
        before = piece
    entries, at = b"", 0
    for name, text in files:
        entries += struct.pack("<IIHHHH", len(text), at, 0, 0x5821, 0, 0x20) + name.encode() + b"\0"
        at += len(text)
    folder = struct.pack("<IHH", 36 + 8 + len(entries), len(blocks), 1)
    rest = folder + entries + b"".join(blocks)
    return struct.pack("<4sIIIIIBBHHHHH", b"MSCF", 0, 36 + len(rest), 0, 44, 0, 3, 1, 1, len(files), 0, 7, 0) + rest


def bomb(blocks):
    """A cabinet of one file of nothing but zeros, 32 KiB of them for each block."""
    zeros = bytes(0x8000)
    first, later = zlib.compressobj(9, zlib.DEFLATED, -15), zlib.compressobj(9, zlib.DEFLATED, -15, 9, 0, zeros)
    packed = [b"CK" + packer.compress(zeros) + packer.flush() for packer in (first, later)]
    packed = [struct.pack("<IHH", 0, len(block), len(zeros)) + block for block in packed]
    entry = struct.pack("<IIHHHH", blocks * len(zeros), 0, 0, 0x5821, 0, 0x20) + NAME.encode() + b"\0"
    rest = struct.pack("<IHH", 36 + 8 + len(entry), blocks, 1) + entry + packed[0] + packed[1] * (blocks - 1)
    return struct.pack("<4sIIIIIBBHHHHH", b"MSCF", 0, 36 + len(rest), 0, 44, 0, 3, 1, 1, 1, 0, 7, 0) + rest


def szdd(data):
    """The output of compress.exe, with nothing but literal bytes."""
    packed = b"".join(b"\xFF" + data[at:at + 8] for at in range(0, len(data), 8))
    return b"SZDD\x88\xF0\x27\x33A" + b"b" + struct.pack("<I", len(data)) + packed


# ---- Stores

def store(root, path, data):
    path = os.path.join(sys.argv[1], root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def main():
    pdb = pdbs.pdb(pdbs.small())
    large = pdbs.container([b"x" * 100000, pdbs.identity(), pdbs.types(pdbs.small()), pdbs.debug(pdbs.X64)])
    other = pdbs.pdb(pdbs.small(), guid=bytes(range(16)))
    older = pdbs.container([b"", pdbs.identity(), pdbs.types(pdbs.small()), pdbs.debug(pdbs.X64, age=2)])
    bare = pdbs.container([b"", pdbs.identity(), b"", pdbs.debug(pdbs.X64)])
    image = pdbs.program()
    for root, path, data in (
            ("", "ntoskrnl.exe", image),
            ("", "old.exe", pdbs.program(signature=b"NB10")),
            ("", "hostile.exe", image.replace(b"d:\\build\\ntkrnlmp.pdb\0", b"d:\\build\\ntkrnlmp\\..\0".ljust(22, b"\0"))),
            ("", "device.exe", image.replace(b"d:\\build\\ntkrnlmp.pdb\0", b"d:\\build\\nul.pdb\0".ljust(22, b"\0"))),
            ("", "unnamed.exe", image.replace(b"d:\\build\\ntkrnlmp.pdb\0", b"d:\\build\\ntkrnl\x01p.pdb\0")),
            ("", "text.exe", "no image\n"),
            ("", "kernel.strata", "use <nt/nt.strata>;\ncolumns x64;\nattest x64 10.0.19041.1;\n\nstruct S in 10.0.. {\n    size 8;\n\n"
                                  "    LONG A at 0;\n    UCHAR B at 4;\n}\n"),
            ("", "wanted.txt", f"# what is wanted\n\n{NAME} {ID}\r\nntoskrnl.exe\n  tcpip.pdb {ID[:-1]}-3 # public\n"),
            ("", "wrong.txt", b"../x.pdb %b\nx\0y.pdb %b\nx.pdb\n%b\nx.pdb %b more\nnone.exe\n" % ((ID.encode(),) * 4)),
            ("two", f"{PATH}/{NAME}", pdb),
            ("two", f"tcpip.pdb/{ID}/tcpip.pdb", bare),
            ("two", f"blank name+.pdb/{ID}/blank name+.pdb", pdb),
            ("three", "index2.txt", "x\n"),
            ("three", f"nt/{PATH}/{NAME}", pdb),
            ("small", f"{PATH.lower()}/{NAME.upper()}", pdb),
            ("cabinet", f"{PATH}/ntkrnlmp.pd_", cabinet([(NAME, large)])),
            ("szdd", f"{PATH}/ntkrnlmp.pd_", szdd(pdb)),
            ("cabinets", f"{PATH}/ntkrnlmp.pd_", cabinet([("a.pdb", pdb), ("b.pdb", pdb)])),
            ("cut-cabinet", f"{PATH}/ntkrnlmp.pd_", cabinet([(NAME, large)])[:-20]),
            ("damaged-cabinet", f"{PATH}/ntkrnlmp.pd_", cabinet([(NAME, large)]).replace(b"CK", b"CX")),
            ("cut-szdd", f"{PATH}/ntkrnlmp.pd_", szdd(pdb)[:-600]),
            ("lying-szdd", f"{PATH}/ntkrnlmp.pd_", b"SZDD\x88\xF0\x27\x33Ab\xFF\xFF\xFF\xFF" + szdd(pdb)[14:]),
            ("pointer", f"{PATH}/file.ptr", f"PATH:../real/{NAME}\r\n"),
            ("windows-pointer", f"{PATH}/file.ptr", f"PATH:\\\\builds\\symbols\\{NAME}"),
            ("passwd-pointer", f"{PATH}/file.ptr", "PATH:../two/../../../../../../../../etc/passwd"),
            ("message", f"{PATH}/file.ptr", "MSG: the build 22621 is gone\n"),
            ("damaged-pointer", f"{PATH}/file.ptr", b"PATH:\0x"),
            ("empty-pointer", f"{PATH}/file.ptr", "x.pdb"),
            ("own-pointer", f"{PATH}/file.ptr", f"PATH:{PATH}/file.ptr"),
            ("rude-message", f"{PATH}/file.ptr", "MSG: \x1b]0;x\x07 and \u009b2J"),
            ("rude-pointer", f"{PATH}/file.ptr", "PATH:\x1b[2J\n/x"),
            ("bomb", f"{PATH}/ntkrnlmp.pd_", bomb(10000)),
            ("real", NAME, pdb),
            ("real", "large.pdb", large),
            ("wrong", f"{PATH}/{NAME}", other),
            ("older", f"{PATH}/{NAME}", older),
            ("cut", f"{PATH}/{NAME}", pdb[:-600]),
            ("empty", f"{PATH}/{NAME}", b""),
            ("none", "pingme.txt", "")):
        store(root, path, data)


main()
