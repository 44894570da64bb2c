#!/usr/bin/env python3
"""places.py STRATA SCRATCH TEXT [PLACES]: what `strata import text` reads in a text, compared with what was written down.

The name of TEXT ends with its architecture: NAME-x64.EXTENSION.  PLACES has a line `STRUCTURE SIZE` for each structure
and one `.MEMBER OFFSET TYPE` for each of its members, also those of unnamed aggregates, in any order; a bit-field has
`BIT:WIDTH` behind that.  A line `enum NAME TYPE NAME=VALUE...` is an enumeration.  Without PLACES, TEXT is what
`strata render --template csharp.mustache` writes, and the places are read from its lines.  Prints each difference.
"""
import json
import os
import re
import subprocess
import sys

VERSION = "10.0.22000.318"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def type_of(member):
    text = (member.get("of") or member["form"]) + "*" * member.get("pointers", 0)
    text = "function*" if member.get("function") or member["form"] == "function" else text
    return text + "".join("[%s]" % bound for bound in member.get("dimensions", []))


def flat(members):
    for member in members:
        if member["name"] is None:
            yield from flat(member.get("members", []))
        elif member["offset"] is not None and not member.get("repeated"):
            yield member


def places_of(dump, arch, as_sizes):
    """Lines of the form of PLACES, for all structures and enumerations."""
    lines = set()
    for struct in dump["structs"]:
        layout = next(one for one in struct["layouts"] if one["arch"] == arch)
        lines.add("%s 0x%x" % (struct["name"], layout["size"]))
        for member in flat(layout["members"]):
            bits = " %d:%d" % (member["bit"], member["width"]) if member.get("width") else ""
            kind = "%d" % (member["size"] or 0) if as_sizes else type_of(member)
            lines.add("%s.%s 0x%x %s%s" % (struct["name"], member["name"], member["offset"], kind, bits))
    for enum in dump["enums"]:
        values = " ".join("%s=%s" % (one["name"], one["value"]) for one in enum["values"] if one["arch"] == arch)
        lines.add("enum %s %s %s" % (enum["name"], enum["type"], values))
    return lines


def written_places(path):
    lines, struct = set(), ""
    with open(path, encoding="utf-8") as file:
        for line in (" ".join(one.split()) for one in file):
            if not line or line.startswith("#"):
                continue
            if not line.startswith((".", "enum ")):
                struct = line.split()[0]
            lines.add(struct + line if line.startswith(".") else line)
    return lines


def rendered_places(path):
    lines, sizes, struct, at = set(), {}, "", {}
    for width in (8, 16, 32, 64):
        sizes.update({"UInt%d" % width: width // 8, "Int%d" % width: width // 8, "Float%d" % width: width // 8})
    number = r"(0x[0-9A-Fa-f]+|\d+)"
    with open(path, encoding="utf-8") as file:
        text = file.read().splitlines()
    size, later = 0, []
    for line in text:
        if found := re.search(r"\bSize = %s\)" % number, line):
            size = int(found[1], 0)
        elif found := re.match(r" *public unsafe struct (\w+)", line):
            struct = found[1]
            sizes[struct] = size
            lines.add("%s 0x%x" % (struct, size))
        elif found := re.match(r" *public const int Offset_(\w+) = %s;" % number, line):
            lines.add("%s.%s 0x%x 0" % (struct, found[1], int(found[2], 0)))
        elif found := re.match(r" *\[FieldOffset\(%s\)\] private UInt(\d+) bits_(\w+);" % number, line):
            at[struct, found[3]] = int(found[1], 0), int(found[2]) // 8
        elif found := re.match(r" *get { return \(UInt\d+\)\(bits_(\w+) >> (\d+) & %s\); }" % number, line):
            offset, unit = at[struct, found[1]]
            lines.add("%s.%s 0x%x %d %s:%d" % (struct, found[1], offset, unit, found[2],
                                               int(found[3], 0).bit_length()))
        elif found := re.match(r" *\[FieldOffset\(%s\)\] public (?:fixed )?(\w+) @(\w+)(?:\[%s\])?;" %
                               (number, number), line):
            later.append((struct, found))
        elif "FieldOffset" in line:
            print("no place is read from", line)
    for struct, found in later:
        lines.add("%s.%s 0x%x %d" % (struct, found[3], int(found[1], 0), sizes[found[2]] * int(found[4] or "1", 0)))
    return lines


def main():
    strata, scratch, text = sys.argv[1:4]
    arch = os.path.splitext(os.path.basename(text))[0].rsplit("-", 1)[1]
    said = run(strata, "import", "text", "--arch", arch, "--version", VERSION, text)
    if said.returncode or said.stderr:
        print("exit status %d: %s" % (said.returncode, said.stderr[:2000]))
    spec = os.path.join(scratch, "places.strata")
    with open(spec, "w", encoding="utf-8") as file:
        file.write(said.stdout)
    dump = run(strata, "dump", spec)
    want = written_places(sys.argv[4]) if len(sys.argv) > 4 else rendered_places(text)
    got = places_of(json.loads(dump.stdout), arch, len(sys.argv) == 4) if dump.stdout else set()
    for line in sorted(want - got):
        print("missing", line)
    for line in sorted(got - want):
        print("other  ", line)
    if len(sys.argv) == 4:
        print("%d places compared" % len(want))
    sys.exit(want != got)


main()
