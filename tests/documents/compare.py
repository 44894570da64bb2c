#!/usr/bin/env python3
"""compare.py DUMP.json DIR

Compares what `strata dump` resolved with the tables of the published
documents, transcribed in DIR/*.tsv (README.md there says what they are).

Every (row, version, arch) of the tables, as corrected by errata.tsv, is looked
up in the dump: offset, type, size, presence and absence, and the size of the
structure.  A member of the dump that no row accounts for differs too.

Prints a line for each difference, and "N compared, N differ" last.  Exit
status: 0 all agree, 1 some differ, 2 the dump or the tables cannot be used.
"""

import json
import os
import re
import sys

ARCHES = {"x86": 4, "x64": 8}
TABLES = ("um_logger_context", "wmi_resource", "spinlock_information",
          "kernel_header_extension", "trace_headers")
WORDS = {"four": 4, "eight": 8, "twelve": 12}
UNSTATED = "(unstated)"
FOREVER = (0x10000, 0, 0, 0)

# The points of each release, in order: name, build, revision.
POINTS = {
    "3.10": [("", 511, 0)], "3.50": [("", 807, 0)],
    "3.51": [("", 1057, 0)], "4.0": [("", 1381, 0)],
    "5.0": [("rtm", 2195, 1), ("sp1", 2195, 1620), ("sp2", 2195, 2951),
            ("sp3", 2195, 5438), ("sp4", 2195, 6717)],
    "5.1": [("rtm", 2600, 0), ("sp1", 2600, 1106), ("sp2", 2600, 2180),
            ("sp3", 2600, 5512)],
    "5.2": [("rtm", 3790, 0), ("sp1", 3790, 1830), ("sp2", 3790, 3959)],
    "6.0": [("rtm", 6000, 0), ("sp1", 6001, 0), ("sp2", 6002, 0)],
    "6.1": [("rtm", 7600, 0), ("sp1", 7601, 0)],
    "6.2": [("", 9200, 0)], "6.3": [("", 9600, 0)],
    "10.0": [("1507", 10240, 0), ("1511", 10586, 0), ("1607", 14393, 0),
             ("1703", 15063, 0), ("1709", 16299, 0), ("1803", 17134, 0),
             ("1809", 17763, 0), ("1903", 18362, 0), ("1909", 18363, 0),
             ("2004", 19041, 0), ("20H2", 19042, 0), ("21H1", 19043, 0),
             ("21H2", 19044, 0), ("22H2", 19045, 0), ("20348", 20348, 0),
             ("11-21H2", 22000, 0), ("11-22H2", 22621, 0),
             ("11-23H2", 22631, 0), ("11-24H2", 26100, 0),
             ("11-25H2", 26200, 0)],
}
X64_BEGINS = (5, 2, 3790, 1830)
# A structure whose document states no versions must at least be here.
ALWAYS = "10.0-1511"


class Unusable(Exception):
    """The dump or a table does not have the form it must have."""


# --- versions: a set is a list of half-open intervals over 4-tuples ---------

def build_axis():
    """Names -> (first, end); and the points to look at, [(label, key)]."""
    names, labels = {}, []
    releases = [tuple(map(int, r.split("."))) for r in POINTS]
    for i, (release, points) in enumerate(POINTS.items()):
        first = releases[i] + (0, 0)
        end = releases[i + 1] + (0, 0) if i + 1 < len(releases) else FOREVER
        names[release] = (first, end)
        starts = [releases[i] + p[1:] for p in points]
        edges = [first] + starts[1:] + [end]
        for j, (point, _, _) in enumerate(points):
            label = release + "-" + point if point else release
            names.setdefault(label, (edges[j], edges[j + 1]))
            if release == "10.0":
                names[point] = (edges[j], edges[j + 1])
            labels.append((label, starts[j]))
    return names, labels


NAMES, VERSIONS = build_axis()


def span_of(name):
    """The interval that a release, a point or a full build covers."""
    if name in NAMES:
        return NAMES[name]
    full = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)(?:\.(\d+))?", name)
    if not full:
        raise Unusable("unknown version '%s'" % name)
    major, minor, build = (int(g) for g in full.groups()[:3])
    if full.group(4) is None:
        return (major, minor, build, 0), (major, minor, build + 1, 0)
    revision = int(full.group(4))
    return ((major, minor, build, revision),
            (major, minor, build, revision + 1))


