#!/usr/bin/env python3
"""kernels.py DUMP.json KERNEL.json.xz...

Compares what `strata dump` resolved with the type information of kernels for
x64, as Volatility's symbol tables have it: each structure and enum that both
know, in the kernel's own version, which its file is named after.

Prints a line for each difference, and "N compared, N differ" last. Exit
status: 0 all agree, 1 some differ, 2 a file cannot be used.
"""

import json
import lzma
import os
import re
import sys

from compare import FOREVER, NAMES

# Nobody's mistake: the specs say why.
KNOWN = {
    # Other rows of the structure need the queue as it was up to 6.3.
    "ETW_BUFFER_QUEUE",
}
RENAMED = {"RTL_TIME_ZONE_INFORMATION": "TIME_ZONE_INFORMATION"}
WORDS = {
    "UCHAR": "unsigned char", "USHORT": "unsigned short", "SHORT": "short",
    "ULONG": "unsigned long", "LONG": "long", "WCHAR": "unsigned short",
    "wchar": "unsigned short",
    "LARGE_INTEGER": "_LARGE_INTEGER", "PVOID": "void *",
    "ULONGLONG": "unsigned long long", "LONGLONG": "long long",
    "ULONG64": "unsigned long long",
    "PERFINFO_TIMESTAMP": "unsigned long long",
}


def word(text):
    """A kernel's or a dump's name of a type, comparable."""
    text = text.removeprefix("volatile ")
    base = text.rstrip("* ")
    stars = text.count("*")
    base = WORDS.get(base, base)
    if base.endswith("*"):
        base, stars = base.rstrip("* "), stars + 1
    base = base.lstrip("_")
    return (RENAMED.get(base, base) + " " + "*" * stars).strip()


def kernel_type(kernel, kind):
    """(word, bytes, elements or None) of a type of a kernel."""
    if kind["kind"] == "array":
        name, size, _ = kernel_type(kernel, kind["subtype"])
        return name, size * kind["count"], kind["count"]
    if kind["kind"] == "pointer":
        name, _, _ = kernel_type(kernel, kind["subtype"])
        return (name + "*" if "*" in name else name + " *"), 8, None
    if kind["kind"] == "base":
        size = kernel["base_types"][kind["name"]]["size"]
        return word(kind["name"]), size, None
    if kind["kind"] == "enum":
        return word(kind["name"]), kernel["enums"][kind["name"]]["size"], None
    return word(kind["name"]), kernel["user_types"][kind["name"]]["size"], None


def kernel_members(kernel, name):
    """{name: (offset, bytes, elements, bit, width, word)}."""
    members = {}
    for member, field in kernel["user_types"][name]["fields"].items():
        kind, bits = field["type"], (None, None)
        if kind["kind"] == "bitfield":
            bits = kind["bit_position"], kind["bit_length"]
            kind = kind["type"]
        text, size, count = kernel_type(kernel, kind)
        if "unnamed" in text or "anonymous" in text:
            text = "struct"
        members[member] = (field["offset"], size, count, *bits, text)
    return members


def dump_members(members, base=0):
    """The same of a layout of the dump; anonymous aggregates looked through."""
    found = {}
    for member in members:
        offset = base + member["offset"]
        if member["name"] is None:
            found.update(dump_members(member.get("members", []), offset))
            continue
        count = 1 if member.get("count") == "rest" else member.get("count")
        found[member["name"]] = (
            offset, member["size"], count, member.get("bit"),
            member.get("width"),
            "struct" if "." in member["type"]
            else word(re.sub(r"\[.*", "", member["type"]).strip()))
    return found


def holds(row, version):
    """True if the version is among those of a layout or a value."""
    def edge(text, which, other):
        if text is None:
            return other
        if text in NAMES:
            return NAMES[text][which]
        parts = tuple(map(int, text.split(".")))
        return parts + (0,) * (4 - len(parts))
    return edge(row["from"], 0, None) <= version < edge(row["to"], 1, FOREVER)


class Comparison:
    """Counts, and prints what differs."""

    def __init__(self):
        self.compared = self.differ = 0

    def check(self, what, ours, theirs):
        self.compared += 1
        if ours != theirs:
            self.differ += 1
            print(f"{what}: the specs have {ours}, the kernel {theirs}")

    def struct(self, label, layout, kernel, name):
        self.check(f"{label}: size", layout["size"],
                   kernel["user_types"][name]["size"])
        ours, theirs = (dump_members(layout["members"]),
                        kernel_members(kernel, name))
        for member in sorted(set(ours) | set(theirs)):
            self.check(f"{label}.{member}", ours.get(member),
                       theirs.get(member))

    def kernel(self, dump, kernel, version):
        where = ".".join(map(str, version))
        for struct in dump["structs"]:
            name = "_" + struct["name"]
            if name not in kernel["user_types"] or struct["name"] in KNOWN:
                continue
            for layout in struct["layouts"]:
                if layout["arch"] == "x64" and holds(layout, version):
                    self.struct(f"{struct['name']} in {where}", layout,
                                kernel, name)
        for enum in dump["enums"]:
            theirs = kernel["enums"].get("_" + enum["name"])
            if not theirs:
                continue
            ours = {value["name"]: value["value"] for value in enum["values"]
                    if value["arch"] == "x64" and holds(value, version)}
            self.check(f"{enum['name']} in {where}", ours,
                       theirs["constants"])


def main():
    comparison = Comparison()
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            dump = json.load(file)
        for path in sys.argv[2:]:
            version = re.search(r"-(\d+\.\d+\.\d+\.\d+)\.json",
                                os.path.basename(path))[1]
            with lzma.open(path) as file:
                comparison.kernel(dump, json.load(file),
                                  tuple(map(int, version.split("."))))
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"kernels.py: {error!r}")
        return 2
    print(f"{comparison.compared} compared, {comparison.differ} differ")
    return 1 if comparison.differ else 0


if __name__ == "__main__":
    sys.exit(main())
