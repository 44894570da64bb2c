#!/usr/bin/env python3
"""measure.py STRATA PAGES [-v] [PART...]

Imports the published pages of a directory and compares `strata dump` of each
spec with an independent reading of the same pages, PAGES/rows.json. Prints the
totals, a line each: NAME, a tab, the number.

A cell is a row of a page, an architecture and a version for which the page
gives the row an offset. It is

  equal      the member is at that offset, or at one of them if the page has two
  different  the member is at another offset
  missing    the member is not there, or its offset is unknown

A row that names no first version begins with the first version that a table of
sizes names. A phantom is a member in a version in which no row of the page has it. A row is
represented if one of its cells is equal. A page is whole if its spec parses and
all of its rows are represented.

A page is read if every cell, size and value of it is equal. A page is read again if the tables that `strata table` prints of its spec become
the same layouts.

-v prints the pages that are not perfect, with the cells that are lost. A PART
is a part of the path of the pages to look at.
"""

import collections
import concurrent.futures
import difflib
import itertools
import json
import os
import subprocess
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../dump"))
import layouts  # pylint: disable=wrong-import-position

SILENT = ["--no-all"]
WORD = 0xFFFFFFFF
TOTALS = ("pages", "whole", "named", "cells", "equal", "different", "missing", "phantom", "sizes", "sizes equal",
          "sizes different", "values", "values equal", "values different", "unparsed", "again", "unread", "read")


def key(text):
    """A version of a dump as numbers."""
    return tuple(int(part) for part in text.split(".")) if text else (1 << 16,)


class Axis:
    """The versions of rows.json, each with a version of the dump's axis."""

    def __init__(self, rows, dump):
        names = {}
        for release in dump["axis"]["releases"]:
            names[release["name"]] = key(release["begin"])
            for version in release["points"]:
                names[version["name"]] = key(version["begin"])
        self.points, self.first, self.last = [], {}, {}
        for release in rows["version_axis"]:
            packs = rows["service_packs"].get(release, 0)
            self.first[release] = len(self.points)
            for pack in range(packs + 1):
                name = "%s.sp%d" % (release, pack) if packs else release
                own = "1507" if release == "10.0" else "%s-%s" % (release, "sp%d" % pack if pack else "rtm")
                self.first[name] = self.last[name] = len(self.points)
                self.points.append((name, names.get(own if packs else release, names.get(own, names[release]))))
            self.last[release] = len(self.points) - 1
        self.x64 = self.first["5.2.sp1"]

    def span(self, item, is_single):
        """The indices of a range of rows.json."""
        if item["to"] == "10.0" and is_single:
            last = len(self.points) - 1
        else:
            last = self.last[item["to"]] if item["to"] else len(self.points) - 1
        return range(self.first[item["from"]] if item["from"] else 0, last + 1)

    def indices(self, items, arch, is_single):
        """The indices of those ranges that are for an arch."""
        found = set()
        for item in items or ():
            if item["arch"] in (arch, "both") and not item.get("not"):
                found.update(self.span(item, is_single))
        for item in items or ():
            if item["arch"] in (arch, "both") and item.get("not"):
                found.difference_update(self.span(item, is_single))
        return found


def names_of(declared, at):
    """(name, is at the row's offset) of the members that a declaration puts into the structure; a name of None is
    anything at that offset."""
    for item in declared:
        kind = item["kind"]
        if kind in ("union", "struct") and not item["name"]:
            inner = [child for child in item["members"] if child["kind"] != "comment"]
            if not inner:
                yield None, at
            for index, child in enumerate(inner):
                yield from names_of([child], at and (kind == "union" or not index))
        elif kind != "comment":
            yield item.get("name"), at
        at = at and kind == "bitfield"


def sort_values(lines):
    """The lines of a dump as texts. The values of an enumeration have no order: each says its number."""
    texts = []
    for is_value, group in itertools.groupby(lines, lambda line: "value" in line):
        texts += sorted(map(json.dumps, group)) if is_value else map(json.dumps, group)
    return texts


def value_name(item):
    """The name that a row gives a value, without other words: "TRACE; type alone as X". None if it has none."""
    text = (item.get("name") or item.get("definition") or "").split(";")[0].strip()
    return text if text.isidentifier() else None


