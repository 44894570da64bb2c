#!/usr/bin/env python3
"""verify.py DUMP.json TABLES.txt
   verify.py --make SEED

Reads the tables that `strata table` printed as text, by the words that stand
in them alone, and compares them with `strata dump` of the same specs: in every
version, on each arch, the rows must ascend, and hold the same members at the
same offsets.  Prints a line for each difference, and "N layouts, N differ"
last.  Exit status: 0 all equal, 1 some differ, 2 a file cannot be used.

With --make it prints a spec whose members move past one another at random.
"""

import json
import random
import re
import sys

RELEASES = {"3.10": 1, "3.50": 1, "3.51": 1, "4.0": 1, "5.0": 5, "5.1": 4,
            "5.2": 3, "6.0": 3, "6.1": 2, "6.2": 1, "6.3": 1}
WINDOWS_10 = ("1507 1511 1607 1703 1709 1803 1809 1903 1909 2004 20H2 21H1 "
              "21H2 22H2 20348 11-21H2 11-22H2 11-23H2 11-24H2 11-25H2").split()
# The points of builds, where a range begins or ends within one: 6.1.7601.24540 lies behind its point.
BUILDS = {"6.1.7600": "6.1-rtm", "6.1.7601": "6.1-sp1"}
# The index, within its release, of the point at which "late" begins.
LATE = {"5.1": 2, "5.2": 1, "6.0": 1}


def build_axis():
    """Every point in order; names -> (first, last) as places in that list."""
    names, points = {}, []
    for release, count in RELEASES.items():
        first = len(points)
        for i in range(count):
            label = "RTM" if not i else "SP%d" % i
            names["%s %s" % (release, label)] = (len(points), len(points))
            names["%s-%s" % (release, label.lower())] = names[
                "%s %s" % (release, label)]
            points.append((release, i))
        last = len(points) - 1
        names[release] = (first, last)
        if release in LATE:
            names["early " + release] = (first, first + LATE[release] - 1)
            names["late " + release] = (first + LATE[release], last)
    first = len(points)
    for i, name in enumerate(WINDOWS_10):
        names[name] = (len(points), len(points))
        points.append(("10.0", i))
    names["10.0"] = (first, len(points) - 1)
    return names, len(points)


NAMES, POINTS = build_axis()
X64_BEGINS = NAMES["5.2-sp1"][0]


def first_of(name):
    if name in NAMES:
        return NAMES[name][0]
    return NAMES[BUILDS[name.rpartition(".")[0]]][0] + 1


def last_of(name):
    return NAMES[name if name in NAMES else BUILDS[name.rpartition(".")[0]]][1]


def read_range(text):
    """'5.0 to 6.0' -> (first, last)"""
    text = re.sub(r" only$", "", text)
    found = re.fullmatch(r"(.+) and higher", text)
    if found:
        return first_of(found.group(1)), POINTS - 1
    found = re.fullmatch(r"(.+) to (.+)", text)
    if found:
        return first_of(found.group(1)), last_of(found.group(2))
    return first_of(text), last_of(text)


def within(text, point):
    """True if a cell of versions holds a point."""
    held = False
    for piece in text.split("; "):
        excluded = piece.startswith("not in ")
        first, last = read_range(piece[7:] if excluded else piece)
        if first <= point <= last:
            if excluded:
                return False
            held = True
    return held


def value_at(cell, point):
    """Returns the text of a cell for a point, or None."""
    bare = None
    if cell in ("", "-"):
        return "?" if not cell else None
    for piece in cell.split("; "):
        if piece.startswith("not in "):
            first, last = read_range(piece[7:])
            if first <= point <= last:
                return None
            continue
        found = re.fullmatch(r"(\S+)(?: \((.+)\))?", piece)
        if not found.group(2):
            bare = found.group(1)
            continue
        first, last = read_range(found.group(2))
        if first <= point <= last:
            return found.group(1)
    return bare


def read_tables(path):
    """Structure -> rows of its last table, each a dict by heading."""
    tables, name, headings, above = {}, None, None, ""
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if not line.endswith("|"):
                headings = None
                if not line.startswith("Basis: "):
                    name = line or name
                continue
            cells = [c.strip() for c in re.split(r"(?<!\\)\|", line[:-1])]
            if headings is None:
                headings = cells
                tables[name] = []
            elif not set(line) <= set("-|"):
                tables[name].append(dict(zip(headings, cells)))
    return tables


