#!/usr/bin/env python3
"""pdbs.py constructs|programs|wrong|left DIRECTORY: writes PDBs to the
directory, and prints their names, a line each.

constructs: everything that a PDB may have, in each generation of leaves.
programs: PDBs with programs beside them.
wrong: PDBs and other files that cannot be read. left: PDBs of which a field is
left out."""

import os
import struct
import sys

MAGIC = b"Microsoft C/C++ MSF 7.00\r\n\x1ADS\0\0\0"
GUID = bytes.fromhex("33221100554477668899AABBCCDDEEFF")
X86, X64, ARM64 = 0x14C, 0x8664, 0xAA64
FORWARD, UNIQUE = 0x80, 0x200
FIRST = 0x1000


# ---- The container

def container(streams, block=512):
    """An MSF file. The blocks of the streams are in reverse order, so that none is one piece."""
    blocks, lists = [b"", b"", b""], []
    for stream in reversed(streams):
        pieces = [stream[i:i + block] for i in range(0, len(stream), block)]
        lists.insert(0, list(range(len(blocks) + len(pieces) - 1, len(blocks) - 1, -1)))
        blocks += reversed(pieces)
    directory = struct.pack("<I", len(streams)) + b"".join(struct.pack("<I", len(stream)) for stream in streams)
    directory += b"".join(struct.pack("<I", at) for one in lists for at in one)
    pieces = [directory[i:i + block] for i in range(0, len(directory), block)]
    at = range(len(blocks), len(blocks) + len(pieces))
    blocks += pieces + [b"".join(struct.pack("<I", one) for one in at)]
    blocks[0] = MAGIC + struct.pack("<6I", block, 1, len(blocks), len(directory), 0, len(blocks) - 1)
    return b"".join(one.ljust(block, b"\0") for one in blocks)


def identity(version=20000404, age=7, guid=GUID):
    return struct.pack("<3I", version, 0, age) + guid


def debug(machine, age=3):
    return struct.pack("<iII", -1, 19990903, age).ljust(58, b"\0") + struct.pack("<H", machine) + b"\0" * 4


def types(leaves, version=20040203):
    text = b"".join(struct.pack("<H", len(leaf)) + leaf for leaf in leaves)
    return struct.pack("<5I", version, 56, FIRST, FIRST + len(leaves), len(text)).ljust(56, b"\0") + text


def pdb(leaves, machine=X64, version=20040203, guid=GUID):
    return container([b"", identity(guid=guid), types(leaves, version), debug(machine)])


def sourced(leaves, machine=X64, version=20040203):
    """A PDB that says where two of its types are defined, before and after linking, and of others nonsense."""
    at = {name: FIRST + next(i for i, leaf in enumerate(leaves) if name.encode() in leaf)
          for name in ("_SIMPLE", "_UNION", "_KIND", "_BITS", "_PROTOTYPES")}
    text = struct.pack("<HI", 0x1605, 0) + b"d:\\sdk\\inc\\union.h\0"
    identifiers = [text, struct.pack("<H3I", 0x1606, at["_UNION"], FIRST, 12),
                   struct.pack("<H3IH", 0x1607, at["_SIMPLE"], 1, 34, 1),
                   struct.pack("<H3IH", 0x1607, at["_KIND"], 8, 0xFFFFFFFF, 1),
                   struct.pack("<H3I", 0x1606, at["_BITS"], FIRST + 1, 1),
                   struct.pack("<H3IH", 0x1607, at["_PROTOTYPES"], 0x7FFFFFFF, 1, 1),
                   struct.pack("<H3I", 0x1606, 0x7FFFFFFF, FIRST, 1), struct.pack("<HI", 0x1606, at["_BITS"])]
    names = b"\0a/b.h\0\0kinds.h\0"
    named = b"/names\0"
    streams = struct.pack("<I", len(named)) + named + struct.pack("<7I", 1, 2, 1, 1, 0, 0, 5)
    return container([b"", identity() + streams, types(leaves, version), debug(machine), types(identifiers),
                      struct.pack("<3I", 0xEFFEEFFE, 1, len(names)) + names])


# ---- Leaves

