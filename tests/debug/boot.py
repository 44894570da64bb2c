#!/usr/bin/env python3
"""boot.py KIND FILE: writes FILE to standard output as an image that a PC boots, or damaged.

KIND is a compression (gzip, xz, zstd, lz4, none), or one that is refused (bzip2, lzma, lzo), or a damage of the image
(cut, outside, old, size, broken, other). `pack-zstd` and `pack-lz4` write FILE compressed, and no image.
"""
import bz2
import gzip
import lzma
import struct
import sys

SECTORS, SECTOR = 3, 512


def zstd(data):
    """A frame of blocks that are not compressed. The last block, of a repeated byte, is empty."""
    frame = struct.pack("<IBB", 0xFD2FB528, 0, 0x50)  # a window of 1 MiB
    for at in range(0, len(data), 0x10000):
        block = data[at:at + 0x10000]
        frame += (len(block) << 3).to_bytes(3, "little") + block
    return frame + (1).to_bytes(3, "little")


def lz4(data):
    """Blocks of literals alone, in the format of `lz4 -l`."""
    packed = struct.pack("<I", 0x184C2102)
    for at in range(0, len(data), 8 << 20):
        literals = data[at:at + (8 << 20)]
        block, rest = bytes([min(len(literals), 15) << 4]), len(literals) - 15
        if rest >= 0:
            block += b"\xff" * (rest // 255) + bytes([rest % 255])
        block += literals
        packed += struct.pack("<I", len(block)) + block
    return packed


PACKINGS = {
    "gzip": gzip.compress,
    "xz": lambda data: lzma.compress(data, check=lzma.CHECK_CRC32),
    "zstd": zstd,
    "lz4": lz4,
    "none": bytes,
    "bzip2": bz2.compress,
    "lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE),
    "lzo": lambda data: b"\x89LZO" + data,
}


def image(payload, version=0x20F):
    """The header, sectors of the program before the kernel, and the kernel."""
    code = b"\xCC" * 0x2CC
    header = bytearray((SECTORS + 1) * SECTOR)
    header[:2] = b"MZ"
    header[0x1F1] = SECTORS
    header[0x202:0x206] = b"HdrS"
    struct.pack_into("<H", header, 0x206, version)
    struct.pack_into("<II", header, 0x248, len(code), len(payload))
    return bytes(header) + code + payload + b"\0" * 64


def damaged(kind, data):
    """An image of xz with something wrong."""
    payload = PACKINGS["xz"](data)
    size = struct.pack("<I", len(data))
    if kind == "cut":
        return image(payload[:len(payload) // 2] + size)
    if kind == "outside":
        return image(payload + size)[:-100]
    if kind == "old":
        return image(payload + size, 0x207)
    if kind == "size":
        return image(payload + struct.pack("<I", len(data) + 1))
    if kind == "broken":
        return image(payload[:100] + b"\xff" * 100 + payload[200:] + size)
    return image(PACKINGS["xz"](b"no ELF file") + struct.pack("<I", 11))


def main():
    kind, path = sys.argv[1:]
    with open(path, "rb") as file:
        data = file.read()
    if kind.startswith("pack-"):
        written = PACKINGS[kind[5:]](data)
    elif kind in PACKINGS:
        tail = b"" if kind in ("gzip", "none") else struct.pack("<I", len(data))
        written = image(PACKINGS[kind](data) + tail)
    else:
        written = damaged(kind, data)
    sys.stdout.buffer.write(written)


main()