def version_in(layout, point):
    """True if a layout of the dump is that of a point."""
    first = first_of(layout["from"]) if layout["from"] else 0
    last = last_of(layout["to"]) if layout["to"] else POINTS - 1
    return first <= point <= last


def rows_at(rows, arch, point):
    """(offset, definition) of the rows that a version has, in order."""
    found = []
    for row in rows:
        if "Versions" in row and not within(row["Versions"], point):
            continue
        cell = row.get("Offset (%s)" % arch, row.get("Offset"))
        if cell is None:
            return None
        value = value_at(cell, point)
        if value is not None:
            found.append((None if value == "?" else int(value, 16),
                          row["Definition"]))
    return found


def compare_layout(place, rows, members, report):
    offsets = [offset for offset, _ in rows if offset is not None]
    if offsets != sorted(offsets):
        report("%s: the rows do not ascend: %s" % (place, offsets))
    wanted = sorted((m["offset"] if m["offset"] is not None else -1,
                     m["name"] or "") for m in members)
    found = sorted((-1 if o is None else o, d) for o, d in rows)
    if [o for o, _ in wanted] != [o for o, _ in found]:
        report("%s: %s is printed, the dump has %s" % (place, found, wanted))
        return
    for offset, name in wanted:
        if name and not any(
                o == offset and (re.search(r"\b%s\b" % name, d)
                                 or d.startswith("unknown "))
                for o, d in found):
            report("%s: no row has %s at 0x%X" % (place, name, offset))


def verify(dump, tables, report):
    count = 0
    for struct in dump["structs"]:
        rows = tables.get(struct["name"])
        for layout in struct["layouts"] if rows is not None else ():
            if layout["arch"] not in ("x86", "x64"):
                continue
            for point in range(POINTS):
                if not version_in(layout, point) or (
                        layout["arch"] == "x64" and point < X64_BEGINS):
                    continue
                place = "%s on %s in point %d (%s..%s)" % (
                    struct["name"], layout["arch"], point, layout["from"],
                    layout["to"])
                found = rows_at(rows, layout["arch"], point)
                if found is None:
                    report(place + ": no column has its offsets")
                    continue
                compare_layout(place, found, layout["members"], report)
                count += 1
    return count


def make(seed):
    """A spec of members that move, some of them to nobody knows where."""
    chance = random.Random(seed)
    releases = ["5.0", "5.1", "5.2", "6.0-rtm", "6.0-sp1..6.0", "6.1", "6.2..6.3",
                "1507..1607", "1703.."]
    names = ["M%d" % i for i in range(chance.randint(2, 24))]
    at = {name: ({}, {}) for name in names}
    for arch in (0, 1):
        order = list(names)
        for release in releases[2 * arch:]:
            for _ in range(chance.randint(0, 3)):
                moved = order.pop(chance.randrange(len(order)))
                order.insert(chance.randint(0, len(order)), moved)
            here = [n for n in order if chance.random() < 0.9]
            for place, name in enumerate(here):
                at[name][arch][release] = "0x%02X" % (4 * place) if (
                    chance.random() < 0.95) else "?"
    print('use "nt/nt.strata";\ncolumns x86 | x64;\n\nstruct MOVING in 5.0.. {')
    print("    ULONG Tail[64] at 0x100;")
    for name in names:
        cells = [", ".join(
            "%s (%s)" % (at[name][a].get(r, "-"), r)
            for r in releases[2 * a:]) for a in (0, 1)]
        print("    ULONG %s at %s;" % (name, " | ".join(cells)))
    print("}")


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--make":
        make(int(arguments[1]))
        return 0
    differences = []
    try:
        with open(arguments[0], encoding="utf-8") as file:
            dump = json.load(file)
        count = verify(dump, read_tables(arguments[1]), differences.append)
    except (OSError, ValueError, KeyError, IndexError) as error:
        print("verify.py: %r" % error, file=sys.stderr)
        return 2
    for difference in differences:
        print(difference)
    print("%d layouts, %d differ" % (count, len(differences)))
    return 1 if differences or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