def number(value):
    """A number in the shortest form."""
    if 0 <= value < 0x8000:
        return struct.pack("<H", value)
    for form, letter, least, most in ((0x8000, "b", -0x80, 0x7F), (0x8001, "h", -0x8000, 0x7FFF),
                                      (0x8002, "H", 0, 0xFFFF), (0x8003, "i", -0x80000000, 0x7FFFFFFF),
                                      (0x8004, "I", 0, 0xFFFFFFFF), (0x8009, "q", -1 << 63, (1 << 63) - 1),
                                      (0x800A, "Q", 0, (1 << 64) - 1)):
        if least <= value <= most:
            return struct.pack("<H" + letter, form, value)
    raise ValueError(value)


class Leaves:
    """A list of leaves in one generation: "wide" (names with a NUL), "counted", "narrow" (and types of 16 bits)."""

    def __init__(self, generation="wide"):
        self.generation, self.list = generation, []
        self.letter = "H" if generation == "narrow" else "I"
        self.pad = b"" if generation == "narrow" else b"\0\0"

    def leaf(self, numbers):
        return struct.pack("<H", numbers[["wide", "counted", "narrow"].index(self.generation)])

    def name(self, name, unique=None):
        name = name.encode("latin-1")
        if self.generation != "wide":
            return bytes([len(name)]) + name
        return name + b"\0" + (unique.encode() + b"\0" if unique is not None else b"")

    def index(self, *types_):
        return struct.pack("<%d%s" % (len(types_), self.letter), *types_)

    def add(self, leaf):
        self.list.append(leaf)
        return FIRST + len(self.list) - 1

    def next(self):
        return FIRST + len(self.list)

    def modifier(self, target, flags=1):
        flags = struct.pack("<H", flags)
        return self.add(self.leaf((0x1001, 0x1001, 0x0001)) +
                        (flags + self.index(target) if self.generation == "narrow" else self.index(target) + flags))

    def pointer(self, target, size=8, mode=0, flags=0):
        if self.generation == "narrow":
            return self.add(self.leaf((0, 0, 0x0002)) + struct.pack("<H", 0x0A | mode << 5 | flags) + self.index(target))
        attributes = {4: 0x0A, 8: 0x0C}.get(size, 0) | mode << 5 | size << 13 | flags
        return self.add(self.leaf((0x1002, 0x1002, 0)) + self.index(target) + struct.pack("<I", attributes))

    def array(self, target, size, numbers=(0x1503, 0x1003, 0x0003)):
        return self.add(self.leaf(numbers) + self.index(target, 0x22) + number(size) + self.name(""))

    def record(self, name, size, fields, flags=0, unique=None, numbers=(0x1505, 0x1005, 0x0005), count=1):
        flags |= UNIQUE if unique is not None else 0
        if self.generation == "narrow":
            head = struct.pack("<3H", count, fields, flags) + self.index(0, 0)
        else:
            head = struct.pack("<2H", count, flags) + self.index(fields, 0, 0)
        return self.add(self.leaf(numbers) + head + number(size) + self.name(name, unique))

    def new_record(self, name, size, fields, leaf=0x1609, flags=0, unique=None, count=1):
        flags |= UNIQUE if unique is not None else 0
        others = b"" if leaf == 0x160A else self.index(0, 0)
        return self.add(struct.pack("<HI", leaf, flags) + self.index(fields) + others + number(count) + number(size) +
                        self.name(name, unique))

    def union(self, name, size, fields, flags=0, unique=None):
        flags |= UNIQUE if unique is not None else 0
        head = struct.pack("<3H", 1, fields, flags) if self.generation == "narrow" else \
            struct.pack("<2H", 1, flags) + self.index(fields)
        return self.add(self.leaf((0x1506, 0x1006, 0x0006)) + head + number(size) + self.name(name, unique))

    def enum(self, name, base, fields, flags=0, unique=None):
        flags |= UNIQUE if unique is not None else 0
        head = struct.pack("<H", 1) + self.index(base, fields) + struct.pack("<H", flags) \
            if self.generation == "narrow" else struct.pack("<2H", 1, flags) + self.index(base, fields)
        return self.add(self.leaf((0x1507, 0x1007, 0x0007)) + head + self.name(name, unique))

    def bits(self, target, bit, width):
        place = struct.pack("<2B", width, bit)
        return self.add(self.leaf((0x1205, 0x1205, 0x0206)) +
                        (place + self.index(target) if self.generation == "narrow" else self.index(target) + place))

    def function(self):
        return self.add(self.leaf((0x1008, 0x1008, 0x0008)) + self.index(3) + b"\0\0\0\0" + self.index(0))

    def parameters(self, *types_):
        count = struct.pack("<" + self.letter, len(types_))
        return self.add(self.leaf((0x1201, 0x1201, 0x0201)) + count + self.index(*types_))

    def prototype(self, result, list_):
        return self.add(self.leaf((0x1008, 0x1008, 0x0008)) + self.index(result) + b"\0\0\2\0" + self.index(list_))

    def method(self, result, list_):
        return self.add(self.leaf((0x1009, 0x1009, 0x0009)) + self.index(result, 0x1000, 0) + b"\0\0\2\0" +
                        self.index(list_) + b"\0\0\0\0")

    def fields(self, *fields):
        """A list of fields, each padded to 4 bytes."""
        text = self.leaf((0x1203, 0x1203, 0x0204))
        for field in fields:
            text += field
            text += bytes(0xF0 | left for left in range(-(len(text) + 2) % 4, 0, -1))
        return self.add(text)

    # Fields

    def with_type(self, leaf, target, rest, flags=3):
        flags = struct.pack("<H", flags)
        return leaf + (self.index(target) + flags if self.generation == "narrow" else flags + self.index(target)) + rest

    def member(self, name, target, offset):
        return self.with_type(self.leaf((0x150D, 0x1405, 0x0406)), target, number(offset) + self.name(name))

    def value(self, name, value, form=None):
        return self.leaf((0x1502, 0x0403, 0x0403)) + struct.pack("<H", 3) + (form or number(value)) + self.name(name)

    def base(self, target, offset):
        return self.with_type(self.leaf((0x1400, 0x1400, 0x0400)), target, number(offset))

    def virtual_base(self, target, offset, leaf=(0x1401, 0x1401, 0x0401)):
        if self.generation == "narrow":
            return self.leaf(leaf) + self.index(target, 3) + struct.pack("<H", 3) + number(offset) + number(1)
        return self.leaf(leaf) + struct.pack("<H", 3) + self.index(target, 3) + number(offset) + number(1)

    def continued(self, target):
        return self.leaf((0x1404, 0x1404, 0x0405)) + self.pad + self.index(target)

    def virtuals(self, target):
        return self.leaf((0x1409, 0x1409, 0x040A)) + self.pad + self.index(target)

    def skipped(self):
        """Fields of classes that are no members: a static one, functions, types."""
        yield self.with_type(self.leaf((0x150E, 0x1406, 0x0407)), 0x74, self.name("Static"))
        yield self.leaf((0x150F, 0x1407, 0x0408)) + struct.pack("<H", 2) + self.index(0x1000) + self.name("Overloaded")
        yield self.leaf((0x1510, 0x1408, 0x0409)) + self.pad + self.index(0x74) + self.name("NestedType")
        method = self.leaf((0x1511, 0x140B, 0x040C))
        yield method + struct.pack("<H", 3) + self.index(0x1000) + self.name("Method")
        yield method + struct.pack("<H", 3 | 4 << 2) + self.index(0x1000) + b"\x08\0\0\0" + self.name("Virtual")
        yield self.virtual_base(0x1000, 0, (0x1402, 0x1402, 0x0402))