def read_span(text):
    """One set as the documents print it: '5.0 to 6.0', '6.1 and higher'."""
    text = re.sub(r" only$", "", text.strip())
    found = re.fullmatch(r"(\S+) and higher", text)
    if found:
        return span_of(found.group(1))[0], FOREVER
    found = re.fullmatch(r"(\S+) to (\S+)", text)
    if found:
        return span_of(found.group(1))[0], span_of(found.group(2))[1]
    found = re.fullmatch(r"late (\S+)", text)
    if found:
        return span_of(found.group(1) + "-sp1")[0], span_of(found.group(1))[1]
    return span_of(text)


def covers(text, key, arch):
    """True if the versions cell `text` holds the version `key` on `arch`."""
    held = False
    for part in text.split(";"):
        part = part.strip()
        limited = re.fullmatch(r"(.*) \((x86|x64)\)", part)
        if limited:
            part = limited.group(1)
        excluded = part.startswith("not in ")
        first, end = read_span(part[7:] if excluded else part)
        if first <= key < end:
            if excluded:
                return False
            held = held or not limited or limited.group(2) == arch
    return held


def within(entry, key, arch):
    """True if a layout or an enumerator of the dump holds this version."""
    if entry.get("arch") not in (None, arch):
        return False
    first = span_of(entry["from"])[0] if entry.get("from") else (0, 0, 0, 0)
    end = span_of(entry["to"])[1] if entry.get("to") else FOREVER
    return first <= key < end


def arch_exists(arch, key):
    return arch != "x64" or key >= X64_BEGINS


# --- declarations ------------------------------------------------------------

def split_type(text):
    """'ULONG [1]' -> ('ULONG', [1]): element type without spaces, counts."""
    counts = re.findall(r"\[\s*(\w+)\s*\]", text)
    element = re.sub(r"\[[^]]*\]|\s|\bvolatile\b", "", text)
    return element, [1 if c == "ANYSIZE_ARRAY" else int(c) for c in counts]


class Item:
    """A declared member: type (None where none is named), name, counts,
    size in bytes by arch (None where nothing tells); an anonymous aggregate
    has `kind` and `items` instead of a type."""

    def __init__(self, name=None, element=None, counts=(), sizes=None,
                 kind=None, items=()):
        self.name, self.element, self.counts = name, element, list(counts)
        self.sizes, self.kind, self.items = sizes or {}, kind, list(items)

    def size(self, arch, key):
        """Bytes in a version, or None."""
        for versions, sizes in self.sizes.get("later", ()):
            if covers(versions, key, arch):
                return sizes[arch]
        return self.sizes.get(arch)

    def label(self):
        if self.kind:
            return "%s %s" % (self.kind, next(
                (i.label() for i in self.items), "{ }"))
        return self.name

    def names(self):
        if self.kind:
            return [n for i in self.items for n in i.names()]
        return [self.name]


def element_size(element, arch, types):
    if element.endswith("*"):
        return ARCHES[arch]
    return types[element][arch] if element in types else None


def make_member(element, name, counts, types):
    total, sizes = 1, {}
    for count in counts:
        total *= count
    for arch in ARCHES:
        one = element_size(element, arch, types)
        sizes[arch] = None if one is None else one * total
    if not counts and element in types and "later" in types[element]:
        sizes["later"] = types[element]["later"]
    return Item(name, element, counts, sizes)


def make_aggregate(kind, items):
    sizes = {}
    for arch in ARCHES:
        known = [i.sizes[arch] for i in items if i.sizes[arch] is not None]
        sizes[arch] = max(known, default=0) if kind == "union" else sum(known)
    return Item(kind=kind, items=items, sizes=sizes)


def read_declarations(tokens, types):
    """Members up to a closing brace or the end of `tokens` (consumed)."""
    items = []
    while tokens and tokens[0] != "}":
        if tokens[0] in ("union", "struct"):
            kind = tokens.pop(0)
            if not tokens or tokens.pop(0) != "{":
                raise Unusable("'{' expected after '%s'" % kind)
            items.append(make_aggregate(kind, read_declarations(tokens, types)))
            if not tokens or tokens.pop(0) != "}":
                raise Unusable("'}' expected")
        else:
            words = []
            while tokens and tokens[0] not in (";", "}"):
                words.append(tokens.pop(0))
            text = " ".join(words)
            found = re.fullmatch(r"(\w+)((?: \*)*) (\w+)((?: \[\w+\])*)", text)
            if not found:
                raise Unusable("no declaration: '%s'" % text)
            element, counts = split_type(found.group(1) + found.group(2)
                                         + found.group(4))
            items.append(make_member(element, found.group(3), counts, types))
        if tokens and tokens[0] == ";":
            tokens.pop(0)
    return items


