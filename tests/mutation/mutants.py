"""Mutants: specs in which one thing is wrong, as transcribers get things wrong.

A site is a piece of text that says an offset, a size, a bound of versions, a
mask or a remark; a mutant is a site with another value in its place.
"""

import math
import re
from collections import defaultdict

from spec import number_of

# How many of a hundred mutants are of a kind.
SHARES = {"offset": 35, "size": 15, "bound": 25, "mask": 15, "remark": 10}

_STEPS = (4, 4, 4, 4, 8, 8, 8, 0x10, 2, 1)


class Site:
    """A piece of text; near: what stands where a reader's eye may slip to."""
    __slots__ = ("kind", "path", "node", "begin", "end", "near", "what")

    def __init__(self, kind, path, node, begin, end, what, near=()):
        self.kind, self.path, self.node = kind, path, node
        self.begin, self.end, self.what, self.near = begin, end, what, near


class Mutant:
    __slots__ = ("kind", "way", "path", "node", "begin", "end", "old", "new")

    def __init__(self, site, way, old, new):
        self.kind, self.path, self.node = site.kind, site.path, site.node
        self.begin, self.end = site.begin, site.end
        self.way, self.old, self.new = way, old, new

    def apply(self, text):
        return text[:self.begin] + self.new + text[self.end:]


# ---- Sites

def cell_sites(kind, path, node, cell, around=(), set_kind="bound"):
    """The numbers of a cell and its sets; around: cells of the rows above and below."""
    sites = []
    for index, column in enumerate(cell):
        for alternative in column:
            if isinstance(alternative.value, int):
                near = {"version": [a.value for a in column],
                        "column": [a.value for other in cell if other is not column for a in other],
                        "row": [a.value for other in around if index < len(other) for a in other[index]]}
                near = {way: [value for value in values if isinstance(value, int)] for way, values in near.items()}
                sites.append(Site(kind, path, node, alternative.begin, alternative.end, "number", near))
            if alternative.set:
                sites += set_sites(set_kind, path, node, alternative.set)
    return sites


def set_sites(kind, path, node, set_):
    return [Site(kind, path, node, token.begin, token.end, "range") for token in set_.ranges]


def neighbours(rows, node, kind):
    """The cells of a clause in the rows above and below."""
    at = rows.index(node)
    clauses = [row.clause(kind) for row in rows[max(at - 1, 0):at + 2] if row is not node]
    return [clause.cell for clause in clauses if clause]


def row_sites(path, node, rows, names):
    sites = []
    kinds = {"at": "offset", "size": "size", "bit": "mask", "mask": "mask"}
    for clause in node.clauses:
        if clause.kind in kinds:
            sites += cell_sites(kinds[clause.kind], path, node, clause.cell, neighbours(rows, node, clause.kind))
        elif clause.kind == "width":
            sites.append(Site("mask", path, node, clause.name_begin, clause.name_end, "number", {}))
        elif clause.kind in ("in", "last"):
            for set_ in filter(None, clause.sets):
                sites += set_sites("bound" if clause.kind == "in" else "remark", path, node, set_)
        elif clause.kind in ("previously", "next"):
            sites += cell_sites("remark", path, node, clause.cell, set_kind="remark")
        elif clause.kind == "next in":
            sites.append(Site("remark", path, node, clause.name_begin, clause.name_end, "name", names))
    if node.kind in ("size", "unaccounted", "bytes"):
        sites += cell_sites("size", path, node, node.cell)
    for bound in node.bounds:
        if isinstance(bound, list):
            sites += cell_sites("size", path, node, bound)
    inner = [row.name for row in node.rows if row.name]
    for row in node.rows:
        sites += row_sites(path, row, node.rows, inner or names)
    return sites


