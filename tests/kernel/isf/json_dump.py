#!/usr/bin/env python3
"""json_dump.py FILE.xz: prints what kernel_dump prints of that file, which is told by other means: Volatility's
files of kernels, in which there are no anonymous members, read as a whole."""

import json
import lzma
import re
import sys

NO_NAME = re.compile(r"__(unnamed|anonymous)_[0-9a-f]+|<unnamed-[^:]*>")


class Dump:
    def __init__(self, data):
        self.bases, self.enums, self.records = data["base_types"], data["enums"], data["user_types"]
        self.enum_names = {name: self.enum_name(name) for name in self.enums}

    def enum_name(self, name):
        if not NO_NAME.fullmatch(name):
            return name
        return "<unnamed-enum-%s>" % min(self.values(name))[1]

    def values(self, name):
        return sorted((value, key) for key, value in self.enums[name]["constants"].items())

    def base(self, name):
        base = self.bases[name]
        letter = "f" if base["kind"] == "float" else "i" if base["signed"] else "u"
        return "void" if base["kind"] == "void" else "%s:%s%d" % (name, letter, base["size"])

    def size(self, kind):
        if kind["kind"] == "array":
            return kind["count"] * self.size(kind["subtype"])
        if kind["kind"] == "bitfield":
            return self.size(kind["type"])
        where = {"base": self.bases, "enum": self.enums, "pointer": self.bases}.get(kind["kind"], self.records)
        return where.get(kind.get("name", "pointer"), {"size": 0})["size"]

    def text(self, kind, depth, pointed=False):
        what = kind["kind"]
        if what == "base":
            return self.base(kind["name"])
        if what == "function":
            return what
        if what == "bitfield":
            return self.text(kind["type"], depth)
        if what == "pointer":
            return "pointer:%d to %s" % (self.size(kind), self.text(kind["subtype"], depth, True))
        if what == "array":
            return "%d of %s" % (kind["count"], self.text(kind["subtype"], depth, pointed))
        name = kind["name"]
        if what != "enum" and NO_NAME.fullmatch(name):
            inside = "".join(line + "\n" for line in self.members(name, depth + 1))
            return "%s:%d {\n%s%s}" % (what, self.size(kind), inside, "    " * depth)
        return "%s %s:%d" % ("enum" if what == "enum" else "record", self.enum_names.get(name, name), 0 if pointed else self.size(kind))

    def members(self, name, depth):
        rows = []
        for member, field in self.records[name]["fields"].items():
            kind = field["type"]
            bit, width = kind.get("bit_position", 0), kind.get("bit_length", 0)
            size = self.size(kind)
            rows.append((field["offset"], bit, (size > 0, -size), width > 0, -width, member, kind))
        for offset, bit, _, _, width, member, kind in sorted(rows, key=lambda row: row[:6]):
            bits = ".%d+%d" % (bit, -width) if width else ""
            yield "%s%d%s %s: %s" % ("    " * depth, offset, bits, member, self.text(kind, depth))

    def print(self):
        for name in sorted(self.enums, key=self.enum_names.get):
            base = self.base(self.enums[name]["base"]).split(":")[1]
            print("enum %s:%s" % (self.enum_names[name], base))
            for value, key in self.values(name):
                print("    %d %s" % (value, key))
        for name, record in sorted(self.records.items()):
            if not NO_NAME.fullmatch(name):
                print("%s %s:%d" % (record["kind"], name, record["size"]))
                for line in self.members(name, 1):
                    print(line)


def main():
    data = json.load(lzma.open(sys.argv[1]))
    pdb = data["metadata"]["windows"]["pdb"]
    print("%s %s-%d %s" % (sys.argv[1], pdb["GUID"], pdb["age"], {34404: "x64"}[pdb["machine_type"]]))
    Dump(data).print()


main()
