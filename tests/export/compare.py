#!/usr/bin/env python3
"""compare.py [--each N] STRATA SCRATCH SPEC...: `strata export c` against `strata dump`.

For each architecture, and for each version in which some layout begins, the
header of all structures is compiled by each compiler of compilers.tsv, without
a warning.  pahole reads the debugging information of gcc: it must say of each
structure and member what the dump says.  With --each N, compilers other than
gcc take turns: each takes every N-th header, with 0 none.  gcc also compiles the header for
dissect.cstruct, which never aligns, with -fpack-struct.  The last line is "N
compared, N differ".
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
MEMBER = re.compile(r"^\s+(?:.*?[\s*])(\w+)((?:\[\d*\])*)(?:\s*:\s*(\d+))?(?:\s*__attribute__\(\(.*?\)\))*;"
                    r"\s*/\*\s*(\d+)(?::\s*(\d+))?\s+(\d+)\s*\*/")
# Members that C cannot declare, and what the dump must say of them.
OMITTED = {
    "its offset is not known": lambda member, struct: member["offset"] is None,
    "its size is not known": lambda member, struct: member["size"] is None,
    "its bits are not known": lambda member, struct: member.get("bit", 0) is None,
    "it has no bytes": lambda member, struct: member["size"] == 0 or member.get("count") == 0,
    "another declaration of the member is above":
        lambda member, struct: member.get("repeated"),
    "it is not within what holds it": lambda member, struct: struct["size"] is not None or member["is_outside"],
    "the size of its structure is not known": lambda member, struct: member.get("of"),
    "its bits are not in a storage unit of C":
        lambda member, struct: member["bit"] + member["width"] > 8 * member["size"],
}


def number(version):
    return tuple(int(part) for part in version.split("."))


def c_name(name):
    return re.sub(r"\W", "_", name)


class Target:
    """The layouts of a dump in one version on one architecture."""

    def __init__(self, dump, arch, version):
        self.name = "%s/%s" % (version, arch["name"])
        self.structs = {}
        self.pointer = arch["pointer"]
        for struct in dump["structs"]:
            presence = next((on for on in struct["on"] if on["arch"] == arch["name"]), None)
            for layout in struct["layouts"] if presence else ():
                is_past = layout["end"] is not None and number(layout["end"]) <= number(version)
                is_of_arch = layout["arch"] == presence.get("as", arch["name"])
                if is_of_arch and number(layout["begin"]) <= number(version) and not is_past:
                    self.structs[struct["name"]] = layout


def targets(dump):
    """Yields the targets in which some layout begins."""
    for arch in dump["arches"]:
        if not any("as" not in on and on["arch"] == arch["name"] for struct in dump["structs"] for on in struct["on"]):
            continue
        begins = {layout["begin"] for struct in dump["structs"] for layout in struct["layouts"]
                  if layout["arch"] == arch["name"]}
        for begin in sorted(begins, key=number):
            yield Target(dump, arch, begin)


def members(found, begin=0, end=None):
    """Yields the named members, with their offsets from the structure. A member may lie outside of the unnamed
    aggregates around it, which begin and end there."""
    for member in found:
        offset = member["offset"]
        past = None if offset is None or member["size"] is None else offset + member["size"]
        if member["name"] is not None:
            is_outside = offset is not None and offset < begin or None not in (past, end) and past > end
            yield {**member, "is_outside": is_outside}
            continue
        ends = [place for place in (past, end) if place is not None]
        yield from members(member.get("members", ()), max(begin, offset or 0), min(ends) if ends else None)


def described(text):
    """What pahole says: {tag: (size, {member: (bit, bits)})}."""
    found, tag = {}, None
    for line in text.split("\n"):
        begin = re.match(r"(?:struct|union) (\w+) \{$", line)
        if begin:
            tag, held, size = begin[1], {}, None
        elif tag and re.match(r"\}", line):
            if size is None:  # a union: one of its members reaches its end
                size = max(bit + bits for bit, bits in held.values()) // 8
            found[tag] = (size, held)
            tag = None
        elif tag and re.match(r"\s+/\* size: (\d+)", line):
            size = int(re.match(r"\s+/\* size: (\d+)", line)[1])
        elif tag and re.match(MEMBER, line):
            name, _, width, offset, bit, size_of = re.match(MEMBER, line).groups()
            assert name not in held, (tag, name)
            held[name] = (8 * int(offset) + int(bit or 0), int(width) if width else 8 * int(size_of))
    return found


def omissions(header):
    """The comments of members that are not there: {tag: {member: reason}}."""
    found, tag = {}, None
    for line in header.split("\n"):
        begin = re.match(r"(?:struct|union) (\w+) \{$", line)
        omission = re.match(r"    /\* not here: (?:0x[0-9A-F]+ )?(\w+) \(.*\): (.*) \*/$", line)
        if begin:
            tag = begin[1]
        elif omission:
            found.setdefault(tag, {})[omission[1]] = omission[2]
    return found


def difference(name, layout, held, omitted):
    """What differs between the dump and pahole; None if nothing does."""
    size, found = held
    if layout["size"] is not None and layout["size"] != size:
        return "%s has %d bytes, not %d" % (name, size, layout["size"])
    for member in members(layout["members"]):
        why = omitted.get(member["name"])
        if why and OMITTED[why](member, layout):
            del omitted[member["name"]]
            continue
        ours = c_name(member["name"])
        ours = ours if ours in found else ours + "_"
        if ours not in found:
            return "%s.%s is missing" % (name, member["name"])
        wanted = (8 * member["offset"] + member.get("bit", 0), member.get("width") or 8 * member["size"])
        if found.pop(ours) != wanted:
            return "%s.%s is elsewhere: %s" % (name, member["name"], wanted)
    more = [left for left in found if not left.startswith(("padding_", "bits_"))]
    return "%s has more: %s %s" % (name, more, omitted) if more or omitted else None


class Comparison:
    """Compares targets, and counts."""

    def __init__(self, strata, scratch):
        self.strata, self.scratch = strata, scratch
        self.compared = self.differ = self.headers = 0
        with open(os.path.join(HERE, "compilers.tsv"), encoding="utf-8") as file:
            self.compilers = [line.rstrip("\n").split("\t") for line in file]

    def check(self, what, why):
        self.compared += 1
        if why:
            self.differ += 1
            print("%s: %s" % (what, why[:2000]))

    def run(self, *command):
        return subprocess.run(command, capture_output=True, text=True, cwd=self.scratch, check=False)

    def compile(self, each):
        """Compiles the header by each compiler, or by those whose turn it is."""
        for i, (name, language, command) in enumerate(self.compilers):
            if i == 0 or each == 0 or (self.headers + i) % each:
                continue
            options = ["-Wall", "-c", "-o", "tcc.o"] if name == "tcc" else [*WARNINGS, "-fsyntax-only"]
            said = self.run(*command.split(), *options, "-x", language, "header.h")
            self.check(name, said.stderr or said.returncode and "status %d" % said.returncode)

    def header(self, spec, target, reader, *flags):
        """Compares the header for a reader, as gcc compiles it with some flags."""
        what = "%s, %s, for %s" % (spec, target.name, reader)
        told = self.run(self.strata, "export", "c", "--no-all", spec, "--at", target.name, "--for", reader,
                        "-o", "header.h")
        said = self.run("gcc", *WARNINGS, *flags, "-g", "-fno-eliminate-unused-debug-types", "-x", "c", "-c",
                        "header.h", "-o", "header.o")
        self.check(what, told.stderr + said.stderr)
        with open(os.path.join(self.scratch, "header.h"), encoding="utf-8") as file:
            omitted = omissions(file.read())
        found = described(self.run("pahole", "header.o").stdout) if not said.returncode else {}
        for name, layout in target.structs.items():
            ends = ("_2" if "." in name else "", "", "_")
            tags = [c_name(name) + end for end in ends if c_name(name) + end in found]
            has_bytes = layout["size"] or any(member["offset"] is not None and member["size"]
                                              for member in members(layout["members"]))
            if tags:
                self.check(what, difference(name, layout, found[tags[0]], dict(omitted.get(tags[0], {}))))
            elif has_bytes:
                self.check(what, "%s is missing" % name)

    def target(self, spec, target, each):
        """Compares the headers of a target."""
        self.header(spec, target, "cstruct", "-ffreestanding", "-include", "stdint.h", "-fpack-struct=1",
                    "-Wno-pedantic")
        self.header(spec, target, "compiler", "-m%d" % (8 * target.pointer))
        self.compile(each)
        self.headers += 1


def main():
    arguments = sys.argv[1:]
    each = 0
    if arguments[0] == "--each":
        each = int(arguments[1])
        del arguments[:2]
    strata, scratch, *specs = arguments
    comparison = Comparison(strata, scratch)
    for spec in specs:
        spec = os.path.abspath(spec)
        told = comparison.run(strata, "dump", "--no-all", spec)
        if told.returncode:
            comparison.check(spec, told.stderr)
            continue
        for target in targets(json.loads(told.stdout)):
            comparison.target(spec, target, each)
    print("%d compared, %d differ" % (comparison.compared, comparison.differ))
    sys.exit(comparison.differ > 0)


if __name__ == "__main__":
    main()
