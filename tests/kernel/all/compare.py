#!/usr/bin/env python3
"""compare.py [--spoil] STRATA DIRECTORY [VERSION=]KERNEL...

Imports kernels, files of Volatility, each alone and all together, and compares
what `strata dump` says of the specs with what the files say: each structure,
union and enumeration of each kernel, in its version, and that there are no
others. Nothing here knows how the import is done but what its names become.
All together must be the same bytes whatever the order of the files, and the
same layouts as a spec a structure. One is folded into the others, too.

With --spoil one thing in what was read of the first kernel is made wrong at a
time, and the comparison must find it.

Specs are written to DIRECTORY. Prints a line for each difference, and
"N compared, N differ" last. Exit status: 0 all agree, 1 some differ, 2 a file
or strata cannot be used.
"""

import copy
import functools
import gzip
import json
import lzma
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "documents"))
from compare import span_of, within  # pylint: disable=wrong-import-position

ROOT = os.getcwd()
SHOWN = 20
ARCHES = {34404: "x64", 332: "x86", 43620: "arm64"}
BASES = {"unsigned char": "UCHAR", "char": "CHAR", "unsigned short": "USHORT", "short": "SHORT", "wchar": "WCHAR",
         "unsigned long": "ULONG", "long": "LONG", "unsigned int": "UINT", "int": "INT", "double": "DOUBLE",
         "unsigned long long": "ULONGLONG", "long long": "LONGLONG", "f32": "FLOAT", "void": "VOID"}
# Enumerations are of the type that has their size and sign, whatever the file calls it.
ENUM_TYPES = {"UCHAR": (1, False), "CHAR": (1, True), "USHORT": (2, False), "SHORT": (2, True), "ULONG": (4, False),
              "LONG": (4, True), "ULONGLONG": (8, False), "LONGLONG": (8, True)}
NO_NAME = re.compile(r"(.*::)?(__(unnamed|anonymous)(_[0-9a-f]+)?|<unnamed-[^:]*>)", re.S)
MENDED = re.compile(r"_u00([0-9A-F]{2})_")
TYPE = re.compile(r"(?P<name>[^ *]+) ?(?P<stars>\**)(?P<call>\(\*\)\(\))?")


@functools.lru_cache(None)
def named_as(name):
    """Returns the name that a name of a spec stands for."""
    return MENDED.sub(lambda found: chr(int(found[1], 16)), name).encode("latin-1").decode("utf-8")


class Record:
    """members: {name: (offset, bytes, elements, bit, width, stars, what)}."""

    def __init__(self, kind, size, members):
        self.kind, self.size, self.members = kind, size, members

    def __eq__(self, other):
        return (isinstance(other, Record) and
                (self.kind, self.size, self.members) == (other.kind, other.size, other.members))

    def __repr__(self):
        return f"{self.kind} of {self.size}: {self.members}"


# ---- What a file says

