#!/usr/bin/env python3
"""Writes the 1,772 structures of make_c.py as a schema of FlatBuffers, a table each: what `make bench` has flatcc compile."""

import sys

import make_spec

TYPES = {"ULONG": "uint", "UCHAR": "ubyte", "USHORT": "ushort", "LONG": "int", "ULONGLONG": "ulong", "LONGLONG": "long",
         "PVOID": "ulong", "SIZE_T": "ulong"}


def fields(member):
    """Returns names and types. The schema has no bit-fields, and no unions of scalars: their members are fields."""
    if member.kind == "bits":
        return [(name, "uint") for name, _, _ in member.bits]
    if member.inner:
        return [(row[1], TYPES.get(row[0], "ulong")) for row in member.inner]
    kind = "ulong" if member.kind == "pointer" else TYPES.get(member.type, member.type)
    return [(member.name, "[%s]" % kind if member.count else kind)]


def main():
    maker = make_spec.Maker()
    maker.make(make_spec.KERNEL_STRUCTS, make_spec.KERNEL_ROWS)
    for struct in maker.structs:
        last = len(struct.starts) - 1
        names = {}
        for member in struct.members:
            if struct.alive(member, last):
                names.update(fields(member))
        sys.stdout.write("table %s {\n" % struct.name)
        sys.stdout.write("".join("    %s:%s;\n" % field for field in names.items()) + "}\n")


if __name__ == "__main__":
    main()