def read_words(text, types):
    """A definition in words: no name, and a type or a size."""
    pointer = dict(ARCHES)
    found = re.fullmatch(r"unknown (\w+)", text)
    if found and found.group(1) in types:
        return Item(text, found.group(1), (), types[found.group(1)])
    found = re.fullmatch(r"unaccounted (.+) bytes(?: after \w+)?", text)
    if found:
        counts = [WORDS[w] for w in found.group(1).split(" or ")]
        return Item(text, None, (), dict(zip(ARCHES, counts * 2)))
    if "dword" in text or "32-bit" in text:
        return Item(text, None, (), {"x86": 4, "x64": 4})
    if "pointer" in text or text.startswith("buffer for"):
        return Item(text, None, (), pointer)
    raise Unusable("cannot tell the size of '%s'" % text)


def read_shorthand(text):
    """'Data4 u8[8]', 'Buffer ptr', 'Flink': a name and at most a width."""
    found = re.fullmatch(r"(\w+)(?: (?:u(\d+)|(ptr)))?(?:\[(\d+)\])?", text)
    if not found:
        return None
    name, bits, pointer, count = found.groups()
    size = int(bits) // 8 * int(count or 1) if bits else None
    sizes = {a: ARCHES[a] if pointer or not bits else size for a in ARCHES}
    return Item(name, None, [int(count)] if count else (), sizes)


def read_definition(text, types):
    """The declaration cell -> (Item, whether the document names it)."""
    plain = re.sub(r"/\*.*?\*/", "", text).strip()
    if plain.startswith("unknown ") or plain.startswith("unaccounted ") \
            or re.match(r"32-bit |buffer for ", plain):
        return read_words(plain, types), False
    short = read_shorthand(plain)
    if short:
        return short, True
    tokens = re.findall(r"\w+|\[\w+\]|[{};*]", plain)
    items = read_declarations(tokens, types)
    if tokens or len(items) != 1:
        raise Unusable("one declaration expected: '%s'" % text)
    return items[0], True


# --- the tables --------------------------------------------------------------

def read_table(directory, name):
    path = os.path.join(directory, name + ".tsv")
    try:
        with open(path, encoding="utf-8") as file:
            lines = [l.rstrip("\n").split("\t") for l in file]
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(str(error))
    if len(lines) < 2:
        raise Unusable("%s: no rows" % path)
    for number, cells in enumerate(lines[1:], 2):
        if len(cells) != len(lines[0]):
            raise Unusable("%s:%d: %d cells, %d expected"
                           % (path, number, len(cells), len(lines[0])))
    return [dict(zip(lines[0], cells)) for cells in lines[1:]]


class Row:
    """A row of a table: what it declares, and where in which version."""

    def __init__(self, table, cells, types):
        self.place = "%s:%s" % (table, cells["line"])
        self.line, self.structure = cells["line"], cells["structure"]
        self.versions = cells["versions"]
        self.item, self.named = read_definition(cells["declaration"], types)
        self.cells = {a: read_cell(cells[a], self.place) for a in ARCHES}
        self.errata, self.matched = [], 0

    def present(self, arch, key):
        return not self.versions or covers(self.versions, key, arch)

    def stated(self, arch, key):
        """The offset that the document gives; None for an empty cell."""
        bare = None
        for offset, versions in self.cells[arch]:
            if versions is None:
                bare = offset
            elif covers(versions, key, arch):
                return offset
        return bare

    def offset(self, arch, key):
        for erratum in self.errata:
            if erratum["arch"] == arch \
                    and covers(erratum["versions"], key, arch):
                return int(erratum["right"], 16)
        offset = self.stated(arch, key)
        if offset is None:
            raise Unusable("%s: no offset on %s" % (self.place, arch))
        return offset


