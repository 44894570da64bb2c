"""Layouts of a spec, worked out plainly from what grammar/README.md says.

No code of the compiler is in it, nor its way of working: for each version at
which anything in a structure changes, and each arch, all rows are looked at
again.  It takes its time.  `strata dump` must agree with it; validate.py
compares the two.
"""

END = 1 << 64
UNKNOWN = None


def pack(text):
    """A dotted version as a number, or None; missing parts are 0."""
    parts = text.split(".")
    if not all(part.isdigit() and int(part) < 0x10000 for part in parts) or len(parts) > 4:
        return None
    numbers = [int(part) for part in parts] + [0] * (4 - len(parts))
    return numbers[0] << 48 | numbers[1] << 32 | numbers[2] << 16 | numbers[3]


def round_up(value, align):
    return (value + align - 1) // align * align


class Axis:
    """Names of versions -> (from, to)."""

    def __init__(self, releases):
        self.names, self.points = {}, []
        begins = [pack(release) for release, _ in releases] + [END]
        for i, (release, points) in enumerate(releases):
            self.names[release] = begins[i], begins[i + 1]
            edges = [begins[i]] + [pack(version) for _, version in points[1:]] + [begins[i + 1]]
            for k, (point, _) in enumerate(points):
                self.names[point] = edges[k], edges[k + 1]
                self.points.append(edges[k])

    def find(self, name):
        if name in self.names:
            return self.names[name]
        # A build is a point, too, and runs to the next one.
        version, parts = pack(name), name.count(".") + 1
        if version is None or parts < 3 or not any(a <= version < b for a, b in self.names.values()):
            return None
        return version, min(edge for range_ in self.names.values() for edge in range_ if edge > version)


class Row:
    """A row of a record; the rows of a slot stand in its place."""

    def __init__(self, node, slot, holder):
        self.node, self.slot, self.holder = node, slot, holder
        self.is_aggregate = node.kind in ("struct", "union")
        self.is_anonymous = self.is_aggregate and not node.name
        self.record = None              # of a named aggregate: its own
        self.rows = rows_of(node.rows, self) if self.is_anonymous else []

    def clause(self, kind):
        return self.node.clause(kind) or (self.slot.clause(kind) if self.slot else None)

    def cell(self, kind):
        clause = self.clause(kind)
        return clause.cell if clause else None

    @property
    def is_bits(self):
        return any(self.clause(kind) for kind in ("width", "bit", "mask"))


def rows_of(nodes, holder):
    rows = []
    for node in nodes:
        if node.kind == "slot":
            rows += [Row(inner, node, holder) for inner in node.rows]
        elif node.kind not in ("size", "digest", "columns", "attest"):
            rows.append(Row(node, None, holder))
    return rows


def walk(rows):
    for row in rows:
        yield row
        yield from walk(row.rows)


class Record:
    def __init__(self, node, name, columns, outer=None, row=None):
        self.node, self.name, self.outer, self.row = node, name, outer, row
        self.declared = outer.declared if outer else name       # the declaration that it is in
        self.columns = next((n.names for n in node.rows if n.kind == "columns"), columns)
        self.is_union = node.kind == "union"
        self.rows = rows_of(node.rows, None)
        self.size_node = next((n for n in node.rows if n.kind == "size"), None)
        self.endpoints = None
        self.inner = []
        for row in walk(self.rows):
            if row.is_aggregate and not row.is_anonymous:
                row.record = Record(row.node, f"{name}.{row.node.name}", self.columns, self, row)
                self.inner += [row.record] + row.record.inner

    @property
    def size_cell(self):
        clause = self.node.clause("size")
        return self.size_node.cell if self.size_node else clause.cell if clause else None


def packing(record):
    """The `pack` of a record or, where it has none, of what it is declared in; None: there is none."""
    nodes = []
    while record:
        nodes.append(record.node)
        row = record.row and record.row.holder
        while row:
            nodes.append(row.node)
            row = row.holder
        record = record.outer
    return next((node.clause("pack").number for node in nodes if node.clause("pack")), None)