def file_sites(path, nodes):
    sites = []
    for node in nodes:
        if node.kind in ("struct", "union"):
            sites += row_sites(path, node, [node], [])
        elif node.kind in ("type", "const") and node.cell:
            sites += cell_sites("size", path, node, node.cell)
        elif node.kind == "opaque":
            for clause in node.clauses:
                sites += cell_sites("size", path, node, clause.cell)
        elif node.kind in ("enum", "flags"):
            for row in node.rows:
                if row.cell:
                    at = node.rows.index(row)
                    around = [other.cell for other in node.rows[max(at - 1, 0):at + 2] if other.cell]
                    sites += cell_sites("mask", path, row, row.cell, around)
                clause = row.clause("in")
                for set_ in filter(None, clause.sets if clause else ()):
                    sites += set_sites("bound", path, row, set_)
    return sites


# ---- Mistakes in what an import made, by hand or by another program: more kinds, and whole rows

STRUCTURAL_SHARES = {"offset": 25, "row": 20, "star": 10, "count": 10, "size": 10, "bound": 10, "bit": 10, "enumerator": 5}


class Cut(Site):
    """A piece of text that goes, or has another in its place."""
    __slots__ = ("instead",)

    def __init__(self, kind, path, node, begin, end, instead=""):
        super().__init__(kind, path, node, begin, end, "cut")
        self.instead = instead


def cut_row(kind, path, text, node):
    """A declaration that goes. Its lines stay, so that those of others do."""
    return Cut(kind, path, node, node.begin, node.end, "\n" * text.count("\n", node.begin, node.end))


def structural_row(path, text, node, rows):
    """The sites of a row, or a structure, and all in it."""
    sites = []
    for clause in node.clauses:
        kind = {"at": "offset", "bit": "bit", "size": "size"}.get(clause.kind)
        if kind:
            sites += [site for site in cell_sites(kind, path, node, clause.cell, neighbours(rows, node, clause.kind))]
        elif clause.kind == "width":
            sites.append(Site("bit", path, node, clause.name_begin, clause.name_end, "number", {}))
        elif clause.kind == "in":
            for set_ in filter(None, clause.sets):
                sites += set_sites("bound", path, node, set_)
    if node.kind in ("size", "unaccounted"):
        sites += cell_sites("size", path, node, node.cell)
    for bound in node.bounds:
        if isinstance(bound, list):
            sites += cell_sites("count", path, node, bound)
    if node.stars and node.name and text[node.begin:node.end].count("*"):
        at = text.index("*", node.begin)
        function = re.compile(r"\(\*([^)]*)\)\(.*?\)").search(text, node.begin, node.end)
        if not function:
            sites.append(Cut("star", path, node, at, at + 1))
    if node.name and rows and node in rows and rows != [node]:
        sites.append(cut_row("row", path, text, node))
    for row in node.rows:
        sites += structural_row(path, text, row, node.rows)
    return sites


def structural_sites(path, text, nodes):
    sites = []
    for node in nodes:
        if node.kind in ("struct", "union"):
            sites += structural_row(path, text, node, [node])
        elif node.kind == "type":
            sites += cell_sites("size", path, node, node.cell)
        elif node.kind == "enum":
            sites += [cut_row("enumerator", path, text, row) for row in node.rows]
    return sites


def structural(random, path, text, nodes, axis_names, count):
    """`count` different mutants of an imported spec, of the kinds in STRUCTURAL_SHARES; what a kind has too few of goes to
    the offsets."""
    by_kind = defaultdict(list)
    for site in structural_sites(path, text, nodes):
        by_kind[site.kind].append(site)
    found, seen = [], set()
    for kind, share in reversed(STRUCTURAL_SHARES.items()):
        wanted = count - len(found) if kind == "offset" else count * share // 100
        for _ in range(50 * wanted if by_kind[kind] else 0):
            site = random.choice(by_kind[kind])
            mutant = (Mutant(site, "cut", text[site.begin:site.end], site.instead) if site.what == "cut"
                      else mutate(random, site, text, axis_names))
            key = mutant and (site.begin, site.end, mutant.new)
            if mutant and key not in seen:
                seen.add(key)
                found.append(mutant)
                wanted -= 1
            if not wanted:
                break
    return found


# ---- Values