VOID, LONG, ULONG, INT, UCHAR, USHORT = 0x03, 0x12, 0x22, 0x74, 0x20, 0x21


# ---- Everything that a PDB may have

def constructs(generation, pointer):
    one = Leaves(generation)
    function = one.function()
    simple = [(f"Simple{kind:02x}", kind) for kind in (
        0x08, 0x10, 0x11, 0x12, 0x13, 0x14, 0x20, 0x21, 0x22, 0x23, 0x24, 0x30, 0x31, 0x32, 0x33, 0x40, 0x41, 0x42, 0x43,
        0x46, 0x68, 0x69, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7A, 0x7B, 0x7C)]
    one.record("_SIMPLE", 16 * len(simple), one.fields(*(
        one.member(name, kind, 16 * i) for i, (name, kind) in enumerate(simple))))
    link = one.record("_LINK", 0, 0, FORWARD)
    to_link = one.pointer(link, pointer)
    one.record("_LINK", 2 * pointer, one.fields(one.member("Flink", to_link, 0), one.member("Blink", to_link, pointer)))
    gone = one.pointer(one.record("_GONE", 0, 0, FORWARD), pointer)
    one.record("_POINTERS", 0x80, one.fields(
        one.member("Void", 0x0403 if pointer == 4 else 0x0603, 0),
        one.member("Link", to_link, 8),
        one.member("Gone", gone, 16),
        one.member("Function", one.pointer(function, pointer), 24),
        one.member("Reference", one.pointer(INT, pointer, 1), 32),
        one.member("Twice", one.pointer(one.pointer(one.modifier(UCHAR), pointer), pointer), 40),
        one.member("ToArray", one.pointer(one.array(ULONG, 16), pointer), 48),
        one.member("Narrow", 0x0422, 56),
        one.member("Wide", 0x0622, 64),
        one.member("Itself", one.pointer(one.next(), pointer), 72)))
    inner = one.array(USHORT, 6)
    one.record("_ARRAYS", 0x100, one.fields(
        one.member("Bytes", one.array(UCHAR, 40), 0),
        one.member("Twice", one.array(inner, 24), 40),
        one.member("Modified", one.modifier(one.array(one.modifier(LONG), 8)), 64),
        one.member("Links", one.array(link, 4 * pointer), 72),
        one.member("Empty", one.array(ULONG, 0), 0x100)))
    flags = [one.bits(ULONG, 0, 1), one.bits(one.modifier(ULONG), 1, 31), one.bits(UCHAR, 0, 3)]
    kind_values = one.fields(
        one.value("Zero", 0), one.value("Small", 0x7FFF), one.value("Minus", -1), one.value("MinusShort", -300),
        one.value("Word", 0x8000), one.value("MinusLong", -70000), one.value("Dword", 0x7FFFFFFF))
    kind = one.enum("_KIND", INT, kind_values)
    one.enum("_BYTE_KIND", UCHAR, one.fields(one.value("Low", 0), one.value("High", 255)))
    one.enum("_WIDE_KIND", 0x77, one.fields(
        one.value("Most", (1 << 64) - 1), one.value("Long", 1 << 40),
        one.value("Octaword", 5, struct.pack("<H2q", 0x8017, 5, 0))))
    one.record("_BITS", 16, one.fields(
        one.member("First", flags[0], 0), one.member("Rest", flags[1], 0), one.member("Byte", flags[2], 4),
        one.member("Kind", kind, 8), one.member("KindBits", one.bits(kind, 0, 4), 12)))
    unnamed = [one.record(name, 4, one.fields(one.member(f"In{i}", LONG, 0)))
               for i, name in enumerate(("<unnamed-tag>", "__unnamed", "<unnamed-type-u>"))]
    one.record("_UNNAMED", 32, one.fields(
        *(one.member(f"Of{i}", index, 4 * i) for i, index in enumerate(unnamed)),
        one.member("ToOne", one.pointer(unnamed[0], pointer), 16),
        one.member("Nameless", one.enum("<unnamed-enum-A>", INT, one.fields(one.value("A", 1))), 24),
        one.member("", unnamed[1], 28)))
    rest = one.fields(one.member("Third", LONG, 8))
    middle = one.fields(one.member("Second", LONG, 4), one.continued(rest))
    one.record("_CONTINUED", 12, one.fields(one.member("First", LONG, 0), one.continued(middle)))
    # Classes
    plain = one.record("Plain", 8, one.fields(one.member("Same", LONG, 0), one.member("Own", LONG, 4)))
    table = one.pointer(one.add(struct.pack("<2HB", 0x000A, 1, 0x55)), pointer)
    left = one.record("Left", pointer + 8, one.fields(one.virtuals(table), one.base(plain, pointer), *one.skipped()),
                      numbers=(0x1504, 0x1004, 0x0004))
    right = one.record("Right", pointer + 8, one.fields(one.virtuals(table), one.member("Same", LONG, pointer)))
    one.record("Both", 64, one.fields(one.base(left, 0), one.base(right, 24), one.member("Same", LONG, 40)))
    # Definitions that are repeated, and others of their names
    one.record("_REPEATED", 4, one.fields(one.member("A", LONG, 0)))
    one.record("_REPEATED", 4, one.fields(one.member("A", one.modifier(LONG), 0)))
    other = one.record("_REPEATED", 4, one.fields(one.member("A", ULONG, 0)))
    same = one.record("_REPEATED", 4, one.fields(one.member("A", LONG, 0)))
    one.record("_REPEATS", 12, one.fields(
        one.member("Other", other, 0), one.member("Same", same, 4),
        one.member("Declared", one.record("_REPEATED", 0, 0, FORWARD), 8)))
    one.record("_QUALIFIED", 64, one.fields(
        one.member("Both", one.modifier(ULONG, 3), 0), one.member("Unaligned", one.modifier(ULONG, 4), 4),
        one.member("Pointed", one.pointer(one.array(one.modifier(UCHAR, 2), 4), pointer), 8),
        one.member("Pointer", one.modifier(one.pointer(UCHAR, pointer), 2), 16),
        one.member("Attribute", one.pointer(UCHAR, pointer, 0, 0x200), 24),
        one.member("Behind", one.pointer(one.pointer(UCHAR, pointer, 0, 0x200), pointer), 32),
        one.member("Function", one.pointer(one.modifier(function), pointer), 40),
        one.member("Bits", one.bits(one.modifier(ULONG, 2), 0, 4), 48)))
    to_char = one.pointer(one.modifier(UCHAR), pointer)
    two = one.parameters(to_char, LONG)
    some = one.prototype(to_char, two)
    one.record("_PROTOTYPES", 64, one.fields(
        one.member("Two", one.pointer(some, pointer), 0),
        one.member("None", one.pointer(one.prototype(3, one.parameters()), pointer), 8),
        one.member("Rest", one.pointer(one.prototype(gone, one.parameters(LONG, 0)), pointer), 16),
        one.member("Method", one.pointer(one.method(LONG, two), pointer), 24),
        one.member("Callback", one.pointer(one.prototype(3, one.parameters(one.pointer(some, pointer))), pointer), 32),
        one.member("Array", one.array(one.pointer(one.modifier(some), pointer), 2 * pointer), 40),
        one.member("ToUnnamed", one.pointer(one.prototype(3, one.parameters(one.pointer(unnamed[0], pointer))), pointer),
                   56)))
    circle = one.next() + 1
    one.record("_WRONG_PROTOTYPES", 64, one.fields(
        one.member("NoList", one.pointer(one.prototype(3, circle), pointer), 0),
        one.member("Gone", one.pointer(one.prototype(3, 0x7FF0), pointer), 8),
        one.member("Circle", one.pointer(one.prototype(3, one.parameters(0x7FF1)), pointer), 16),
        one.member("Field", one.pointer(one.prototype(flags[0], two), pointer), 24)))
    one.union("_UNION", 8, one.fields(one.member("Low", ULONG, 0), one.member("Whole", 0x77, 0)))
    if generation == "wide":
        one.record("In", 4, one.fields(one.member("OfOne", LONG, 0)), unique=".?AUIn@One@@")
        one.record("In", 4, one.fields(one.member("OfTwo", LONG, 0)), unique=".?AUIn@Two@@")
        one.record("_BY_UNIQUE", 8, one.fields(
            one.member("Two", one.record("In", 0, 0, FORWARD, ".?AUIn@Two@@"), 0),
            one.member("One", one.record("In", 0, 0, FORWARD, ".?AUIn@One@@"), 4)))
        one.new_record("_NEW", 40000, one.fields(one.member("Far", LONG, 39996)))
        one.new_record("New", 4, one.fields(one.member("A", LONG, 0)), 0x1608, unique=".?AVNew@@")
        one.new_record("_NEW_UNION", 4, one.fields(one.member("A", LONG, 0), one.member("B", UCHAR, 0)), 0x160A)
        one.record("_LATIN\xE9", 4, one.fields(one.member("Caf\xE9", LONG, 0)))
        one.record("_MEMBER_POINTERS", 32, one.fields(
            one.member("Data", one.pointer(LONG, 4, 2), 0), one.member("Method", one.pointer(function, 16, 3), 8)))
    return one.list