class Entry:
    """A row in a layout; offsets are from the start of the record."""
    __slots__ = ("row", "stated", "offset", "size", "align", "bit", "width", "count",
                 "entries", "base", "trailing")

    def __init__(self, row):
        self.row, self.entries, self.stated = row, [], False
        self.offset = self.size = self.bit = self.width = self.count = self.base = None
        self.align, self.trailing = 1, False

    def shift(self, by):
        if self.offset is not UNKNOWN:
            self.offset = UNKNOWN if by is UNKNOWN else self.offset + by
        self.base = self.offset
        for entry in self.entries:
            entry.shift(by)


class Layout:
    __slots__ = ("entries", "end", "align", "stated", "size")


class Frame:
    """An aggregate while it is laid out."""

    def __init__(self, is_union, base, packing):
        self.is_union, self.base, self.packing = is_union, base, packing
        self.next, self.end, self.align = base, base, 1
        self.unit = self.unit_size = self.unit_bit = None
        self.entries = []

    def natural(self, entry, width):
        """Returns the offset of an entry that states none."""
        if self.is_union:
            return self.base
        if (width and self.unit_size and self.unit_size == entry.size
                and (self.unit_bit is UNKNOWN or self.unit_bit + width <= entry.size * 8)):
            return self.unit
        if self.next is UNKNOWN or self.base is UNKNOWN:
            return UNKNOWN
        return self.base + round_up(self.next - self.base, entry.align)

    def add(self, entry):
        self.entries.append(entry)
        self.align = max(self.align, entry.align)
        self.unit_size = None
        if entry.offset is UNKNOWN or entry.size is UNKNOWN:
            self.next = self.end = UNKNOWN
        else:
            self.next = entry.offset + entry.size
            if self.end is not UNKNOWN:
                self.end = max(self.end, self.next)
            if entry.width:
                self.unit, self.unit_size = entry.offset, entry.size
                self.unit_bit = UNKNOWN if entry.bit is UNKNOWN else entry.bit + entry.width
        if self.is_union:
            self.next = self.base


