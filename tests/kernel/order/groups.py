"""Draws kernels of structures and unions with unnamed ones in them, to three levels. Some are PDBs, whose order of
declaration tells the unnamed aggregates; symbol files of others have the members alone, and tables of Volatility 2 do
not even know unions. From kernel to kernel members come and go, and a structure may become a union.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../fold"))
from kernels import write_kernels  # pylint: disable=wrong-import-position

BUILDS = ["6.0.6001.18000", "6.1.7601.24540", "6.3.9600.20012", "10.0.14393.4583", "10.0.17763.379", "10.0.19041.928",
          "10.0.19041.1526", "10.0.22000.318", "10.0.22621.1", "10.0.26100.1742"]
SCALARS = [("unsigned.char", 1), ("unsigned.short", 2), ("unsigned.long", 4), ("long.long", 8)]
NAMES = [f"M{i:02}" for i in range(40)]
DEPTH_MOST = 3


class Member:
    """A member, or the bit-fields of a unit. A size of 0 is that of a pointer."""

    def __init__(self, rng, names):
        kind = rng.random()
        self.text, self.size = rng.choice(SCALARS)
        self.names, self.widths = [names.pop()] if names else [], []
        if kind < 0.2:
            self.text, self.size = rng.choice(SCALARS[:3])
            self.widths = [rng.randint(1, 8)] if self.names else []
            while names and rng.random() < 0.6 and sum(self.widths) + 8 <= 8 * self.size:
                self.names.append(names.pop())
                self.widths.append(rng.randint(1, 8))
        elif kind < 0.3:
            self.text, self.size = "*void", 0

    def measure(self, pointer):
        return self.size or pointer, self.size or pointer

    def write(self, base, _, lines):
        bit = 0
        for name, width in zip(self.names, self.widths or (0,)):
            lines.append(f"  {name} {base} {self.text}" + (f" : {width} @ {bit}" if width else ""))
            bit += width

    def changed(self, rng, _):
        return Member(rng, self.names[:1]) if not self.widths and rng.random() < 0.06 else self

    def used(self):
        return set(self.names)


class Group:
    """A structure or union of members and groups."""

    def __init__(self, is_union, items):
        self.is_union, self.items = is_union, items

    def measure(self, pointer):
        end, most = 0, 1
        for item in self.items:
            size, align = item.measure(pointer)
            most = max(most, align)
            end = max(end, size) if self.is_union else -(-end // align) * align + size
        return -(-end // most) * most, most

    def write(self, base, pointer, lines):
        end = 0
        for item in self.items:
            size, align = item.measure(pointer)
            begin = 0 if self.is_union else -(-end // align) * align
            item.write(base + begin, pointer, lines)
            end = begin + size

    def changed(self, rng, names):
        items = [item.changed(rng, names) for item in self.items if rng.random() > 0.07]
        if rng.random() < 0.12 and names:
            items.insert(rng.randint(0, len(items)), Member(rng, names))
        if rng.random() < 0.05:
            rng.shuffle(items)
        return Group(self.is_union, items)

    def used(self):
        return set().union(*(item.used() for item in self.items))


def draw_item(rng, names, depth, is_in_union):
    if depth == DEPTH_MOST or rng.random() > (0.45 if depth == 0 else 0.35):
        return Member(rng, names)
    count = rng.randint(1, 3) if is_in_union else rng.randint(2, 3)
    return Group(not is_in_union, [draw_item(rng, names, depth + 1, not is_in_union) for _ in range(count)])


def draw_record(rng):
    names, is_union = rng.sample(NAMES, len(NAMES)), rng.random() < 0.2
    return Group(is_union, [draw_item(rng, names, int(is_union), is_union) for _ in range(rng.randint(2, 5))])


def change(rng, record):
    names = rng.sample(sorted(set(NAMES) - record.used()), len(NAMES) - len(record.used()))
    made = record.changed(rng, names)
    made.is_union ^= rng.random() < 0.05
    return made


def draw_kernels(rng, directory, kinds=("pdb", "kernel")):
    records = {f"_S{i}": draw_record(rng) for i in range(rng.randint(1, 2))}
    lines = []
    for build in sorted(rng.sample(BUILDS, rng.randint(2, 5)), key=BUILDS.index):
        for arch in rng.sample(["x64", "x86"], rng.randint(1, 2)):
            if rng.random() < 0.6:
                records = {tag: change(rng, record) for tag, record in records.items()}
            kind = rng.choice(kinds)
            lines.append(f"{kind} {build} {arch}")
            for tag, record in records.items():
                body, pointer = [], 8 if arch == "x64" else 4
                record.write(0, pointer, body)
                form = "union" if record.is_union and kind != "tables" else "struct"
                lines.append(f"{form} {tag} {record.measure(pointer)[0] if body else 4}")
                lines += body or ["  Only 0 unsigned.long"]
    case = os.path.join(directory, "drawn.kernels")
    with open(case, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return list(write_kernels(case, directory))
