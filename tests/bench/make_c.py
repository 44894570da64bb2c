#!/usr/bin/env python3
"""Writes 1,772 structures as plain C with an assert of every offset: what `make bench` has tcc compile, as a measure of
the machine."""

import sys

import make_spec

TYPES = {"ULONG": "unsigned", "UCHAR": "unsigned char", "USHORT": "unsigned short", "LONG": "int",
         "ULONGLONG": "unsigned long long", "LONGLONG": "long long", "PVOID": "void *", "SIZE_T": "unsigned long long"}


def member_lines(member):
    if member.kind == "bits":
        # In a structure of their own, since bit-fields of C would share units with their neighbours.
        return ["    struct {"] + ["        ULONG %s : %d;" % (name, width) for name, _, width in member.bits] + ["    };"]
    if member.inner:
        tag = "union" if member.kind == "union" else "struct"
        return (["    %s {" % tag] + ["        %s %s;" % row for row in member.inner]
                + ["    }%s;" % (" " + member.name if member.name else "")])
    if member.kind == "pointer":
        return ["    struct %s *%s;" % (member.type, member.name)]
    bound = "[%d]" % member.count if member.count else ""
    return ["    %s%s %s%s;" % ("struct " if member.kind == "record" else "", member.type, member.name, bound)]


def write(struct, out):
    last = len(struct.starts) - 1
    members = [m for m in struct.members if struct.alive(m, last)]
    out.write("struct %s {\n" % struct.name)
    for member in members:
        out.write("\n".join(member_lines(member)) + "\n")
    out.write("};\n")
    for member in members:
        name = member.name or (member.kind == "union" and member.inner[0][1])
        if name:
            out.write('_Static_assert(__builtin_offsetof(struct %s, %s) == %d, "%s");\n'
                      % (struct.name, name, member.offsets[last, "x64"], name))
    out.write('_Static_assert(sizeof(struct %s) == %d, "size");\n' % (struct.name, struct.sizes[last, "x64"]))


def main():
    maker = make_spec.Maker()
    for name, text in TYPES.items():
        sys.stdout.write("typedef %s%s;\n" % (text if text.endswith("*") else text + " ", name))
    maker.make(make_spec.KERNEL_STRUCTS, make_spec.KERNEL_ROWS)
    for struct in maker.structs:
        write(struct, sys.stdout)


if __name__ == "__main__":
    main()