def virtual_bases(generation):
    one = Leaves(generation)
    plain = one.record("Plain", 8, one.fields(one.member("Same", LONG, 0), one.member("Own", LONG, 4)))
    left = one.record("Left", 8, one.fields(one.member("A", LONG, 0)))
    first = one.record("First", 16, one.fields(one.virtual_base(plain, 0), one.member("X", LONG, 8)))
    one.record("Second", 64, one.fields(
        one.base(first, 0), one.virtual_base(plain, 0), one.virtual_base(LONG, 16), one.virtual_base(left, 16)))
    one.record("Third", 80, one.fields(one.base(first, 16), one.member("Y", LONG, 64)))
    return one.list


def all_constructs():
    yield "virtual-wide.pdb", pdb(virtual_bases("wide"))
    yield "virtual-counted.pdb", pdb(virtual_bases("counted"), X86, 19990903)
    yield "virtual-narrow.pdb", pdb(virtual_bases("narrow"), X86, 19961031)
    yield "wide.pdb", sourced(constructs("wide", 8))
    yield "arm64.pdb", sourced(constructs("wide", 8), ARM64)
    yield "counted.pdb", sourced(constructs("counted", 4), X86, 19990903)
    yield "narrow.pdb", sourced(constructs("narrow", 4), 0, 19961031)