class Program:
    """All declarations of some files: {path: nodes}."""

    def __init__(self, files):
        self.axis, self.arches = None, {}
        self.types, self.consts, self.enums, self.records = {}, {}, {}, {}
        self.file_records, self.file_enums = {}, {}
        self.sets, self.existing, self.layouts, self.measures = {}, {}, {}, {}
        for path, nodes in files.items():
            self.collect(path, nodes)
        for arch in self.arches.values():
            clause = arch.clause("in")
            arch.ranges = self.spans(clause.sets[0]) if clause else [(0, END)]
            arch.pointer = arch.clause("pointer").number
            arch.most = arch.clause("align").cell[0][0].value

    def collect(self, path, nodes):
        columns = None
        self.file_records[path], self.file_enums[path] = [], []
        for node in nodes:
            if node.kind == "columns":
                columns = node.names
            elif node.kind == "axis":
                self.axis = Axis(node.releases)
            elif node.kind == "arch":
                self.arches[node.name] = node
            elif node.kind in ("type", "opaque"):
                node.names, node.path = columns, path
                self.types.setdefault(node.name, node)
            elif node.kind == "const":
                node.names = columns
                self.consts[node.name] = node
            elif node.kind in ("enum", "flags"):
                node.names = columns
                self.enums[node.name] = node
                self.file_enums[path].append(node)
            elif node.kind in ("struct", "union"):
                record = Record(node, node.name, columns)
                self.records[node.name] = record
                self.file_records[path] += [record] + record.inner

    # -- sets of versions

    def spans(self, set_):
        """The ranges [(from, to)] of a Set; unknown names are left out."""
        if set_ not in self.sets:
            ranges = self.resolve(set_.included)
            for low, high in self.resolve(set_.excluded):
                ranges = [piece for a, b in ranges
                          for piece in ((a, min(b, low)), (max(a, high), b)) if piece[0] < piece[1]]
            self.sets[set_] = ranges
        return self.sets[set_]

    def resolve(self, ranges):
        found = []
        for low, high in ranges:
            first = self.axis.find(low) if low else (0, 0)
            last = self.axis.find(high) if high else (END, END)
            if first and last and first[0] < last[1]:
                found.append((first[0], last[1]))
        return found

    def holds(self, set_, version):
        for low, high in self.spans(set_):
            if low <= version < high:
                return True
        return False

    # -- columns and cells

    def column(self, columns, arch):
        """The column of an arch, or of the one it falls back on; None: there is none; 0 where one serves all."""
        if columns is None:
            return 0
        while arch:
            if arch in columns:
                return columns.index(arch)
            arch = self.arches[arch].base
        return None

    def own_arches(self, record):
        """Arches that a record says something of itself about."""
        return [arch for arch in self.arches if record.columns is None or arch in record.columns]

    def alternatives(self, cell, columns, arch):
        if len(cell) == 1:
            return cell[0]
        column = self.column(columns, arch)
        return cell[column] if column is not None and column < len(cell) else []

    def pick(self, cell, columns, arch, version):
        """The alternative for a version, or None."""
        bare = None
        for alternative in self.alternatives(cell, columns, arch):
            if alternative.set is None:
                bare = alternative
            elif self.holds(alternative.set, version):
                return alternative
        return bare

    def declared(self, clause, columns, arch):
        """The set of an `in` for an arch: a Set, None for `-`."""
        if len(clause.sets) == 1:
            return clause.sets[0]
        return clause.sets[self.column(columns, arch)]

    def in_versions(self, clause, columns, arch, version):
        set_ = self.declared(clause, columns, arch)
        return set_ is not None and self.holds(set_, version)

    # -- what exists

    def exists(self, record, arch, version):
        key = record, arch, version
        if key not in self.existing:
            self.existing[key] = self.is_there(record, arch, version)
        return self.existing[key]

    def is_there(self, record, arch, version):
        if record.outer:
            return self.exists(record.outer, arch, version) and self.present(record.outer, record.row, arch, version)
        if self.column(record.columns, arch) is None:
            return False
        if not any(low <= version < high for low, high in self.arches[arch].ranges):
            return False
        clause = record.node.clause("in")
        return not clause or self.in_versions(clause, record.columns, arch, version)

    def active(self, record, row, arch, version):
        """True if a row's `in`, and those of the rows around it, name a version in which the record exists."""
        for node in (row.node, row.slot):
            clause = node.clause("in") if node else None
            if clause and not self.in_versions(clause, record.columns, arch, version):
                return False
        return not row.holder or self.present(record, row.holder, arch, version)

    def present(self, record, row, arch, version):
        key = row, arch, version
        if key not in self.existing:
            self.existing[key] = self.is_present(record, row, arch, version)
        return self.existing[key]

    def is_present(self, record, row, arch, version):
        if not self.active(record, row, arch, version):
            return False
        cell = row.cell("at")
        at = self.pick(cell, record.columns, arch, version) if cell else None
        return not at or at.value != "-"

    # -- sizes

    def number(self, cell, columns, arch, version):
        alternative = self.pick(cell, columns, arch, version)
        return alternative.value if alternative and isinstance(alternative.value, int) else None

    def evaluate(self, expression, arch, version):
        if isinstance(expression, str):
            const = self.consts.get(expression)
            return self.number(const.cell, const.names, arch, version) if const else None
        if isinstance(expression, tuple):
            left, right = (self.evaluate(side, arch, version) for side in expression[1:])
            if left is None or right is None:
                return None
            return {"+": left + right, "-": left - right, "*": left * right}[expression[0]]
        return expression

    def measure(self, name, arch, version):
        """(size or UNKNOWN, alignment) of a type."""
        if name in self.records:
            layout = self.lay_out(self.records[name], arch, version)
            return (layout.size, layout.align) if layout else (UNKNOWN, 1)
        key = name, arch, version
        if key not in self.measures:
            self.measures[key] = self.measure_plain(name, arch, version)
        return self.measures[key]

    def measure_plain(self, name, arch, version):
        most, pointer = self.arches[arch].most, self.arches[arch].pointer
        if name in self.enums:
            base = self.enums[name].base
            return self.measure(base, arch, version) if base else (4, min(4, most))
        node = self.types.get(name)
        if not node:
            return UNKNOWN, 1
        if node.kind == "type" and not node.cell: # as wide as a pointer
            size, align = pointer, min(pointer, most)
        else:
            clause = node.clause("size")
            cell = node.cell if node.kind == "type" else clause.cell if clause else None
            size = self.number(cell, node.names, arch, version) if cell else UNKNOWN
            if size is UNKNOWN:
                return UNKNOWN, 1
            align, limit = 1, min(pointer if node.kind == "opaque" else size, most)
            while align < limit and size % (align * 2) == 0:
                align *= 2
        clause = node.clause("align")
        return size, (self.number(clause.cell, node.names, arch, version) if clause else None) or align

    def measure_row(self, record, row, arch, version):
        """(size of an element or UNKNOWN, alignment) of a row that is no anonymous aggregate."""
        node = row.node
        if node.stars:
            pointer = self.arches[arch].pointer
            return pointer, min(pointer, self.arches[arch].most)
        if node.kind in ("unaccounted", "bytes"):
            return self.number(node.cell, record.columns, arch, version), 1
        if row.record:
            layout = self.lay_out(row.record, arch, version)
            return (layout.size, layout.align) if layout else (UNKNOWN, 1)
        return self.measure(node.type, arch, version)

    def count(self, record, row, arch, version):
        total = 1
        for bound in row.node.bounds:
            if bound is None:
                total = 0
            elif bound != "any":
                alternative = self.pick(bound, record.columns, arch, version)
                number = self.evaluate(alternative.value, arch, version) if alternative else None
                total *= 1 if number is None else number
        return total

    # -- layouts

    def lay_out(self, record, arch, version):
        """The layout of a record in a version, or None when it is not there."""
        key = record, arch, version
        if key not in self.layouts:
            self.layouts[key] = None            # a structure in itself: nothing is known of it
            if self.exists(record, arch, version):
                self.layouts[key] = self.lay_out_record(record, arch, version)
        return self.layouts[key]

    def lay_out_record(self, record, arch, version):
        frame = Frame(record.is_union, 0, packing(record))
        self.fill(frame, record, record.rows, arch, version)
        layout = Layout()
        layout.entries, layout.end = frame.entries, frame.end
        layout.align = max(frame.align, self.demanded(record, record.node, arch, version))
        stated = self.pick(record.size_cell, record.columns, arch, version) if record.size_cell else None
        layout.stated = stated.value if stated and isinstance(stated.value, int) else None
        layout.size = layout.stated
        if layout.size is None and layout.end is not UNKNOWN:
            layout.size = round_up(layout.end, layout.align)
        return layout

    def demanded(self, record, node, arch, version):
        """Returns the alignment of an `align` clause, or 1."""
        clause = node.clause("align")
        return (self.number(clause.cell, record.columns, arch, version) if clause else None) or 1

    def fill(self, frame, record, rows, arch, version):
        for row in rows:
            if not self.present(record, row, arch, version):
                continue
            if row.is_anonymous:
                frame.add(self.place_aggregate(frame, record, row, arch, version))
            else:
                frame.add(self.place_member(frame, record, row, arch, version))

    def stated(self, record, row, kind, arch, version):
        """(whether anything is stated for the version, the number or UNKNOWN)."""
        cell = row.cell(kind)
        alternative = self.pick(cell, record.columns, arch, version) if cell else None
        if not alternative:
            return bool(cell), UNKNOWN
        return True, alternative.value if isinstance(alternative.value, int) else UNKNOWN

    def place_member(self, frame, record, row, arch, version):
        entry = Entry(row)
        element, align = self.measure_row(record, row, arch, version)
        entry.count = self.count(record, row, arch, version)
        entry.trailing = any(bound in (None, "any") for bound in row.node.bounds)
        entry.size = UNKNOWN if element is UNKNOWN else element * entry.count
        if frame.packing:
            align = min(align, frame.packing)
        entry.align = max(align, self.demanded(record, row.node, arch, version))
        width = row.node.clause("width")
        entry.stated, entry.offset = self.stated(record, row, "at", arch, version)
        if not entry.stated:
            entry.offset = frame.natural(entry, (width.number if width else 1) if row.is_bits else 0)
        if row.is_bits:
            self.place_bits(frame, entry, record, arch, version)
        return entry

    def place_bits(self, frame, entry, record, arch, version):
        row = entry.row
        width = row.node.clause("width")
        has_bit, bit = self.stated(record, row, "bit", arch, version)
        has_mask, mask = self.stated(record, row, "mask", arch, version)
        entry.width = width.number if width else 1
        if mask:
            entry.bit = (mask & -mask).bit_length() - 1
            entry.width = mask.bit_length() - entry.bit
        elif has_bit:
            entry.bit = bit
        elif (entry.offset, entry.size) == (frame.unit, frame.unit_size):
            entry.bit = frame.unit_bit
        else:
            entry.bit = 0

    def least_offset(self, record, rows, arch, version):
        """The least offset that rows state; UNKNOWN when none does."""
        least = UNKNOWN
        for row in rows:
            if not self.present(record, row, arch, version):
                continue
            has_at, offset = self.stated(record, row, "at", arch, version)
            if not has_at:
                offset = self.least_offset(record, row.rows, arch, version)
            if offset is not UNKNOWN and (least is UNKNOWN or offset < least):
                least = offset
        return least

    def place_aggregate(self, frame, record, row, arch, version):
        entry = Entry(row)
        entry.count = 1
        entry.stated, offset = self.stated(record, row, "at", arch, version)
        floats = False
        if not entry.stated:
            offset = self.least_offset(record, row.rows, arch, version)
            floats = offset is UNKNOWN
        clause = row.node.clause("pack")
        inside = Frame(row.node.kind == "union", 0 if floats else offset,
                       clause.number if clause else frame.packing)
        self.fill(inside, record, row.rows, arch, version)
        entry.entries = inside.entries
        entry.align = max(inside.align, self.demanded(record, row.node, arch, version))
        entry.offset = entry.base = inside.base
        if not row.rows:
            entry.size = 0
        elif inside.end is not UNKNOWN and inside.base is not UNKNOWN:
            entry.size = round_up(inside.end - inside.base, entry.align)
        if floats:
            entry.offset = entry.base = 0
            entry.shift(frame.natural(entry, 0))
        return entry

    # -- where anything changes

    def versions(self, record):
        """The versions at which a record may change, and so all that need to be looked at."""
        if record.outer:
            return self.versions(record.outer)
        if record.endpoints is None:
            record.endpoints = {0}
            found = set()
            self.node_endpoints(record.node, found)
            for arch in self.arches.values():
                found.update(edge for range_ in arch.ranges for edge in range_)
            record.endpoints = sorted(v for v in found | {0} if v < END)
        return record.endpoints

    def node_endpoints(self, node, found):
        """All ends of all sets in a declaration, and in those that it names."""
        for clause in node.clauses:
            for set_ in clause.sets or ():
                if set_:
                    self.set_endpoints(set_, found)
            self.cell_endpoints(clause.cell, found)
        self.cell_endpoints(node.cell, found)
        for bound in node.bounds:
            if isinstance(bound, list):
                self.cell_endpoints(bound, found)
        if node.type in self.records and not node.stars:
            found.update(self.versions(self.records[node.type]))
        for name in (node.type, None if node.kind == "type" else node.base):
            if name in self.types:
                self.node_endpoints(self.types[name], found)
        for row in node.rows:
            self.node_endpoints(row, found)

    def cell_endpoints(self, cell, found):
        for column in cell or ():
            for alternative in column:
                if alternative.set:
                    self.set_endpoints(alternative.set, found)
                if isinstance(alternative.value, (str, tuple)):
                    self.names_endpoints(alternative.value, found)

    def names_endpoints(self, expression, found):
        if isinstance(expression, tuple):
            for side in expression[1:]:
                self.names_endpoints(side, found)
        elif expression in self.consts:
            self.cell_endpoints(self.consts[expression].cell, found)

    def set_endpoints(self, set_, found):
        for ranges in (set_.included, set_.excluded):
            for range_ in self.resolve(ranges):
                found.update(range_)