def read_cell(text, place):
    """'0x24 (6.1); 0x30' -> [(0x24, '6.1'), (0x30, None)].  The documents
    separate alternatives by ';', once by ':'.  'not in 6.0' is said by the
    versions cell too, and has no offset."""
    alternatives = []
    for part in filter(None, (p.strip() for p in re.split("[;:]", text))):
        if part.startswith("not in "):
            continue
        found = re.fullmatch(r"(0x[0-9A-F]+)(?: \(([^)]+)\))?", part)
        if not found:
            raise Unusable("%s: no offset: '%s'" % (place, part))
        alternatives.append((int(found.group(1), 16), found.group(2)))
    return alternatives


def apply_errata(rows, errata, types):
    """Hang each erratum on its row; one of line '-' is a row of its own."""
    unlisted = {}
    for erratum in errata:
        if erratum["line"] == "-":
            cells = unlisted.setdefault(erratum["declaration"], dict(
                erratum, structure="ETW_UM_LOGGER_CONTEXT", x86="", x64=""))
            cells[erratum["arch"]] = erratum["right"]
            continue
        place = "errata, line " + erratum["line"]
        found = [r for r in rows if r.line == erratum["line"]
                 and r.place.startswith("um_logger_context:")]
        if len(found) != 1 or found[0].item.label() != erratum["declaration"]:
            raise Unusable("%s: no such row: '%s'"
                           % (place, erratum["declaration"]))
        check_stated(found[0], erratum, place)
        found[0].errata.append(erratum)
    rows += [Row("errata", cells, types) for cells in unlisted.values()]


def check_stated(row, erratum, place):
    """The erratum must correct what the cell says in all of its versions."""
    arch, tested = erratum["arch"], 0
    stated = int(erratum["stated"], 16) if erratum["stated"] else None
    if stated == int(erratum["right"], 16):
        raise Unusable(place + ": corrects nothing")
    for label, key in VERSIONS:
        if covers(erratum["versions"], key, arch) and arch_exists(arch, key):
            tested += 1
            if not row.present(arch, key) or row.stated(arch, key) != stated:
                raise Unusable("%s: the table does not state %s in %s"
                               % (place, erratum["stated"] or "nothing", label))
    if not tested:
        raise Unusable(place + ": in no version")


def read_types(directory):
    types = {}
    for row in read_table(directory, "types"):
        types[row["type"]] = {a: int(row[a], 0) for a in ARCHES}
    for row in read_table(directory, "resized"):
        types[row["type"]].setdefault("later", []).append(
            (row["versions"], {a: int(row[a], 0) for a in ARCHES}))
    return types


def stated_size(sizes, arch, key):
    """Bytes; None: does not exist there; UNSTATED: no version is given."""
    if not arch_exists(arch, key):
        return None
    for row in sizes:
        if not row["versions"]:
            return UNSTATED
        if covers(row["versions"], key, arch):
            cell = row[arch]
            return None if cell in ("-", "") else int(cell, 0)
    return None


# --- the comparison ----------------------------------------------------------

class Report:
    def __init__(self):
        self.compared, self.differ = 0, 0

    def check(self, right, message, *values):
        self.compared += 1
        if not right:
            self.differ += 1
            print(message % values)
        return right


def flatten(members):
    """Named members, anonymous aggregates looked through."""
    for member in members:
        if member.get("name") is None and member.get("members"):
            yield from flatten(member["members"])
        else:
            yield member


def anonymous(member):
    return member.get("name") is None and "members" in member


def check_type(report, where, item, member, arch, key):
    if item.element is not None:
        element, counts = split_type(str(member.get("type", "")))
        report.check(element == item.element, "%s: type '%s', declared '%s'",
                     where, element, item.element)
        if item.counts or counts or member.get("count") is not None:
            given = counts or [member.get("count")]
            report.check(given == item.counts, "%s: count %s, declared %s",
                         where, given, item.counts)
    size = item.size(arch, key)
    if size is not None:
        report.check(member.get("size") == size,
                     "%s: size %s, declared %d", where, member.get("size"),
                     size)


