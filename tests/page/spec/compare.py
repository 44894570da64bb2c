#!/usr/bin/env python3
"""compare.py STRUCT IMPORTED.json SPECS.json

Compares a structure as it was imported with the spec that was written by hand,
both from `strata dump`.  What the spec calls documented must be where the
import has it, with the same type and size, in every version that both have; a
member without a name is the one at that place.  What the spec infers, the import
must not have.  Prints what differs; and, last, "STRUCT: N documented, N unknown,
N corrected, N inferred": those that agree, those whose place the import does not
know, those that the spec has elsewhere since it corrects them, and those that
it infers, each counted once a layout of the spec.  Exit status 1 when something
differs.
"""

import json
import sys


def layouts(path, name):
    with open(path, encoding="utf-8") as file:
        for struct in json.load(file)["structs"]:
            if struct["name"] == name:
                return struct["layouts"]
    sys.exit("%s: no %s" % (path, name))


def key(version, is_end=False):
    """Names of versions in order, as far as these structures need it: a release, or the point 1607 of one."""
    if version is None:
        return 99999
    if version[0].isdigit() and "." in version:
        major, minor = version.split("-")[0].split(".")[:2]
        return int(major) * 100 + int(minor) + 0.9999 * is_end
    return 1000 + (int(version) / 10000 if version.isdigit() else 0.9999)


def at(found, arch, version):
    for layout in found:
        if layout["arch"] == arch and key(layout["from"]) <= key(version) <= key(layout["to"], True):
            return layout
    return None


def members(layout):
    """(name, offset, type, size, provenance) of all, anonymous ones opened."""
    result = []

    def walk(entries, inherited):
        for entry in entries:
            provenance = inherited or entry.get("provenance", "documented")
            if entry["name"] is None and "members" in entry:
                walk(entry["members"], None if provenance == "documented" else provenance)
            else:
                result.append((entry["name"], entry["offset"], entry["type"], entry["size"], provenance))
    walk(layout["members"], None)
    return result


def main():
    name = sys.argv[1]
    imported, spec = layouts(sys.argv[2], name), layouts(sys.argv[3], name)
    counts = {"documented": 0, "unknown": 0, "corrected": 0, "inferred": 0}
    wrong = []
    for layout in spec:
        if layout["arch"] not in ("x86", "x64"):
            continue
        where = "%s %s" % (layout["from"], layout["arch"])
        other = at(imported, layout["arch"], layout["from"])
        if other is None:
            wrong.append("%s: no layout" % where)
            continue
        rows = members(other)
        for member, offset, kind, size, provenance in members(layout):
            named = [row for row in rows if row[0] == member]
            here = [row for row in rows if row[1] == offset]
            same = [row for row in here if row[3] in (size, None) and (
                row[0] == member or row[0] is None or row[0].startswith("Unknown"))]
            if same and provenance != "inferred":
                counts["documented"] += 1
            elif provenance == "documented":
                if (named or not here) and all(row[1] is None for row in named):
                    counts["unknown"] += 1
                else:
                    wrong.append("%s: %s at 0x%X, %s, %d bytes: %s" % (where, member, offset, kind, size, named or here))
            else:
                counts[provenance] += 1
                if same:
                    wrong.append("%s: %s is inferred, but was read at 0x%X" % (where, member, offset))
    for line in wrong:
        print(line)
    print("%s: %d documented, %d unknown, %d corrected, %d inferred" % ((name,) + tuple(counts.values())))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