# ---- The program of a PDB

def program(version=(10, 0, 22621, 1848), age=3, signature=b"RSDS", resources=0x1200):
    """An image of x64 with a debug directory at 0x1010 and a version resource at 0x1200."""
    optional = struct.pack("<H", 0x20B).ljust(56, b"\0") + struct.pack("<I", 0x1046000)
    optional = optional.ljust(108, b"\0") + struct.pack("<I", 16) + b"\0" * 16
    optional += struct.pack("<2I", resources, 0x200) + b"\0" * 24 + struct.pack("<2I", 0x1010, 28) + b"\0" * 72
    head = b"PE\0\0" + struct.pack("<2H3I2H", X64, 1, 0x5F3A1B2C, 0, 0, len(optional), 0) + optional
    head += b".rdata\0\0" + struct.pack("<4I", 0x600, 0x1000, 0x600, 0x400) + b"\0" * 16
    file = (b"MZ".ljust(0x3C, b"\0") + struct.pack("<I", 0x40) + head).ljust(0x410, b"\0")
    name = b"d:\\build\\ntkrnlmp.pdb\0"
    file += struct.pack("<2I2H4I", 0, 0, 0, 0, 2, 24 + len(name), 0x1040, 0x440)
    file = (file.ljust(0x440, b"\0") + signature + GUID + struct.pack("<I", age) + name).ljust(0x600, b"\0")
    for number, to in ((16, 0x80000018), (1, 0x80000030), (1033, 0x48)):
        file += struct.pack("<3I2H2I", 0, 0, 0, 0, 1, number, to)
    file = (file + struct.pack("<4I", 0x1280, 92, 0, 0)).ljust(0x680, b"\0")
    file += struct.pack("<3H", 92, 52, 0) + "VS_VERSION_INFO\0\0".encode("utf-16-le")
    file += struct.pack("<6I", 0xFEEF04BD, 0x10000, version[0] << 16 | version[1], version[2] << 16 | version[3], 0, 0)
    return file.ljust(0xA00, b"\0")