class Kernel:
    """records: {tag: Record}; enums: {tag: (bytes, whether it is signed, {name: value})}."""

    def __init__(self, argument):
        version, _, self.path = argument.rpartition("=")
        self.version = version or re.search(r"-(\d+\.\d+\.\d+\.\d+)\.json", self.path)[1]
        self.key = span_of(self.version)[0]
        opener = {".xz": lzma.open, ".gz": gzip.open}.get(os.path.splitext(self.path)[1], open)
        with opener(self.path, "rb") as file:
            data = json.load(file)
        self.arch = ARCHES[data["metadata"]["windows"]["pdb"]["machine_type"]]
        self.bases, self.types = {"void": {"size": 0}, **data["base_types"]}, data["user_types"]
        self.values = {name: self.read_enum(enum) for name, enum in data["enums"].items()}
        self.tags = {name for name in [*self.types, *self.values] if not NO_NAME.fullmatch(name)}
        self.records = {name: self.record(name) for name in self.types if name in self.tags}
        self.enums = {name: values for name, values in self.values.items() if name in self.tags}
        self.unnamed = [values for name, values in self.values.items() if name not in self.tags]
        del self.types

    def read_enum(self, enum):
        """(bytes, whether it is signed, its values as such a type has them)."""
        base = self.bases[enum["base"]]
        whole = 1 << 8 * base["size"]
        least = -(whole // 2) if base["signed"] else 0
        return base["size"], base["signed"], {name: (value - least) % whole + least
                                              for name, value in enum["constants"].items()}

    def record(self, name):
        kind = self.types[name]["kind"].replace("class", "struct")
        return Record(kind, self.types[name]["size"], dict(self.members(name, 0)))

    def members(self, name, base):
        for member, field in self.types[name]["fields"].items():
            offset, kind = base + field["offset"], field["type"]
            if field.get("anonymous"):
                yield from self.members(kind["name"], offset)
                continue
            bit = width = None
            if kind["kind"] == "bitfield":
                bit, width, kind = kind["bit_position"], kind["bit_length"], kind["type"]
            yield member, (offset, self.size(kind), self.count(kind), bit, width, *self.meaning(kind))

    @staticmethod
    def count(kind):
        count = None
        while kind["kind"] == "array":
            count, kind = (1 if count is None else count) * kind["count"], kind["subtype"]
        return count

    def size(self, kind):
        if kind["kind"] == "array":
            size = self.size(kind["subtype"])
            return size and size * kind["count"]
        if kind["kind"] == "enum":
            return self.values[kind["name"]][0]
        if kind["kind"] in ("base", "pointer"):
            return self.bases[kind["name"] if kind["kind"] == "base" else kind.get("base", "pointer")]["size"]
        return self.types[kind["name"]]["size"] if kind["name"] in self.types else None

    def meaning(self, kind):
        """(stars, what they lead to): a base type, a tag, or what has no name as it is."""
        stars = 0
        while kind["kind"] in ("array", "pointer"):
            if kind["kind"] == "pointer" and self.size(kind) != self.bases["pointer"]["size"]:
                return 0, ("base", kind["base"])
            stars, kind = stars + (kind["kind"] == "pointer"), kind["subtype"]
        if kind["kind"] == "function":
            return stars - 1, ("function",)
        if kind["kind"] == "base":
            return stars, ("base", kind["name"])
        if not NO_NAME.fullmatch(kind["name"]):
            self.tags.add(kind["name"])     # of one that the file does not have, too
            return stars, ("tag", kind["name"])
        return stars, (self.values[kind["name"]] if kind["kind"] == "enum" else self.record(kind["name"]))


# ---- What a spec says

class Spec:
    """A dump, of specs that were made of kernels."""

    def __init__(self, dump, kernels):
        self.dump = dump
        self.bases, self.names, self.kinds = {}, {}, {}
        places = {}
        for kernel in kernels:
            for name, base in kernel.bases.items():
                self.bases[BASES.get(name, f"{name}_{8 * base['size']}")] = name
                self.bases[name] = name
            for tag in kernel.tags:
                places.setdefault(tag.lstrip("_"), set()).add(tag)
            for tag, record in kernel.records.items():
                # What is both, in one kernel and another, is a structure whose members share bytes.
                self.kinds[tag] = record.kind if self.kinds.get(tag, record.kind) == record.kind else "struct"
        for place, tags in places.items():
            # Where several differ in leading underscores alone, the one with the fewest has none.
            first, *others = sorted(tags, key=len)
            self.names.update({place: first, **{tag: tag for tag in others}})

    def at(self, kernel):
        return Moment(self, kernel)


class Moment:
    """A spec in one version on one arch."""

    def __init__(self, spec, kernel):
        self.spec, self.used = spec, set()
        self.layouts = {struct["name"]: (struct["kind"], layout) for struct in spec.dump["structs"]
                        for layout in struct["layouts"] if within(layout, kernel.key, kernel.arch)}
        self.values = {}
        for enum in spec.dump["enums"]:
            values = {named_as(value["name"]): value["value"] for value in enum["values"]
                      if within(value, kernel.key, kernel.arch)}
            if values:
                self.values[enum["name"]] = *ENUM_TYPES[enum["type"]], values

    def tag(self, name):
        return self.spec.names.get(named_as(name))

    def record(self, name):
        self.used.add(name)
        kind, layout = self.layouts[name]
        return Record(kind, layout["size"], dict(self.members(layout["members"])))

    def members(self, members):
        for member in members:
            if member["name"] is None:
                if "members" not in member:
                    continue    # bytes of which nothing is known
                yield from self.members(member["members"])
                continue
            count = 0 if member.get("count") == "rest" else member.get("count")
            yield named_as(member["name"]), (member["offset"], member["size"], count, member.get("bit"), member.get("width"),
                                             *self.meaning(member["type"]))

    def meaning(self, text):
        found = TYPE.fullmatch(text)
        name, stars = found["name"], len(found["stars"])
        if found["call"]:
            return stars, ("function",)
        tag = self.tag(name)
        if tag:
            return stars, ("tag", tag)
        if name in self.layouts:
            return stars, self.record(name)
        if name in self.values:
            self.used.add(name)
            return stars, self.values[name]
        return stars, ("base", self.spec.bases.get(named_as(name), name))


# ---- The comparison

def contents(enums):
    return {(size, is_signed, frozenset(values.items())) for size, is_signed, values in enums}


# A member that is an int in some kernel is one in all of them, where others call it a long: folding joins such rows.
JOINED = [(("base", "unsigned int"), ("base", "unsigned long")), (("base", "int"), ("base", "long"))]


def as_joined(ours, theirs):
    """A member of the spec, with the type that the file has, if folding may have joined it with one of the other."""
    is_joined = ours and theirs and any(ours[-1] == one and theirs[-1] == other for one, other in JOINED)
    return type(ours)([*ours[:-1], theirs[-1]]) if is_joined else ours


class Comparison:
    """Counts, and prints what differs unless it is to be silent."""

    def __init__(self, is_silent=False):
        self.compared = self.differ = 0
        self.is_silent = is_silent

    def check(self, what, ours, theirs):
        self.compared += 1
        if ours != theirs:
            self.differ += 1
            if not self.is_silent and self.differ <= SHOWN:
                print(f"{what}: the spec has {ours}, the file {theirs}")

    def kernel(self, label, moment, kernel):
        """Each record and enumeration that either has."""
        for mine, theirs, other in ((moment.layouts, kernel.records, kernel.enums),
                                    (moment.values, kernel.enums, kernel.records)):
            ours = {moment.tag(name): name for name in mine if moment.tag(name) and moment.tag(name) not in other}
            # Tags that differ in leading underscores are one, unless some kernel has both.
            for tag in ours.keys() - theirs.keys():
                if f"_{tag}" in theirs and f"_{tag}" not in ours:
                    theirs = {**theirs, tag: theirs[f"_{tag}"]}
                    del theirs[f"_{tag}"]
            self.check(f"{label}: tags", sorted(ours.keys() - theirs.keys()), sorted(theirs.keys() - ours.keys()))
            for tag in sorted(ours.keys() & theirs.keys()):
                if other is kernel.records:
                    self.check(f"{label}: enum {tag}", mine[ours[tag]], theirs[tag])
                else:
                    self.record(f"{label}: {tag}", moment.record(ours[tag]), theirs[tag], moment.spec.kinds[tag])
        nameless = [values for name, values in moment.values.items() if not moment.tag(name)]
        self.check(f"{label}: enumerations without a name", contents(nameless), contents(kernel.unnamed))
        rest = [name for name in moment.layouts if not moment.tag(name) and name not in moment.used]
        self.check(f"{label}: what no file has", rest, [])

    def record(self, label, ours, theirs, kind):
        self.check(f"{label}: kind and size", (ours.kind, ours.size), (kind, theirs.size))
        for member in sorted(ours.members.keys() | theirs.members.keys()):
            known = theirs.members.get(member)
            self.check(f"{label}.{member}", as_joined(ours.members.get(member), known), known)


# ---- What must be found

def spoil_member(change):
    """Changes the last member of the first record of several for which there is something to change."""
    def spoil(kernel):
        for record in kernel.records.values():
            for name, member in reversed(record.members.items()):
                changed = change(list(member))
                if changed:
                    record.members[name] = tuple(changed)
                    return
        raise ValueError("there is no such member")
    return spoil


def moved(place, by=1):
    def change(member):
        if member[place] is not None:
            return member[:place] + [member[place] + by] + member[place + 1:]
        return None
    return change


def spoil_size(kernel):
    next(iter(kernel.records.values())).size += 1


def spoil_value(kernel):
    values = next(iter(kernel.enums.values()))[2]
    values[next(iter(values))] += 1


def lose_member(kernel):
    next(iter(kernel.records.values())).members.popitem()


def lose_record(kernel):
    kernel.records.popitem()


def lose_enum(kernel):
    kernel.enums.popitem()


def lose_unnamed(kernel):
    kernel.unnamed.clear()


def add_record(kernel):
    kernel.records["_NOBODY"] = Record("struct", 1, {})


SPOILERS = {
    "an offset": spoil_member(moved(0)), "the size of a member": spoil_member(moved(1)),
    "a count": spoil_member(moved(2)), "a bit": spoil_member(moved(3)), "a width": spoil_member(moved(4)),
    "a pointer": spoil_member(moved(5)),
    "a type": spoil_member(lambda member: member[:6] + [("base", "other")]),
    "what has no name": spoil_member(
        lambda member: isinstance(member[6], Record) and member[:6] + [Record("struct", member[6].size + 1, {})]),
    "a size": spoil_size, "a value": spoil_value, "a lost member": lose_member,
    "a lost record": lose_record, "a lost enumeration": lose_enum, "lost enumerations without a name": lose_unnamed,
    "a new record": add_record}


def check_spoiled(comparison, spec, kernel):
    for what, spoil in SPOILERS.items():
        spoiled, found = copy.deepcopy(kernel), Comparison(is_silent=True)
        spoil(spoiled)
        found.kernel("", spec.at(spoiled), spoiled)
        comparison.check(f"{kernel.path} with {what} made wrong", found.differ > 0, True)


# ---- Running strata

class Strata:
    """The binary, in a directory in which there are the specs that imports use."""

    def __init__(self, binary, directory):
        self.binary, self.directory = binary, directory
        os.symlink(os.path.join(ROOT, "specs"), os.path.join(directory, "specs"))

    def run(self, *arguments):
        done = subprocess.run([self.binary, *arguments], cwd=self.directory, stdout=subprocess.PIPE, check=False)
        if done.returncode:
            raise ValueError(f"strata {' '.join(arguments)}: exit status {done.returncode}")
        return done.stdout

    def import_isf(self, kernels, *options):
        files = [word for kernel in kernels for word in ("--version", kernel.version, os.path.join(ROOT, kernel.path))]
        return self.run("import", "isf", *options, *files)

    def spec(self, kernels, text):
        with open(os.path.join(self.directory, "spec.strata"), "wb") as file:
            file.write(text)
        return Spec(json.loads(self.run("dump", "spec.strata")), kernels)


def check_into(comparison, strata, kernels):
    """Kernels, another one folded into their specs, and one of them once more."""
    strata.import_isf(kernels[1:], "-o", "into")
    for kernel in kernels[:2]:
        strata.import_isf([kernel], "--into", "into")
    spec = Spec(json.loads(strata.run("dump", "into")), kernels)
    for kernel in kernels[:3]:
        comparison.kernel(f"{kernel.version} by --into", spec.at(kernel), kernel)


def unplaced(dump, one):
    """A structure or an enumeration of a dump, without the file that it is in and with its evidence."""
    on = [{**arch, "evidence": dump["evidence"][arch["evidence"]]} for arch in one.get("on", [])]
    return {**one, "file": None, "on": on}


def main():
    comparison = Comparison()
    try:
        spoil = sys.argv[1:2] == ["--spoil"]
        binary, directory, *files = sys.argv[1 + spoil:]
        strata, kernels = Strata(binary, directory), [Kernel(file) for file in files]
        for kernel in kernels:
            spec = strata.spec([kernel], strata.import_isf([kernel]))
            comparison.kernel(f"{kernel.version} alone", spec.at(kernel), kernel)
        text = strata.import_isf(kernels)
        shuffled = random.Random(len(kernels)).sample(kernels, len(kernels))
        comparison.check("the spec, in another order", strata.import_isf(shuffled) == text, True)
        spec = strata.spec(kernels, text)
        for kernel in kernels:
            comparison.kernel(kernel.version, spec.at(kernel), kernel)
        strata.import_isf(kernels, "-o", "files")
        files = json.loads(strata.run("dump", "files"))
        for kind in ("structs", "enums"):
            comparison.check(f"{kind} of a spec each", *({one["name"]: unplaced(dump, one) for one in dump[kind]}
                                                         for dump in (files, spec.dump)))
        if len(kernels) > 1:
            check_into(comparison, strata, kernels)
        if spoil:
            check_spoiled(comparison, spec, kernels[0])
    except (OSError, ValueError, KeyError, TypeError, StopIteration) as error:
        print(f"compare.py: {error!r}")
        return 2
    print(f"{comparison.compared} compared, {comparison.differ} differ")
    return 1 if comparison.differ else 0


if __name__ == "__main__":
    sys.exit(main())
