#!/usr/bin/env python3
"""dwarf2json.py BTF...: a symbol file of Linux, as dwarf2json writes it, of the types in raw BTF.

Types without a name get one from a hash, anonymous members are called after their offsets, typedefs and qualifiers are
left out, keys are sorted. Variables are symbols with their types; each enumerator becomes a symbol as those of the
symbol table are: without a type, some with the address 0. `linux_banner` has constant data.
"""
import base64
import hashlib
import json
import struct
import sys

(VOID, INT, POINTER, ARRAY, STRUCT, UNION, ENUM, FORWARD, TYPEDEF, VOLATILE, CONST, RESTRICT, FUNCTION, PROTOTYPE,
 VARIABLE, SECTION, FLOAT, DECLARATION_TAG, TYPE_TAG, ENUM64) = range(20)
PASSED = (TYPEDEF, VOLATILE, CONST, RESTRICT, TYPE_TAG)
BANNER = b"Linux version 6.1.0 (gcc)\n\0\xff"


class Types:
    """The types of a file of BTF: kind, name, flag, size or type, and the rest, of each."""

    def __init__(self, data):
        order = "<" if data[0] == 0x9F else ">"
        header, begin, size, names, _ = struct.unpack_from(order + "4x5I", data)
        at, end = header + begin, header + begin + size
        self.items = [(VOID, "", False, 0, ())]
        while at < end:
            name, info, number = struct.unpack_from(order + "3I", data, at)
            kind, count = info >> 24 & 31, info & 0xFFFF
            words = {INT: 1, ARRAY: 3, VARIABLE: 1, DECLARATION_TAG: 1}.get(kind, 0)
            words += count * {STRUCT: 3, UNION: 3, ENUM: 2, PROTOTYPE: 2, SECTION: 3, ENUM64: 3}.get(kind, 0)
            rest = struct.unpack_from("%s%dI" % (order, words), data, at + 12)
            self.strings = data[header + names:]
            self.items.append((kind, self.text(name), bool(info >> 31), number, rest))
            at += 12 + 4 * words

    def text(self, at):
        return self.strings[at:self.strings.index(b"\0", at)].decode()

    def bare(self, index):
        while self.items[index][0] in PASSED:
            index = self.items[index][3]
        return index

    def tag(self, index):
        """The name of a structure, union or enumeration."""
        kind, name, _, size, rest = self.items[index]
        if name:
            return name
        parts = [self.text(rest[i]) for i in range(0, len(rest), 2 if kind == ENUM else 3)]
        return "unnamed_" + hashlib.sha1(repr((kind, size, parts, rest)).encode()).hexdigest()[:16]

    def write(self, index):
        """The type of a member or symbol."""
        index = self.bare(index)
        kind, name, _, number, rest = self.items[index]
        if kind == VOID:
            return {"kind": "base", "name": "void"}
        if kind in (INT, FLOAT):
            return {"kind": "base", "name": name}
        if kind == POINTER:
            return {"kind": "pointer", "subtype": self.write(number)}
        if kind == ARRAY:
            return {"kind": "array", "count": rest[2], "subtype": self.write(rest[0])}
        if kind == FORWARD:
            return {"kind": "union" if self.items[index][2] else "struct", "name": name}
        if kind in (ENUM, ENUM64):
            return {"kind": "enum", "name": self.tag(index)}
        if kind in (FUNCTION, PROTOTYPE):
            return {"kind": "function"}
        return {"kind": "union" if kind == UNION else "struct", "name": self.tag(index)}


def base(kind, size, signed=False):
    return {"size": size, "signed": signed, "kind": kind, "endian": "little"}


def fields(types, index):
    """The fields of a structure or union. A later anonymous field takes the name of one at the same offset."""
    _, _, has_bits, _, rest = types.items[index]
    made = {}
    for i in range(0, len(rest), 3):
        name, of, place = types.text(rest[i]), rest[i + 1], rest[i + 2]
        width, place = (place >> 24, place & 0xFFFFFF) if has_bits else (0, place)
        written, offset = types.write(of), place // 8
        if width:
            unit = max(types.items[types.bare(of)][3], 1)
            offset = place // 8 // unit * unit
            written = {"kind": "bitfield", "bit_position": place - 8 * offset, "bit_length": width, "type": written}
        field = {"type": written, "offset": offset}
        if not name:
            name, field["anonymous"] = "unnamed_field_%x" % offset, True
        made[name] = field
    return made


def values(types, index):
    kind, _, signed, size, rest = types.items[index]
    step, made = 2 if kind == ENUM else 3, {}
    for i in range(0, len(rest), step):
        value = rest[i + 1] | (rest[i + 2] << 32 if step == 3 else 0)
        bits = 32 if step == 2 else 64
        made[types.text(rest[i])] = value - (1 << bits) if (signed or step == 3) and value >> (bits - 1) else value
    return {"size": size if made else 0, "base": "void", "constants": made}


def add(document, types):
    bases, symbols = document["base_types"], document["symbols"]
    for index, (kind, name, _, number, rest) in enumerate(types.items):
        if kind == INT:
            flags = rest[0] >> 24
            word = "bool" if flags & 4 else "char" if number == 1 else "int"
            bases[name] = base(word, number, bool(flags & 1) or name == "char")
        elif kind == FLOAT:
            bases[name] = base("float", number, True)
        elif kind in (STRUCT, UNION):
            document["user_types"][types.tag(index)] = {"size": number, "fields": fields(types, index),
                                                        "kind": "union" if kind == UNION else "struct"}
        elif kind in (ENUM, ENUM64):
            document["enums"][types.tag(index)] = values(types, index)
            for at, value in enumerate(list(document["enums"][types.tag(index)]["constants"])[:2]):
                address = 0xFFFFFFFF81000000 + 64 * len(symbols) if at else 0
                symbols[value] = {"type": {"kind": "base", "name": "void"}, "address": address}
        elif kind == VARIABLE:
            symbols[name] = {"type": types.write(number), "address": 0xFFFFFFFF82000000 + 64 * len(symbols)}


def main():
    source = [{"kind": "dwarf", "name": "vmlinux", "hash_type": "sha256", "hash_value": "%064x" % 0x5EED}]
    document = {"metadata": {"linux": {"symbols": source + [{"kind": "symtab", "name": "vmlinux"}], "types": source},
                             "producer": {"name": "dwarf2json", "version": "0.6.0"}, "format": "6.2.0"},
                "base_types": {"void": base("void", 0), "pointer": base("int", 8)},
                "user_types": {}, "enums": {}, "symbols": {}}
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            add(document, Types(file.read()))
    for enumeration in document["enums"].values():
        signed = any(value < 0 for value in enumeration["constants"].values())
        enumeration["base"] = next((name for name, found in sorted(document["base_types"].items())
                                    if found["kind"] == "int" and found["size"] == enumeration["size"] and
                                    found["signed"] == signed), "void")
    document["symbols"]["linux_banner"] = {
        "type": {"kind": "array", "count": len(BANNER), "subtype": {"kind": "base", "name": "char"}},
        "address": 0xFFFFFFFF82000100, "constant_data": base64.b64encode(BANNER).decode()}
    document["symbols"]["fixed_percpu_data"] = {"type": {"kind": "struct", "name": "fixed_percpu_data"}, "address": 0}
    print(json.dumps(document, indent=2, sort_keys=True))


main()