def programs():
    """Programs beside a PDB, each in a directory of its own."""
    for directory, name, data in (("named", "wide.exe", program()), ("kernel", "ntoskrnl.exe", program()),
                                  ("other", "wide.exe", program(age=4)), ("old", "wide.exe", program(signature=b"NB10")),
                                  ("bare", "wide.sys", program(resources=0x9000))):
        yield f"{directory}/wide.pdb", pdb(constructs("wide", 8))
        yield f"{directory}/{name}", data


# ---- Files that cannot be read

def small():
    one = Leaves()
    one.record("_S", 8, one.fields(one.member("A", LONG, 0), one.member("B", UCHAR, 4)))
    return one.list


def with_number(at, value, file=None):
    file = bytearray(file or pdb(small()))
    struct.pack_into("<I", file, at, value)
    return bytes(file)


def wrong():
    whole = pdb(small())
    yield "empty.pdb", b""
    yield "magic.pdb", MAGIC
    yield "version-2.pdb", b"Microsoft C/C++ program database 2.00\r\n\x1AJG\0\0" + b"\0" * 1000
    yield "msfz.pdb", b"Microsoft MSFZ Container\r\n\x1AALD\0\0" + b"\0" * 1000
    yield "cabinet.pd_", b"MSCF\0\0\0\0" + b"\0" * 1000
    yield "compress.pd_", b"SZDD\x88\xF0\x27\x33A" + b"\0" * 1000
    yield "program.exe", program()
    yield "program-old.exe", program(signature=b"NB10")
    yield "program-short.exe", program()[:0x60]
    yield "short.pdb", whole[:-512]
    yield "block-size.pdb", with_number(32, 500)
    yield "blocks.pdb", with_number(40, 0x1000000)
    yield "directory-size.pdb", with_number(44, 0xFFFFFFFF)
    yield "directory-place.pdb", with_number(52, 0xFFFFFFFF)
    yield "no-guid.pdb", container([b"", identity(19970604), types(small()), debug(X64)])
    yield "no-types.pdb", container([b"", identity(), b"", debug(X64)])
    yield "zero-types.pdb", container([b"", identity(), types([]), debug(X64)])
    yield "types.pdb", container([b"", identity(), types(small())[:-4], debug(X64)])
    yield "machine.pdb", container([b"", identity(), types(small()), debug(0x200)])
    one = Leaves()
    one.record("_CIRCLE", 8, one.fields(one.member("A", LONG, 0), one.continued(one.next())))
    yield "circle.pdb", pdb(one.list)
    one = Leaves()
    one.record("__unnamed", 8, one.fields(one.member("A", one.next() + 1, 0)))
    one.record("_OUTER", 8, one.fields(one.member("A", FIRST + 1, 0)))
    yield "itself.pdb", pdb(one.list)


