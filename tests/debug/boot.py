#!/usr/bin/env python3
"""boot.py KIND FILE: writes FILE to standard output as an image that a PC boots, or damaged.

KIND is a compression (gzip, xz, zstd, lz4, none), or one that is refused (bzip2, lzma, lzo), or a damage of the image
(cut, outside, old, size, broken, other). `pack-zstd` and `pack-lz4` write FILE compressed, and no image.

`memory-arm64`, `memory-riscv` and `memory-loongarch` write FILE, which is BTF, as an image of a kernel of that
architecture as it lies in memory. `efi-KIND` writes such an image of arm64 as one that EFI boots, or damaged.
`find-btf` prints where in such an image BTF begins, and its size.
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


MEMORY = {"arm64": b"ARM\x64", "riscv": b"RSC\x05", "loongarch": b"\xcd\x23\x82\x81"}
BUILD_ID = bytes(range(0x10, 0x24))


def note(build_id):
    return struct.pack("<III4s", 4, len(build_id), 3, b"GNU") + build_id


def memory(arch, btf):
    """The header, other bytes that look like parts of a kernel, the banner, and the notes of the kernel with BTF."""
    header = bytearray(64)
    header[:2] = b"MZ"
    header[56:60] = MEMORY[arch]
    program = b"\x7fELF" + bytes(60) + note(bytes(20))  # another program within, with a build ID of its own
    other = struct.pack("<HBBIIIII", 0xEB9F, 1, 0, 24, 0, 8, 8, 1 << 30) + bytes(40)  # a header without its BTF
    banner = b"Linux version %s\0Linux version 6.12.3-arm64 (builder)\0"
    return bytes(header) + program + other + banner.ljust(4096, b"\0") + note(BUILD_ID) + btf + bytes(64)


def efi(kind, btf):
    """An image that expands itself. The size of the kernel follows it, which the header does not count."""
    kernel = memory("arm64", btf)
    packing = kind if kind in PACKINGS else "xz"
    payload = PACKINGS[packing](b"no kernel" if kind == "other" else kernel)
    size = len(payload)
    if kind == "broken":
        payload = payload[:100] + b"\xff" * 100 + payload[200:]
    if packing != "gzip":
        payload += struct.pack("<I", 9 if kind == "other" else len(kernel) + (kind == "size"))
    header = b"MZ\0\0zimg" + struct.pack("<IIII", 4096, size, 0, 0) + packing.encode().ljust(32, b"\0")
    header += MEMORY["loongarch"] + struct.pack("<I", 64)
    return header.ljust(4096, b"\0") + (payload[:-100] if kind == "outside" else payload)


def main():
    kind, path = sys.argv[1:]
    with open(path, "rb") as file:
        data = file.read()
    if kind == "find-btf":
        at = data.index(struct.pack("<HBBII", 0xEB9F, 1, 0, 24, 0))
        print(at, 24 + sum(struct.unpack_from("<II", data, at + 16)), "cat")
        return
    if kind.startswith("pack-"):
        written = PACKINGS[kind[5:]](data)
    elif kind.startswith("memory-"):
        written = memory(kind[7:], data)
    elif kind.startswith("efi-"):
        written = efi(kind[4:], data)
    elif kind in PACKINGS:
        tail = b"" if kind in ("gzip", "none") else struct.pack("<I", len(data))
        written = image(PACKINGS[kind](data) + tail)
    else:
        written = damaged(kind, data)
    sys.stdout.buffer.write(written)


main()