def spell(old, value):
    """A number, spelled as the one that it replaces."""
    if old[:2].lower() == "0x":
        return f"0x{value:0{len(old) - 2}X}"
    return str(value)


def swap_digits(random, old):
    start = 2 if old[:2].lower() == "0x" else 0
    at = random.randrange(start, len(old) - 1) if len(old) - start > 1 else None
    return old if at is None else old[:at] + old[at + 1] + old[at] + old[at + 2:]


def mistype(random, old):
    start = 2 if old[:2].lower() == "0x" else 0
    at = random.randrange(start, len(old))
    digits = "0123456789ABCDEF" if start else "0123456789"
    return old[:at] + random.choice(digits) + old[at + 1:]


def other_number(random, site, old):
    """(way, text) of another number."""
    value = number_of(old)
    way = random.choice(["step", "step", "swapped", "mistyped", *site.near])
    if way == "swapped":
        return way, swap_digits(random, old)
    if way == "mistyped":
        return way, mistype(random, old)
    if way in site.near:
        values = site.near[way]
        return way, spell(old, random.choice(values)) if values else old
    if site.kind == "mask" and site.near and value > 0xFF:
        moved = random.choice([value << 1, value >> 1, value << 4, value >> 4])
    elif site.kind in ("offset", "remark") or value > 8:
        moved = value + random.choice(_STEPS) * random.choice((1, -1))
    else:
        moved = value + random.choice((1, -1, 2, 4, -4))
    return way, spell(old, moved) if moved >= 0 else old


def other_version(random, names, old):
    """A version near another one: the next on the axis, or one with digits swapped."""
    if old not in names:
        return old
    if random.randrange(12) == 0:
        digits = re.sub(r"(\d+)\.(\d+)", r"\2.\1", old, count=1)
        return digits if digits != old else swap_digits(random, old)
    at = names.index(old) + random.choice((1, 1, -1, -1, 2, -2))
    return names[min(max(at, 0), len(names) - 1)]


def other_range(random, axis_names, old):
    """(way, text) of another range; axis_names: [releases, points], ascending."""
    low, dots, high = old.partition("..")
    if random.randrange(4) == 0:
        if not dots:
            return "opened", random.choice([old + "..", ".." + old])
        if low and high:
            return "opened", random.choice([low + "..", ".." + high])
        return "closed", low or high
    part = random.choice([name for name in (low, high) if name])
    names = next((names for names in axis_names if part in names), [])
    if random.randrange(3) == 0 and part in axis_names[0]:
        moved = random.choice([name for name in axis_names[1] if name.startswith(part + "-")] or [part])
    else:
        moved = other_version(random, names, part)
    return "moved", moved + dots + high if part == low else low + dots + moved


def mutate(random, site, text, axis_names):
    """A mutant of a site, or None when the value that came up is the old one."""
    old = text[site.begin:site.end]
    if site.what == "number":
        way, new = other_number(random, site, old)
    elif site.what == "range":
        way, new = other_range(random, axis_names, old)
    else:
        way, new = "name", random.choice(site.near or [old])
    if new == old or (site.what == "number" and number_of(new) == number_of(old)):
        return None
    return Mutant(site, way, old, new)


def generate(random, files, axis_names, count):
    """`count` different mutants of some files, {path: (text, declarations)}, of the kinds in SHARES."""
    by_kind = defaultdict(lambda: defaultdict(list))
    for path, (_, nodes) in files.items():
        for site in file_sites(path, nodes):
            by_kind[site.kind][path].append(site)
    found, seen = [], set()
    for kind, share in SHARES.items():
        paths = list(by_kind[kind])
        weights = [math.sqrt(len(by_kind[kind][path])) for path in paths]
        wanted = len(found) + count * share // 100
        while len(found) < wanted:
            path = random.choices(paths, weights)[0]
            site = random.choice(by_kind[kind][path])
            mutant = mutate(random, site, files[path][0], axis_names)
            key = mutant and (path, site.begin, mutant.new)
            if mutant and key not in seen:
                seen.add(key)
                found.append(mutant)
    return found