class Layouts:
    """Members of the structures of a dump: (arch, version) -> name -> offsets."""

    def __init__(self, dump, spec):
        self.structs = collections.OrderedDict()
        self.bits = collections.defaultdict(set)
        for struct in dump["structs"]:
            if struct.get("file") == spec and "." not in struct["name"]:
                self.structs[struct["name"]] = [
                    (layout["arch"], key(layout["begin"]), key(layout["end"]), layout["size"], self.members(layout))
                    for layout in struct["layouts"]]
            if struct.get("file") == spec:
                for layout in struct["layouts"]:
                    self.collect_bits(layout["members"])

    def collect_bits(self, members):
        for member in members:
            self.collect_bits(member.get("members", ()))
            if member.get("width"):
                bit = member.get("bit")
                self.bits[member["name"]].add(None if bit is None else ((1 << member["width"]) - 1) << bit)

    @staticmethod
    def members(layout):
        found = collections.defaultdict(set)

        def walk(members):
            for member in members:
                offset = member["offset"]
                is_open = member["name"] is None and "members" in member
                if not is_open or not member["members"]:
                    found[member["name"]].add(offset)
                if is_open:
                    found["*"].add(offset)
                    walk(member["members"])
        walk(layout["members"])
        return found

    def at(self, struct, arch, version):
        """(size, members) of a structure, or None."""
        for own, begin, end, size, members in self.structs.get(struct, ()):
            if own == arch and begin <= version < end:
                return size, members
        return None


class Row:
    """A row of a page: which members it puts where."""

    def __init__(self, member, axis, page):
        parsed = member["parsed"]
        self.text = member["definition"]
        self.table = member["table_index"]
        self.number = member["row"]
        self.is_lost = parsed["decl"] is None
        self.names = [] if self.is_lost else list(names_of(parsed["decl"], True)) or [(None, True)]
        if self.is_lost or (self.names[0][0] is None and parsed["decl"][0]["kind"] == "described"):
            self.names = []
        self.versions, self.offsets = {}, {}
        single = page["win10"] == "single"
        is_open = any(item["from"] is None for item in parsed["versions"])
        is_all = all(item["from"] is None and item["to"] is None for item in parsed["versions"])
        for arch in ("x86", "x64") if page["arch"] == "both" else (page["arch"],):
            all_of = {index for index in axis.indices(parsed["versions"], arch, single)
                      if arch != "x64" or index >= axis.x64}
            if is_open:
                sizes = [index for size in page["sizes"] if not size.get("other") for index in axis.indices(size["parsed"], arch, single)]
                all_of = {index for index in all_of if index >= min(sizes, default=0)}
            own = [item for item in parsed["offsets"] or () if item["arch"] in (arch, "both")]
            self.versions[arch] = all_of
            last = max(sizes, default=len(axis.points)) if is_open and is_all else len(axis.points)
            for index in sorted(index for index in all_of if index <= last):
                stated = {item["offset"] for item in own if not item.get("bare") and index in axis.span(item, single)}
                bare = {item["offset"] for item in own if item.get("bare")}
                if stated or bare:
                    self.offsets[arch, index] = stated or bare


def judge(row, members, expected, names):
    """Compares a row with the members of a layout: equal, different or missing."""
    result = "equal"
    for name, is_at in row.names:
        if name is None:
            found = {offset for other, offsets in members.items() if other not in names for offset in offsets}
            if not found & expected:
                return "missing"
            continue
        found = members.get(name, set()) - {None}
        if not found and not (members.get(name) and not is_at):
            return "missing"
        if is_at and not found & expected:
            result = "different"
    return result


