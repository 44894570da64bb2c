#!/usr/bin/env python3
"""Compares the findings in the published ETW_UM_LOGGER_CONTEXT with its known mistakes.

verify.py PUBLISHED.json MENDED.json ERRATA.tsv MENDED-DUMP.json DUMP.json: findings in the published table and in what
--apply made of it (a JSON object a line), the errata worked out by hand, and the layouts of the mended and the real
spec. Prints what differs, and in the end how much was compared.
"""

import collections
import csv
import json
import re
import sys

WRONG = {"overlap", "bit-overlap", "past-size", "misaligned", "order", "size"}


def findings(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def places(finding):
    """The arch and the offsets that the help says, as (arch, frozenset)."""
    arch = re.search(r" on (\w+) in ", finding["message"]).group(1)
    offsets = {int(match.group(1), 16) for text in finding["help"] if (match := re.match(r"0x([0-9A-F]+) ", text))}
    return arch, frozenset(offsets)


def offsets_of(path):
    """(arch, version, name, type) -> offset, where the members of what has no name count from the structure."""
    rows = {}
    for struct in json.load(open(path, encoding="utf-8"))["structs"]:
        if struct["name"] != "ETW_UM_LOGGER_CONTEXT":
            continue
        for layout in struct["layouts"]:
            for member in layout["members"]:
                key = layout["arch"], layout["from"], member["name"], member["type"], member["size"]
                rows[key] = member["offset"]
    return rows


def main():
    published, mended = findings(sys.argv[1]), findings(sys.argv[2])
    with open(sys.argv[3], encoding="utf-8") as lines:
        errata = list(csv.DictReader(lines, delimiter="\t"))
    wrong, missing = collections.defaultdict(set), collections.defaultdict(set)
    for row in errata:
        if row["line"] != "-":
            cells = wrong if row["stated"] else missing
            cells[row["line"], row["declaration"], row["arch"], row["versions"] == "5.2"].add(int(row["right"], 16))
    trouble = []

    def compare(what, expected, found):
        if expected != found:
            trouble.append(f"{what}:\n  expected {expected}\n  found    {found}")

    def multiset(cells):
        return sorted((arch, sorted(offsets)) for arch, offsets in cells)

    found = [f for f in published if f["code"] in WRONG]
    compare("wrong cells", multiset((key[2], offsets) for key, offsets in wrong.items()), multiset(map(places, found)))
    compare("cells left empty", multiset((key[2], offsets) for key, offsets in missing.items()),
            multiset(places(f) for f in published if f["code"] == "inferable"))
    for finding in found:
        if not finding["notes"] or not finding["fix"]:
            trouble.append("no partner or no fix: " + finding["message"])
    gaps = [f["message"] for f in published if f["code"] not in WRONG | {"inferable"}]
    compare("gaps", 1, len(gaps))
    if not gaps or not re.match(r"12 bytes before 'EventsLost' .* on x86 and x64 in 6\.3\.\.$", gaps[0]):
        trouble.append(f"the gap: {gaps}")
    compare("what is left", gaps, [f["message"] for f in mended])

    right, now = offsets_of(sys.argv[5]), offsets_of(sys.argv[4])
    for key in sorted(right.keys() | now.keys(), key=str):
        if key[2] is None and key[4] == 12:
            continue  # the row that no page has
        if right.get(key) != now.get(key):
            trouble.append(f"{key}: {now.get(key)} instead of {right.get(key)}")
    if len(right) < 400:
        trouble.append(f"only {len(right)} members to compare")
    print("\n".join(trouble))
    if trouble:
        sys.exit(1)
    print(len(found) + len(gaps) + len(right), "compared")


if __name__ == "__main__":
    main()
