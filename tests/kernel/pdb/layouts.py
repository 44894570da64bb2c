#!/usr/bin/env python3
"""layouts.py STRATA SPEC LAYOUTS: compares a spec that was made of a PDB with
clang's own description of the layouts (-fdump-record-layouts-complete): the
members of each structure with a name, with their bits, and the unions and
structures around them.

Prints a line for each difference, and "N compared, N differ" last. Exit
status: 0 all agree, 1 some differ."""

import json
import re
import subprocess
import sys

LINE = re.compile(r" *(?P<at>\d+)?(:(?P<first>\d*)-(?P<last>\d*))? \|(?P<indent> +)(?P<text>.*)")
SIZE = re.compile(r" *\| \[sizeof=(\d+)")
MENDED = re.compile(r"_u00([0-9A-F]{2})_")
TABLES = {"vftable pointer)": "__vfptr", "vbtable pointer)": "__vbptr"}


class Record:
    """members: {name: (bit, width or None, the unions and structures around it)}; of two with one name, a list of
    both."""

    def __init__(self, kind):
        self.kind, self.size, self.members = kind, None, {}

    def add(self, name, bit, width, around):
        self.members.setdefault(name, []).append((bit, width, around))


def take(record, lines, depth, around):
    """Takes the members of `record` from the lines that are `depth` deep."""
    while lines and len(lines[0]["indent"]) == depth:
        line = lines.pop(0)
        text = line["text"].rstrip()
        kind = text.split(" ")[0]
        inner = len(lines[0]["indent"]) if lines else 0
        is_base = text.endswith("base)")
        is_virtual = text.endswith("(virtual base)")
        if "(anonymous at" in text and text.endswith(")") and kind in ("struct", "union"):
            take(record, lines, inner, around + (kind,))
            continue
        if is_base and not is_virtual:
            if inner > depth:
                take(record, lines, inner, around)
            continue
        while lines and len(lines[0]["indent"]) > depth:
            lines.pop(0)    # what the member holds
        table = next((TABLES[end] for end in TABLES if text.endswith(end)), None)
        name = table or text.rsplit(" ", 1)[-1]
        if is_virtual or text.endswith("(empty)") or line["last"] == "" or not name or " " not in text or \
                (line["first"] and line["text"].endswith(" ")):
            continue
        bit, width = int(line["at"]) * 8, None
        if line["first"]:
            bit, width = bit + int(line["first"]), int(line["last"]) - int(line["first"]) + 1
        record.add(name, bit, width, around)


def read_layouts(path):
    records = {}
    with open(path, encoding="utf-8") as file:
        blocks = file.read().split("*** Dumping AST Record Layout\n")[1:]
    for block in blocks:
        lines = []
        size = None
        for text in block.splitlines():
            found = SIZE.match(text)
            if found:
                size = int(found[1])
                break
            line = LINE.fullmatch(text)
            if line and (line["at"] or line["first"]):
                lines.append(line.groupdict())
        kind, _, name = re.sub(r" \(empty\)$", "", lines.pop(0)["text"]).partition(" ")
        if "(unnamed" in name or "(anonymous" in name or size is None:
            continue
        record = records[name] = Record("union" if kind == "union" else "struct")
        record.size = size
        if lines:
            take(record, lines, len(lines[0]["indent"]), ())
    return records


def read_spec(strata, path):
    dump = json.loads(subprocess.run([strata, "dump", path], check=True, stdout=subprocess.PIPE).stdout)
    records = {}

    def walk(record, members, around):
        for member in members:
            if member["name"] is None:
                if "members" in member:
                    walk(record, member["members"], around + (member["form"],))
                continue
            name = MENDED.sub(lambda found: chr(int(found[1], 16)), member["name"]).rsplit("::", 1)[-1]
            bit = member["offset"] * 8 + member.get("bit", 0)
            record.add(name, bit, member.get("width"), around)

    for struct in dump["structs"]:
        record = Record(struct["kind"])
        record.size = struct["layouts"][0]["size"]
        walk(record, struct["layouts"][0]["members"], ())
        records[MENDED.sub(lambda found: chr(int(found[1], 16)), struct["name"])] = record
    return records


def main():
    strata, spec, layouts = sys.argv[1:4]
    theirs, ours = read_layouts(layouts), read_spec(strata, spec)
    compared = differ = 0

    def check(what, mine, other):
        nonlocal compared, differ
        compared += 1
        if mine != other:
            differ += 1
            print(f"{what}: the spec has {mine}, the compiler {other}")

    for name, record in theirs.items():
        mine = ours.get(name.lstrip("_"))
        if not mine:
            continue    # no variable has it, so it is not in the PDB
        check(name, (mine.kind, mine.size), (record.kind, record.size))
        for member in record.members.keys() | mine.members.keys():
            check(f"{name}.{member}", mine.members.get(member), record.members.get(member))
    print(f"{compared} compared, {differ} differ")
    sys.exit(differ > 0)


main()