def check_aggregate(report, where, item, member, arch, key):
    """An anonymous aggregate: each item where a C compiler would lay it."""
    check_type(report, where, item, member, arch, key)
    left, at = list(member.get("members", [])), 0
    for inner in item.items:
        expected = member["offset"] + (0 if item.kind == "union" else at)
        at += inner.sizes[arch] or 0
        place = "%s: %s" % (where, inner.label())
        found = [m for m in left if (
            m.get("name") is None if inner.kind
            else m.get("name") == inner.name)]
        if inner.kind and inner.items:
            found = [m for m in found if set(inner.names()) & {
                n.get("name") for n in flatten([m])}]
        if not report.check(len(found) == 1, "%s: %d found, 1 declared",
                            place, len(found)):
            continue
        left.remove(found[0])
        report.check(found[0]["offset"] == expected,
                     "%s: at 0x%X, declared at 0x%X", place,
                     found[0]["offset"], expected)
        if inner.kind:
            check_aggregate(report, place, inner, found[0], arch, key)
        else:
            check_type(report, place, inner, found[0], arch, key)
    for member in left:
        report.check(False, "%s: '%s' is in no row", where, member.get("name"))


def find_unnamed(row, offset, arch, key, members, claimed):
    """Returns the member at the offset of a row without a name; if several
    lie there, the one of the row's size."""
    free = [m for m in members if id(m) not in claimed
            and m["offset"] == offset and not anonymous(m)]
    fit = [m for m in free if m.get("size") == row.item.size(arch, key)]
    return (fit or free or [None])[0]


def find_member(row, offset, arch, key, members, claimed):
    if not row.named:
        return find_unnamed(row, offset, arch, key, members, claimed)
    if row.item.kind:
        names = set(row.item.names())
        return next((m for m in members if anonymous(m) and names & {
            n.get("name") for n in flatten([m])}), None)
    return next((m for m in members if m.get("name") == row.item.name), None)


def check_row(report, row, layout, where, arch, key, claimed):
    offset = row.offset(arch, key)
    member = find_member(row, offset, arch, key, layout["members"], claimed)
    place = "%s: %s: %s" % (row.place, where, row.item.label())
    if not report.check(member is not None, "%s: not there (0x%X in the table)",
                        place, offset):
        return
    claimed.add(id(member))
    row.matched += 1
    report.check(member["offset"] == offset, "%s: at 0x%X, 0x%X in the table",
                 place, member["offset"], offset)
    if row.item.kind:
        check_aggregate(report, place, row.item, member, arch, key)
    else:
        check_type(report, place, row.item, member, arch, key)


def check_layout(report, rows, layout, where, arch, key):
    here = [r for r in rows if r.present(arch, key)]
    absent = {n for r in rows if r.named for n in r.item.names()}
    claimed = set()
    # Rows without a name last: they take what no name has claimed.
    for row in sorted(here, key=lambda r: not r.named):
        check_row(report, row, layout, where, arch, key, claimed)
        absent -= set(row.item.names())
    found = {m.get("name") for m in flatten(layout["members"])}
    for name in sorted(absent):
        report.check(name not in found, "%s: '%s' is there, not in the table",
                     where, name)
    for member in layout["members"]:
        report.check(id(member) in claimed, "%s: '%s' at 0x%X is in no row",
                     where, member.get("name"), member["offset"])


def check_structure(report, name, rows, sizes, layouts):
    for arch in ARCHES:
        for label, key in VERSIONS:
            where = "%s %s/%s" % (name, label, arch)
            found = [l for l in layouts if l["arch"] == arch
                     and within(l, key, arch)]
            size = stated_size(sizes, arch, key)
            if size == UNSTATED and not found and label != ALWAYS:
                continue
            expected = 0 if size is None else 1
            if not report.check(len(found) == expected,
                                "%s: %d layouts, %d expected", where,
                                len(found), expected) or not found:
                continue
            if size == UNSTATED:
                size = int(sizes[0][arch], 0)
            report.check(found[0]["size"] == size,
                         "%s: size 0x%X, 0x%X in the document", where,
                         found[0]["size"], size)
            check_layout(report, rows, found[0], where, arch, key)


def check_structures(report, dump, rows, sizes):
    structs = {s["name"]: s["layouts"] for s in dump["structs"]}
    for name in dict.fromkeys(r.structure for r in rows):
        mine = [s for s in sizes if s["structure"] == name]
        if not mine:
            raise Unusable("sizes: no row of " + name)
        if report.check(name in structs, "%s: not in the dump", name):
            check_structure(report, name,
                            [r for r in rows if r.structure == name],
                            mine, structs[name])
    for row in rows:
        report.check(row.matched, "%s: %s: the row matched nothing",
                     row.place, row.item.label())


# --- enumerations ------------------------------------------------------------