class Page:
    """The comparison of one page."""

    def __init__(self, strata, folder, rows, page):
        self.path, self.page, self.counts, self.lost = page["page"], page, collections.Counter(), []
        source = os.path.join(folder, "windows", page["page"])
        run = subprocess.run([strata, "import", "table", source], capture_output=True, check=False)
        self.spec, self.said = run.stdout, run.stderr.decode("utf-8", "replace")
        self.counts["unread"] = self.said.count("[unread]")
        self.strata = strata
        dumped = self.run(["dump"] + SILENT + ["-"], self.spec)
        self.is_parsed = dumped.returncode == 0 and bool(dumped.stdout)
        if not self.is_parsed:
            self.lost.append("does not parse: " + dumped.stderr.decode("utf-8", "replace").split("\n")[0])
            dumped = self.run(["dump"] + SILENT + ["-"], b"use <nt/nt.strata>;\n")
        self.dump = json.loads(dumped.stdout)
        self.read_again()
        self.axis = Axis(rows, self.dump)
        self.layouts = Layouts(self.dump, "standard input")
        self.rows = [Row(member, self.axis, page) for member in page["members"]
                     if member["kind"] != "format" and (member["parsed"]["decl"] or [{}])[0].get("kind") != "described"]
        self.names = {name for row in self.rows for name, _ in row.names if name}
        self.names.update(name for item in page["bits"] for name, _ in names_of(item["parsed"]["decl"] or (), True))
        self.compare()

    def run(self, arguments, text):
        return subprocess.run([self.strata] + arguments, input=text, capture_output=True, check=False)

    def read_again(self):
        """Compares the layouts with those of the spec's tables, imported again."""
        table = self.run(["table", "--as-documented", "--format", "html"] + SILENT + ["-"], self.spec)
        spec = self.run(["import", "table", "--format", "html", "-"], table.stdout)
        dumped = self.run(["dump"] + SILENT + ["-"], spec.stdout)
        if dumped.returncode or not dumped.stdout:
            self.lost.append("again: does not parse: " + dumped.stderr.decode("utf-8", "replace").split("\n")[0])
            return
        first, second = (sort_values(layouts.lines(dump)) for dump in (self.dump, json.loads(dumped.stdout)))
        self.counts["again"] = int(first == second)
        if first != second:
            lines = [line for line in difflib.unified_diff(first, second, "first", "again", "", "", 0, "")][2:6]
            self.lost.append("again: " + "\n        ".join(line[:300] for line in lines))

    def structure_of(self, rows, taken):
        """The structure of the dump that has most of the cells of a table; of equal ones one that is not taken."""
        best, most = None, -1
        for struct in self.layouts.structs:
            count = 0
            for row in rows:
                for (arch, index), offsets in row.offsets.items():
                    found = self.layouts.at(struct, arch, self.axis.points[index][1])
                    count += bool(found) and judge(row, found[1], offsets, self.names) == "equal"
            if count > most or (count == most and best in taken and struct not in taken):
                best, most = struct, count
        return best

    def compare(self):
        tables = collections.OrderedDict()
        for row in self.rows:
            tables.setdefault(row.table, []).append(row)
        by_struct = collections.defaultdict(list)
        whole = self.is_parsed
        for rows in tables.values():
            struct = self.structure_of(rows, by_struct)
            by_struct[struct].extend(rows)
            for row in rows:
                whole &= self.compare_row(row, struct)
        self.compare_phantoms(by_struct)
        self.compare_sizes()
        self.compare_values()
        self.counts["pages"] = 1
        self.counts["whole"] = int(whole)
        self.counts["unparsed"] = int(not self.is_parsed)
        self.counts["named"] = int(self.page["struct"].replace(" structure", "") in self.layouts.structs)
        self.is_whole = whole
        lost = ("missing", "different", "sizes missing", "sizes different", "values missing", "values different")
        self.counts["read"] = int(self.is_parsed and not any(self.counts[name] for name in lost))

    def compare_row(self, row, struct):
        """Counts the cells of a row; true if it is represented."""
        found = collections.defaultdict(list)
        for (arch, index), offsets in row.offsets.items():
            name, version = self.axis.points[index]
            layout = self.layouts.at(struct, arch, version)
            result = judge(row, layout[1], offsets, self.names) if layout and row.names else "missing"
            if row.is_lost and layout and any(offsets & own for own in layout[1].values()):
                result = "equal"
            found[result].append("%s/%s" % (name, arch))
        for result, cells in found.items():
            self.counts["cells"] += len(cells)
            self.counts[result] += len(cells)
            if result != "equal":
                self.lost.append("%s, table %d row %d: %s: %s%s" % (
                    result, row.table, row.number, row.text, " ".join(cells[:6]), " ..." if len(cells) > 6 else ""))
        return not found or "equal" in found

    def compare_phantoms(self, by_struct):
        phantoms = collections.defaultdict(set)
        bits = {name for item in self.page["bits"] for name, _ in names_of(item["parsed"]["decl"] or (), True)}
        for struct, layouts in self.layouts.structs.items():
            rows = by_struct.get(struct, [])
            there = collections.defaultdict(set)
            nameless = collections.defaultdict(int)
            for row in rows:
                for arch, indices in row.versions.items():
                    for index in indices:
                        there[arch, index].update(name for name, _ in row.names)
                        nameless[arch, index] += row.is_lost or any(name is None for name, _ in row.names)
            for arch, begin, end, _, members in layouts:
                for index, (_, version) in enumerate(self.axis.points):
                    if not begin <= version < end or arch not in ("x86", "x64"):
                        continue
                    if self.page["arch"] not in ("both", arch):
                        continue
                    for name in members:
                        if name in ("*", None) or name in there[arch, index] or name in bits:
                            continue
                        if name.startswith("Unknown") or name not in self.names:
                            if nameless[arch, index]:
                                continue
                        phantoms[struct, name].add("%s/%s" % (self.axis.points[index][0], arch))
        self.counts["phantom"] = len(phantoms)
        for (struct, name), cells in phantoms.items():
            self.lost.append("phantom %s.%s: %s%s" % (struct, name, " ".join(sorted(cells)[:4]),
                                                     " ..." if len(cells) > 4 else ""))

    def compare_sizes(self):
        single = self.page["win10"] == "single"
        for size in self.page["sizes"]:
            for arch in ("x86", "x64") if self.page["arch"] == "both" else (self.page["arch"],):
                stated = {label.split(" / ")[0]: text for label, text in size.get("other", {}).items()
                          if "(" + arch + ")" in label}
                stated[None] = size[arch] or size.get("size", "")
                for struct, text in stated.items():
                    if text.startswith("0x") and " " not in text:
                        self.compare_size(size, arch, struct, int(text, 16), single)

    def compare_size(self, size, arch, struct, stated, single):
        wanted = [name for name in self.layouts.structs if name == struct] if struct else list(self.layouts.structs)
        for index in self.axis.indices(size["parsed"], arch, single):
            if arch == "x64" and index < self.axis.x64:
                continue
            found = {layout[0] for layout in (self.layouts.at(name, arch, self.axis.points[index][1])
                                              for name in wanted) if layout}
            self.counts["sizes"] += 1
            self.counts["sizes equal" if stated in found else "sizes missing" if not found else "sizes different"] += 1
            if stated not in found:
                self.lost.append("size of %s 0x%X is %s: %s/%s" % (
                    struct or "page", stated, found, self.axis.points[index][0], arch))

    def compare_values(self):
        values = {(value["name"], value["value"] & WORD if value["value"] < 0 else value["value"])
                  for enum in self.dump["enums"] for value in enum["values"]}
        numbers = {number for _, number in values}
        for item in self.page["bits"] + self.page["enums"]:
            parsed = item["parsed"]
            stated = {value["offset"] for value in parsed.get("masks", parsed.get("values"))}
            declared = [name for name, _ in names_of(parsed.get("decl") or (), True) if name]
            name = declared[0] if declared else value_name(item)
            if declared:
                found = self.layouts.bits.get(name)
                result = "missing" if not found else "equal" if not stated or found & stated else "different"
            elif not stated:
                continue
            else:
                is_equal = any((name, number) in values or (None, number) in values or (not name and number in numbers)
                               for number in stated)
                result = "equal" if is_equal else "missing"
            self.counts["values"] += 1
            self.counts["values " + result] += 1
            if result != "equal":
                self.lost.append("value %s, table %d row %d: %s %s" % (
                    result, item["table_index"], item["row"], name, sorted(map(hex, stated))))


def main():
    arguments = sys.argv[1:]
    is_verbose = "-v" in arguments
    arguments = [argument for argument in arguments if argument != "-v"]
    strata, folder, parts = arguments[0], arguments[1], arguments[2:]
    with open(os.path.join(folder, "rows.json"), encoding="utf-8") as file:
        rows = json.load(file)
    wanted = [page for page in rows["pages"] if not parts or any(part in page["page"] for part in parts)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        pages = list(pool.map(lambda page: Page(strata, folder, rows, page), wanted))
    totals = collections.Counter()
    for page in pages:
        totals.update(page.counts)
        if is_verbose and (page.lost or not page.is_whole):
            print("%s %s: %s" % ("     " if page.is_whole else "LOST ", page.path,
                                 ", ".join("%s %d" % item for item in sorted(page.counts.items()))))
            for line in page.lost:
                print("    " + line)
    for name in TOTALS:
        print("%s\t%d" % (name, totals[name]))


if __name__ == "__main__":
    main()