# ---- Fields that are left out

def left():
    def file(*fields, before=()):
        one = Leaves()
        for leaf in before:
            one.add(leaf)
        one.record("_S", 8, one.fields(*(field(one) for field in fields)))
        return pdb(one.list)
    yield "unknown-type.pdb", file(lambda one: one.member("A", 0x2000, 0), lambda one: one.member("B", LONG, 4))
    yield "unknown-simple.pdb", file(lambda one: one.member("A", 0x00FF, 0), lambda one: one.member("B", LONG, 4))
    yield "past-end.pdb", file(lambda one: one.member("A", LONG, 8), lambda one: one.member("B", LONG, 4))
    yield "negative.pdb", file(lambda one: one.member("A", LONG, -4), lambda one: one.member("B", LONG, 4))
    yield "list.pdb", file(lambda one: one.member("A", FIRST, 0),
                           before=[struct.pack("<HHI", 0x1201, 0, 0)])
    yield "array.pdb", file(lambda one: one.member("A", one.array(LONG, 6), 0), lambda one: one.member("B", LONG, 4))
    yield "itself-array.pdb", file(lambda one: one.member("A", one.array(one.next(), 4), 0))
    yield "unknown-field.pdb", file(lambda one: one.member("A", LONG, 0), lambda one: struct.pack("<2H", 0x1520, 0))
    yield "base.pdb", file(lambda one: one.base(0x2000, 0), lambda one: one.member("B", LONG, 4))
    yield "gone.pdb", file(lambda one: one.member("A", one.record("_GONE", 0, 0, FORWARD), 0))
    yield "bits.pdb", file(lambda one: one.member("A", one.bits(ULONG, 30, 4), 0))


def main():
    kind, directory = sys.argv[1:]
    for name, data in {"constructs": all_constructs, "programs": programs, "wrong": wrong, "left": left}[kind]():
        os.makedirs(os.path.dirname(os.path.join(directory, name)), exist_ok=True)
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)
        print(name)


if __name__ == "__main__":
    main()
