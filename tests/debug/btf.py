#!/usr/bin/env python3
"""btf.py DIRECTORY: writes BTF and ELF files that are damaged, hostile or large, as NAME.btf and NAME.o.

`sized` files come in two sizes, NAME-1 and NAME-2, the second with twice as much.
"""
import os
import struct
import sys

INT, PTR, ARRAY, STRUCT, UNION, ENUM, FWD, TYPEDEF, VOLATILE, CONST = range(1, 11)
PROTO, FLOAT = 13, 16


class Btf:
    """BTF while types are added; their numbers begin with 1."""

    def __init__(self):
        self.types, self.names, self.count = bytearray(), bytearray(b"\0"), 0
        self.int = self.add(INT, "int", 0, 4, struct.pack("<I", 1 << 24 | 32))
        self.long = self.add(INT, "long int", 0, 8, struct.pack("<I", 1 << 24 | 64))

    def name(self, text):
        place = len(self.names)
        self.names += text.encode("latin-1") + b"\0"
        return place if text else 0

    def add(self, kind, name="", items=0, size=0, tail=b"", flag=0):
        self.types += struct.pack("<III", self.name(name), flag << 31 | kind << 24 | items, size) + tail
        self.count += 1
        return self.count

    def struct(self, name, size, *members, kind=STRUCT, flag=0):
        tail = b"".join(struct.pack("<III", self.name(n), t, bit) for n, t, bit in members)
        return self.add(kind, name, len(members), size, tail, flag)

    def enum(self, name, size, *values, flag=0):
        tail = b"".join(struct.pack("<Ii", self.name(n), value) for n, value in values)
        return self.add(ENUM, name, len(values), size, tail, flag)

    def array(self, of, count):
        return self.add(ARRAY, "", 0, 0, struct.pack("<III", of, self.int, count))

    def bytes(self, magic=b"\x9f\xeb", names=None):
        names = self.names if names is None else names
        return (magic + struct.pack("<BBIIIII", 1, 0, 24, 0, len(self.types), len(self.types), len(names))
                + self.types + names)


def wrong():
    """Small files by name."""
    files = {}
    btf = Btf()
    btf.struct("S", 4, ("a", btf.int, 0))
    files["cut"] = btf.bytes()[:-20]
    files["head"] = btf.bytes()[:10]
    files["big-endian"] = b"\xeb\x9f" + btf.bytes()[2:]
    files["module"] = btf.bytes(names=btf.names[1:])
    files["kind"] = btf.bytes().replace(struct.pack("<I", STRUCT << 24 | 1), struct.pack("<I", 0x1F << 24 | 1))
    files["nothing"] = Btf().bytes()
    btf = Btf()
    btf.struct("S", 8, ("gone", 77, 0), ("void", 0, 32))
    files["no-type"] = btf.bytes()
    btf = Btf()
    btf.struct("S", 4, ("past", btf.long, 0), ("far", btf.int, 0xFFFFFFF8))
    files["past-end"] = btf.bytes()
    btf = Btf()
    btf.add(TYPEDEF, "loop", 0, 4)
    btf.add(TYPEDEF, "back", 0, 3)
    btf.struct("S", 8, ("loop", 3, 0))
    files["circle"] = btf.bytes()
    btf = Btf()
    btf.struct("", 8, ("inner", 3, 0))
    btf.struct("S", 8, ("inner", 3, 0))
    files["in-itself"] = btf.bytes()
    btf = Btf()
    btf.struct("S", 8, ("inner", 3, 0))
    files["by-value"] = btf.bytes()
    btf = Btf()
    btf.struct("S", 4, ("wide", btf.int, 200 << 24), ("late", btf.int, 20 << 24 | 30), flag=1)
    files["bits"] = btf.bytes()
    btf = Btf()
    btf.struct("S", 0xFFFFFFFF, ("a", btf.array(btf.array(btf.long, 0xFFFFFFFF), 0xFFFFFFFF), 0))
    files["array"] = btf.bytes()
    btf = Btf()
    btf.enum("E", 3, ("A", 1))
    btf.enum("F", 4, ("A", 1), ("A", 2))
    files["enum"] = btf.bytes()
    btf = Btf()
    btf.struct("S\x01\xff", 4, ("a\nb", btf.int, 0))
    files["names"] = btf.bytes()
    btf = Btf()
    btf.add(PTR, "", 0, 4)
    btf.add(PROTO, "", 1, 3, struct.pack("<II", 0, 3))
    btf.struct("S", 8, ("call", 3, 0))
    files["function"] = btf.bytes()
    return files


def sized(count):
    """Files that grow with a count."""
    files = {}
    btf = Btf()
    for i in range(count):
        btf.struct("S%d" % i, 8, ("a", btf.int, 0), ("b", btf.int, 32))
    files["structs"] = btf.bytes()
    btf = Btf()
    for i in range(count):
        btf.struct("same", 4 + i, ("m%d" % i, btf.int, 0))
    files["variants"] = btf.bytes()
    btf = Btf()
    for i in range(count):
        btf.struct("S", 4, ("a", btf.int, 0))
    files["equal"] = btf.bytes()
    btf = Btf()
    inner = btf.int
    for i in range(count):
        inner = btf.add(PTR, "", 0, inner)
    btf.struct("S", 8, ("deep", inner, 0))
    files["pointers"] = btf.bytes()
    btf = Btf()
    inner = btf.struct("S", 4, ("a", btf.int, 0))
    for i in range(count):
        inner = btf.struct("S", 4 + i % 2, ("inner", inner, 0), ("other", inner, 0))
    files["nested"] = btf.bytes()
    btf = Btf()
    for i in range(count):
        btf.struct("__unnamed_%x" % (i + 1), 4, ("a", btf.int, 0))
        btf.struct("", 4, ("a", btf.int, 0))
    files["unnamed"] = btf.bytes()
    btf = Btf()
    for i in range(count // 50000 + 1):
        btf.struct("L%d" % i, 200000, *(("m%d" % k, btf.int, 32 * k) for k in range(50000)))
    files["members"] = btf.bytes()
    btf = Btf()
    inner = btf.add(PROTO, "", 0, 1)
    for i in range(count):
        inner = btf.add(PROTO, "", 2, 1, struct.pack("<IIII", 0, btf.add(PTR, "", 0, inner), 0, btf.count))
    btf.struct("S", 8, ("call", btf.add(PTR, "", 0, inner), 0))
    files["prototypes"] = btf.bytes()
    return files


def elf():
    """ELF files that are damaged in their headers."""
    head = b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 1, 62, 1, 0, 0, 64, 0, 64, 0, 0, 64, 2, 1)
    section = struct.pack("<IIQQQQIIQQ", 1, 1, 0, 0, 192, 11, 0, 0, 1, 0)
    sound = head + bytes(64) + section + b"\0.BTF\0rest\0"
    return {"short": head[:40], "class": head[:4] + b"\x07" + head[5:], "big": head[:5] + b"\x02" + head[6:],
            "sections": head[:40] + struct.pack("<Q", 2 ** 64 - 32) + head[48:], "entry": head[:58] + b"\x05" + head[59:],
            "none": head, "btf": sound}


def main():
    for suffix, count in ("-1", 30000), ("-2", 60000):
        for name, data in sized(count).items():
            with open(os.path.join(sys.argv[1], name + suffix + ".btf"), "wb") as file:
                file.write(data)
    for end, files in ("btf", wrong()), ("o", elf()):
        for name, data in files.items():
            with open(os.path.join(sys.argv[1], "%s.%s" % (name, end)), "wb") as file:
                file.write(data)


main()
