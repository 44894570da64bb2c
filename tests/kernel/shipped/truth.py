#!/usr/bin/env python3
"""truth.py DUMP.json KERNEL...

Compares every placement of kernels, symbol files of Volatility, with what
`strata dump` says of the shipped specs: the size of each structure and union,
and offset, size, count, bit, width and type of each member; the values of each
enumeration. A structure that an older spec than those of the kernels declares
has types of its own names; only its placements are compared. Types are the
same if they differ in const, volatile, the parameters of a function, or as int
and long do: one row serves kernels whose files tell more and less of these.

Prints a line for each difference, and "N compared, N differ" last. Exit
status: 0 all agree, 1 some differ, 2 a file cannot be used.
"""

import importlib.util
import json
import multiprocessing
import os
import re
import sys

# Another module is called compare, too, which this one imports.
LOADER = importlib.util.spec_from_file_location(
    "kernels", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "all", "compare.py"))
kernels = importlib.util.module_from_spec(LOADER)
LOADER.loader.exec_module(kernels)
from compare import FOREVER  # pylint: disable=wrong-import-position
BASES, ENUM_TYPES = kernels.BASES, kernels.ENUM_TYPES
Kernel, Record, named_as, span_of = kernels.Kernel, kernels.Record, kernels.named_as, kernels.span_of

SHOWN, SHOWN_MOST = 20, 500
# Base types of nt/types.strata, which the kernels declare as unions of their halves.
WHOLE = {"_LARGE_INTEGER": 8, "_ULARGE_INTEGER": 8}
LONGS = {("base", "int"): ("base", "long"), ("base", "unsigned int"): ("base", "unsigned long")}
FUNCTION, QUALIFIER = re.compile(r"\((\*+)\)\("), re.compile(r" ?\b(const|volatile)\b ?")


def spec_name(names, tag):
    """The name that specs give to a tag: without its underscores, unless they declare it with them."""
    return tag if tag in names else tag.lstrip("_")


class Spec:
    """The layouts of a dump, with the versions of each as numbers."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            dump = json.load(file)
        self.layouts = {named_as(struct["name"]): [(*self.versions(layout), layout) for layout in struct["layouts"]]
                        for struct in dump["structs"]}
        self.is_own = {named_as(struct["name"]): struct["file"].startswith("ntoskrnl/") for struct in dump["structs"]}
        self.enums = {named_as(enum["name"]): (ENUM_TYPES.get(enum["type"]),
                                               [(*self.versions(value), value) for value in enum["values"]])
                      for enum in dump["enums"]}
        self.known = {}

    @staticmethod
    def versions(entry):
        return (span_of(entry["from"])[0] if entry.get("from") else (0, 0, 0, 0),
                span_of(entry["to"])[1] if entry.get("to") else FOREVER, entry["arch"])

    def layout(self, name, kernel):
        for first, end, arch, layout in self.layouts.get(name, ()):
            if arch == kernel.arch and first <= kernel.key < end:
                return layout
        return None

    def values(self, name, kernel):
        kind, values = self.enums.get(name, (None, ()))
        return kind, {named_as(value["name"]): value["value"] for first, end, arch, value in values
                      if arch == kernel.arch and first <= kernel.key < end}


class Moment:
    """A spec in the version of a kernel."""

    def __init__(self, spec, kernel):
        self.spec, self.kernel = spec, kernel
        self.tags = {spec_name(spec.layouts.keys() | spec.enums.keys(), tag): tag for tag in kernel.tags}
        self.bases = {BASES.get(name, f"{name}_{8 * base['size']}"): name for name, base in kernel.bases.items()}

    def members(self, members, is_own):
        for member in members:
            if member["name"] is None:
                yield from self.members(member.get("members", ()), is_own)
                continue
            count = 0 if member.get("count") == "rest" else member.get("count")
            place = member["offset"], member["size"], count, member.get("bit"), member.get("width")
            yield named_as(member["name"]), place + (self.meaning(member["type"]) if is_own else ())

    def record(self, name):
        layout = self.spec.layout(name, self.kernel)
        return layout and Record(None, layout["size"], dict(self.members(layout["members"], self.spec.is_own[name])))

    def meaning(self, text):
        called = FUNCTION.search(text)
        if called:
            return len(called[1]) - 1, ("function",)
        plain = QUALIFIER.sub("", text)
        stars, name = plain.count("*"), named_as(plain.rstrip("* "))
        if name in self.tags:
            return stars, ("tag", self.tags[name])
        if name in self.spec.layouts:
            return stars, self.record(name)
        kind, values = self.spec.values(name, self.kernel)
        return stars, ((*kind, values) if values else ("base", self.bases.get(name, name)))


def placed(record, is_own):
    """The members of a kernel's structure as they are compared."""
    return {name: member if is_own else member[:5] for name, member in record.members.items()}


def unkind(what):
    """The same without the kinds of structures that have no name, and with long for int."""
    if isinstance(what, Record):
        return (what.size, {name: (*member[:6], unkind(member[6])) for name, member in what.members.items()})
    return LONGS.get(what, what) if isinstance(what, tuple) and len(what) == 2 else what


def compare(argument):
    """(number of comparisons, differences, names of the spec that this kernel has, and all that exist in its version)."""
    kernel = Kernel(argument)
    moment, compared, found = Moment(SPEC, kernel), 0, []

    def check(what, ours, theirs):
        nonlocal compared
        compared += 1
        if ours != theirs:
            found.append(f"{what} in {kernel.version}: the specs have {ours}, the kernel {theirs}")

    for tag, record in kernel.records.items():
        name = spec_name(SPEC.layouts, tag)
        ours = moment.record(name)
        if tag in WHOLE:
            check(tag, WHOLE[tag], record.size)
            continue
        if ours is None:
            check(tag, None, record.size)
            continue
        is_own = SPEC.is_own[name]
        theirs = placed(record, is_own)
        check(tag, ours.size, record.size)
        for member in sorted(ours.members.keys() | theirs.keys()):
            left, right = ours.members.get(member), theirs.get(member)
            if is_own and left and right:
                left, right = (*left[:6], unkind(left[6])), (*right[:6], unkind(right[6]))
            check(f"{tag}.{member}", left, right)
    for tag, (size, is_signed, values) in kernel.enums.items():
        kind, ours = SPEC.values(spec_name(SPEC.enums, tag), kernel)
        check(f"enum {tag}", ours, values)
        if kind and kind[0] != size:
            check(f"enum {tag}", kind, (size, is_signed))
    here = {name for name in SPEC.layouts if SPEC.is_own[name] and SPEC.layout(name, kernel)}
    return compared, found, set(moment.tags), here, kernel.version


def main():
    global SPEC  # pylint: disable=global-variable-undefined
    try:
        SPEC = Spec(sys.argv[1])
        with multiprocessing.Pool() as pool:
            results = list(pool.imap_unordered(compare, sys.argv[2:]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"truth.py: {error!r}")
        return 2
    named = set().union(*(tags for _, _, tags, _, _ in results))
    compared, found = 0, []
    for count, differences, tags, here, version in sorted(results, key=lambda result: span_of(result[4])):
        compared += count + len(here)
        found += differences
        found += [f"{name} in {version}: no kernel has it" for name in sorted((here & named) - tags)]
    for text in found[:SHOWN]:
        print(text[:SHOWN_MOST])
    print(f"{compared} compared, {len(found)} differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
