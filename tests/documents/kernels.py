#!/usr/bin/env python3
"""kernels.py DUMP.json KERNEL.json.xz... [VERSION/ARCH=KERNEL.json.xz...]

Compares what `strata dump` resolved with the type information of kernels, as
Volatility's symbol tables have it: each structure and enum that both know, in
the kernel's own version. Without VERSION/ARCH a file is named after its
version, and of x64. Structures that are partial may lack members.

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
KNOWN_X86 = {
    # The ntdll of x64 systems for 32-bit programs has sets of processors of all groups, 32-bit kernels of one.
    "KAFFINITY_EX",
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
    "DOUBLE": "double", "CHAR": "char", "UINT": "unsigned int",
    "VOID": "void",
}
# Integers with the size of a pointer.
POINTER_SIZED = {
    "ULONG_PTR": {4: "unsigned long", 8: "unsigned long long"},
    "LONG_PTR": {4: "long", 8: "long long"},
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


def pointer_size(kernel):
    """The bytes of a pointer in a kernel."""
    return kernel["base_types"]["pointer"]["size"]


def kernel_type(kernel, kind):
    """(word, bytes, elements or None) of a type of a kernel."""
    if kind["kind"] == "array":
        name, size, _ = kernel_type(kernel, kind["subtype"])
        return name, size * kind["count"], kind["count"]
    if kind["kind"] == "pointer":
        if kind["subtype"]["kind"] == "function":
            return "function", pointer_size(kernel), None
        name, _, _ = kernel_type(kernel, kind["subtype"])
        return ((name + "*" if "*" in name else name + " *"),
                pointer_size(kernel), None)
    if kind["kind"] == "base":
        size = kernel["base_types"][kind["name"]]["size"]
        return word(kind["name"]), size, None
    if kind["kind"] == "enum":
        return word(kind["name"]), kernel["enums"][kind["name"]]["size"], None
    record = kernel["user_types"].get(kind["name"])
    return word(kind["name"]), record["size"] if record else 0, None


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


def dump_word(member):
    """The word of a member's type in a dump."""
    if member.get("function"):
        return "function"
    if "." in member["type"]:
        return "struct"
    text = re.sub(r"\[.*", "", member["type"]).strip()
    name = text.rstrip("* ")
    if name in POINTER_SIZED:
        size = member["size"] // (member.get("count") or 1)
        text = text.replace(name, POINTER_SIZED[name][size])
    return word(text)


def dump_members(members):
    """The same of a layout of the dump; anonymous aggregates looked through."""
    found = {}
    for member in members:
        if member["name"] is None:
            found.update(dump_members(member.get("members", [])))
            continue
        count = 1 if member.get("count") == "rest" else member.get("count")
        found[member["name"]] = (
            member["offset"], member["size"], count, member.get("bit"),
            member.get("width"), dump_word(member))
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

    def struct(self, label, layout, kernel, name, is_partial):
        self.check(f"{label}: size", layout["size"],
                   kernel["user_types"][name]["size"])
        ours, theirs = (dump_members(layout["members"]),
                        kernel_members(kernel, name))
        for member in sorted(set(ours) | (set() if is_partial else set(theirs))):
            self.check(f"{label}.{member}", ours.get(member),
                       theirs.get(member))

    def kernel(self, dump, kernel, version, arch):
        where = f"{'.'.join(map(str, version))}/{arch}"
        for struct in dump["structs"]:
            name = "_" + struct["name"]
            if name not in kernel["user_types"] or (
                    arch == "x86" and struct["name"] in KNOWN_X86):
                continue
            for layout in struct["layouts"]:
                if layout["arch"] == arch and holds(layout, version):
                    self.struct(f"{struct['name']} in {where}", layout,
                                kernel, name, struct.get("partial"))
        for kind in dump["types"]:
            record = (kernel["user_types"].get("_" + kind["name"])
                      or kernel["enums"].get("_" + kind["name"]))
            for row in kind["on"] if kind["kind"] == "opaque" else []:
                if (record and row.get("size") and row["arch"] == arch
                        and holds(row, version)):
                    self.check(f"{kind['name']} in {where}: size",
                               row["size"], record["size"])
        for enum in dump["enums"]:
            theirs = (kernel["enums"].get("_" + enum["name"])
                      or kernel["enums"].get(enum["name"]))
            ours = {value["name"]: value["value"] for value in enum["values"]
                    if value["arch"] == arch and holds(value, version)}
            if not theirs or not ours:
                continue
            self.check(f"{enum['name']} in {where}", ours,
                       theirs["constants"])


def main():
    comparison = Comparison()
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            dump = json.load(file)
        for path in sys.argv[2:]:
            given = re.match(r"([\d.]+)/(\w+)=(.*)", path)
            version, arch, path = given.groups() if given else (
                re.search(r"-(\d+\.\d+\.\d+\.\d+)\.json",
                          os.path.basename(path))[1], "x64", path)
            with lzma.open(path) as file:
                comparison.kernel(dump, json.load(file),
                                  tuple(map(int, version.split("."))), arch)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"kernels.py: {error!r}")
        return 2
    print(f"{comparison.compared} compared, {comparison.differ} differ")
    return 1 if comparison.differ else 0


if __name__ == "__main__":
    sys.exit(main())
