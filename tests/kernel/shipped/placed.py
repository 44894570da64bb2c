#!/usr/bin/env python3
"""placed.py STRATA SPECS < LIST

LIST has lines of a source, a version with its architecture, and a symbol file; a sheet of members is a file *.csv. Asks
SPECS for the layouts of that version, and compares every placement that the file has with the answer: the size of each
structure, and offset, bit and width of each member. Of a version without a revision, the attested revision counts that
differs least. Structures that the specs declare as numbers do not count.

Prints a table by source, and each structure that differs, with the sources that the specs have for the version. A
difference is a contradiction between two sources.
"""

import collections
import concurrent.futures
import csv
import json
import lzma
import os
import re
import subprocess
import sys

WHOLE = {"LARGE_INTEGER", "ULARGE_INTEGER"} # numbers in nt/types.strata
ATTEST = re.compile(r"^attest (\S+) ([^;]*?)\s+by\s+\"([^\"]+)\";", re.M)


def place(field):
    kind = field["type"]
    bits = (kind["bit_position"], kind["bit_length"]) if kind["kind"] == "bitfield" else ()
    return (field["offset"], *bits)


def walk(dump, path, record, found):
    """Adds the placements of a structure, with those of unnamed ones in it."""
    for name, field in record["fields"].items():
        kind, inner = field["type"], f"{path}.{name}"
        found[inner] = place(field)
        while "subtype" in kind and kind["kind"] == "array":
            kind = kind["subtype"]
        tag = kind.get("name") or ""
        if kind["kind"] in ("struct", "union") and ("unnamed" in tag or tag.startswith("<")) and tag in dump["user_types"]:
            walk(dump, inner, dump["user_types"][tag], found)


def placements(dump):
    """{structure: {path: place}}; the path of the structure itself has its size."""
    result = {}
    for tag, record in dump["user_types"].items():
        name = tag.lstrip("_")
        if "unnamed" in tag or tag.startswith("<") or (not record["size"] and not record["fields"]) or name in WHOLE:
            continue
        found = result.setdefault(name, {})
        found[name] = record["size"]
        walk(dump, name, record, found)
    return result


def sheet(path):
    """The placements of a sheet, whose members of unnamed structures have paths."""
    result = {}
    with open(path, encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            if row["structure"] == "structure" or "." in row["structure"]:
                continue
            name = row["structure"].lstrip("_")
            found = result.setdefault(name, {name: int(row["size"], 16)})
            bits = (int(row["bit"]), int(row["width"])) if row["bit"] else ()
            if "." not in row["member"]:
                found[f"{name}.{row['member']}"] = (int(row["offset"], 16), *bits)
    return result


def read(path):
    if path.endswith(".csv"):
        return sheet(path)
    with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="utf-8") as file:
        return placements(json.load(file))


def ask(target):
    result = subprocess.run([STRATA, "dump", "--format", "isf", "--at", target, SPECS], stdout=subprocess.PIPE, check=True)
    return placements(json.loads(result.stdout))


def compare(line):
    """(source, number of placements, structures that differ, the version)."""
    source, target, path = line.split()
    version, arch = target.split("/")
    theirs, best = read(path), None
    revisions = [v for v in ATTESTED[arch] if v.startswith(version + ".")] if version.count(".") == 2 else []
    for revision in revisions or [version]:
        ours, differ = ask(f"{revision}/{arch}"), {}
        for name, found in theirs.items():
            wrong = [path for path, where in found.items() if ours.get(name, {}).get(path) != where]
            if wrong:
                differ[name] = (len(wrong), len(found), name not in ours, wrong[0])
        if best is None or len(differ) < len(best[0]):
            best = differ, revision
    count = sum(len(found) for found in theirs.values())
    return source, count, best[0], f"{os.path.basename(path)}, {best[1]}/{arch}", ATTESTED[arch].get(best[1], ())


def is_own(name):
    """True if the specs of the kernel declare a structure; others are made of published pages."""
    return os.path.exists(os.path.join(SPECS, "ntoskrnl", name + ".strata"))


def main():
    table, lines = collections.OrderedDict(), []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for source, count, differ, where, sources in pool.map(compare, sys.stdin.read().splitlines()):
            row = table.setdefault(source.replace("_", " "), [0, 0, 0, 0])
            row[0] += 1
            row[1] += count
            row[2] += sum(wrong for wrong, _, _, _ in differ.values())
            row[3] += len(differ)
            lines += [f"{where}: {name}: {wrong} of {total}, {'which the specs do not have' if is_lacking else first}; "
                      f"the specs are by {', '.join(sources) if is_own(name) else 'a page'}"
                      for name, (wrong, total, is_lacking, first) in sorted(differ.items())]
    print("source | files | placements compared | different | structures")
    for source, row in table.items():
        print(source, *row, sep=" | ")
    print(*lines, sep="\n")


STRATA, SPECS = sys.argv[1:3]
ATTESTED = collections.defaultdict(dict)
with open(os.path.join(SPECS, "ntoskrnl", "types.strata"), encoding="utf-8") as attests:
    for attested, versions, kind in ATTEST.findall(attests.read()):
        for one in re.findall(r"[0-9.]+", versions):
            ATTESTED[attested].setdefault(one, []).append(kind)
if __name__ == "__main__":
    main()