def walk_enumerators(node, inherited=None):
    """Every object with a value below `node`; versions and arch come from
    itself or from what holds it."""
    if isinstance(node, list):
        for entry in node:
            yield from walk_enumerators(entry, inherited)
    elif isinstance(node, dict):
        scope = dict(inherited or {})
        scope.update({k: node[k] for k in ("arch", "from", "to")
                      if node.get(k) is not None})
        if "value" in node:
            value = node["value"]
            value = int(value, 0) if isinstance(value, str) else value
            yield dict(scope, name=node.get("name") or "",
                       value=value & 0xFFFFFFFF)
        for entry in node.values():
            if isinstance(entry, (list, dict)):
                yield from walk_enumerators(entry, scope)


def same_enumerator(row, entry, guessed):
    """The documents name header types without the prefix of an enumerator."""
    if entry["value"] != int(row["value"], 16):
        return False
    return entry["name"] == row["name"] or (
        guessed and entry["name"].endswith("_" + row["name"]))


def choose_enums(rows, enums):
    """An enum of the documents, '?' before the name of one that they do not
    name: there it is the enum that has the most of its names."""
    name = rows[0]["enum"]
    if not name.startswith("?"):
        return [e for e in enums if e["name"] == name]
    return sorted(enums, key=lambda e: sum(
        any(same_enumerator(r, v, True) for v in walk_enumerators(e))
        for r in rows), reverse=True)[:1]


def check_enum(report, rows, enums, earlier):
    name, guessed = rows[0]["enum"], rows[0]["enum"].startswith("?")
    chosen = choose_enums(rows, enums)
    if not report.check(len(chosen) == 1, "enum %s: %d in the dump", name,
                        len(chosen)):
        return
    entries = list(walk_enumerators(chosen[0]))
    for row in rows:
        place = "values:%s: %s %s" % (row["line"], row["value"],
                                      row["name"] or "(unnamed)")
        mine = [e for e in entries if same_enumerator(row, e, guessed)]
        if not report.check(mine, "%s: not there", place) \
                or not row["versions"]:
            continue
        for arch in ARCHES:
            for label, key in VERSIONS:
                if arch_exists(arch, key):
                    check_enumerator(report, row, mine, place, arch, label, key,
                                     earlier)
    for entry in entries:
        report.check(any(same_enumerator(r, entry, guessed) for r in rows),
                     "enum %s: '%s' = 0x%X is in no row", chosen[0]["name"],
                     entry["name"], entry["value"])


def check_enumerator(report, row, entries, place, arch, label, key, earlier):
    """An enum has the values of a later version in versions of earlier.tsv."""
    same = [e["as"] for e in earlier if e["enum"] == row["enum"]
            and covers(e["versions"], key, arch)]
    expected = covers(row["versions"], span_of(same[0])[0] if same else key,
                      arch)
    found = any(within(e, key, arch) for e in entries)
    report.check(found == expected, "%s: %s/%s: %s, %s in the table", place,
                 label, arch, "there" if found else "not there",
                 "there" if expected else "not there")


def check_enums(report, dump, values, earlier):
    for name in dict.fromkeys(v["enum"] for v in values):
        check_enum(report, [v for v in values if v["enum"] == name],
                   dump["enums"], earlier)


# --- main --------------------------------------------------------------------

def read_dump(path):
    try:
        with open(path, encoding="utf-8") as file:
            dump = json.load(file)
    except (OSError, ValueError) as error:
        raise Unusable("%s: %s" % (path, error))
    if not isinstance(dump, dict) or not dump.get("structs") \
            or not isinstance(dump.get("enums"), list):
        raise Unusable("%s: no structs or no enums" % path)
    return dump


def compare(path, directory):
    types = read_types(directory)
    rows = [Row(table, cells, types) for table in TABLES
            for cells in read_table(directory, table)]
    apply_errata(rows, read_table(directory, "errata"), types)
    report, dump = Report(), read_dump(path)
    check_structures(report, dump, rows, read_table(directory, "sizes"))
    check_enums(report, dump, read_table(directory, "values"),
                read_table(directory, "earlier"))
    print("%d compared, %d differ" % (report.compared, report.differ))
    return 1 if report.differ else 0


def main(arguments):
    if len(arguments) != 3:
        print("usage: compare.py DUMP.json DIR", file=sys.stderr)
        return 2
    try:
        return compare(arguments[1], arguments[2])
    except Unusable as error:
        print("compare.py: %s" % error, file=sys.stderr)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        print("compare.py: unusable input: %r" % error, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv))
