"""Finds the contradictions of a spec.

For every version at which anything in a structure changes, and every arch, it
is worked out who owns each byte and each bit; what that map cannot prove is no
contradiction.  None of it is shared with the checker.

A contradiction is (reason, places): where the declarations stand that disagree,
each as (path, first line, last line).
"""

import re
from bisect import bisect_right

from layouts import END, UNKNOWN, round_up


class Lines:
    """Returns the offsets at which the lines of a text begin."""

    def __init__(self, path, text):
        self.path = path
        self.starts = [0] + [match.end() for match in re.finditer("\n", text)]

    def place(self, node):
        """The lines of a declaration; of one with braces, of what stands before them."""
        return self.path, bisect_right(self.starts, node.begin), bisect_right(self.starts, node.head_end)


class Oracle:
    def __init__(self, program, texts):
        self.program, self.texts = program, texts
        self.lines, self.found = None, set()
        self.slots = {}         # of rows in one, which shows where they lie
        self.spans = {}         # what was declared

    def add(self, reason, *nodes):
        nodes += tuple(self.slots.get(node) for node in nodes)
        self.found.add((reason, tuple(sorted({self.lines.place(node) for node in nodes if node}))))

    def contradictions(self, path, names):
        """Finds those of the declarations in a file that have one of these names."""
        self.lines = Lines(path, self.texts[path])
        for node in self.program.types.values():
            if node.kind == "type" and node.cell and node.path == path and node.name in names:
                self.check_integer(node)
        for node in self.program.file_enums[path]:
            if node.name in names:
                self.check_enum(node)
        for record in self.program.file_records[path]:
            if record.declared not in names:
                continue
            self.check_cells(record)
            self.check_remarks(record)
            for arch in self.program.own_arches(record):
                for version in self.program.versions(record):
                    layout = self.program.lay_out(record, arch, version)
                    if layout:
                        self.check_layout(record, layout, arch, version)

    # -- sets and cells

    def check_set(self, set_, node):
        """A name that the axis does not have, or a range that holds nothing."""
        for low, high in set_.included + set_.excluded:
            if (low and not self.program.axis.find(low)) or (high and not self.program.axis.find(high)):
                self.add("no such version", node)
                return
        ranges = set_.included + set_.excluded
        if not self.program.spans(set_) or len(self.program.resolve(ranges)) < len(ranges):
            self.add("no version in a set", node)

    def check_cells(self, record):
        program = self.program
        for row in walk_rows(record):
            node = row.node
            if row.slot:
                self.slots[node] = row.slot
            for owner in (node, row.slot):
                clause = owner.clause("in") if owner else None
                for set_ in clause.sets if clause else ():
                    if set_:
                        self.check_set(set_, node)
            cells = [(kind, row.cell(kind)) for kind in ("at", "bit", "mask", "default")]
            cells.append(("extent", node.cell))
            cells += [("bound", bound) for bound in node.bounds if isinstance(bound, list)]
            for kind, cell in cells:
                if cell:
                    for arch in program.own_arches(record):
                        self.check_cell(record, row, kind, cell, arch)
            self.check_mask(record, row)
            self.check_ever(record, row)
        clause = record.node.clause("in")
        for set_ in clause.sets if clause else ():
            if set_:
                self.check_set(set_, record.node)
        if record.size_cell:
            for arch in program.own_arches(record):
                self.check_cell(record, None, "size", record.size_cell, arch)

    def check_cell(self, record, row, kind, cell, arch):
        program = self.program
        node = row.node if row else record.size_node or record.node
        alternatives = program.alternatives(cell, record.columns, arch)
        if not any(alternative.set for alternative in alternatives):
            return
        for alternative in alternatives:
            if alternative.set:
                self.check_set(alternative.set, node)
                self.check_outside(record, row, node, alternative.set, arch, len(cell) > 1)
        for version in program.versions(record):
            there = program.active(record, row, arch, version) if row else True
            if not there or not program.exists(record, arch, version):
                continue
            naming = [a for a in alternatives if a.set and program.holds(a.set, version)]
            if len(naming) > 1:
                self.add("two values in a version", node)
            if not naming and kind in ("at", "bit", "mask") and all(a.set for a in alternatives):
                self.add("no value in a version", node)

    def check_outside(self, record, row, node, set_, arch, has_columns):
        """A value for versions in which its row is not declared. An open end claims nothing."""
        program = self.program
        declared = self.declared(record, row, arch)
        spans = program.spans(set_)
        if declared and spans:
            low, high = min(a for a, _ in declared), max(b for _, b in declared)
            begins = [low if not first else program.axis.find(first)[0]
                      for first, _ in set_.included if not first or program.axis.find(first)]
            ends = [high if not last else program.axis.find(last)[1]
                    for _, last in set_.included if not last or program.axis.find(last)]
            if begins and ends:
                for version in {v for span in spans for v in span} | {v for span in declared for v in span}:
                    if (min(begins) <= version < max(ends) and program.holds(set_, version)
                            and any(a <= version < b for a, b in program.arches[arch].ranges)
                            and not any(a <= version < b for a, b in declared)):
                        self.add("a value outside of the row's versions", node)
        if has_columns and spans and not any(a < high and low < b for low, high in spans
                                             for a, b in program.arches[arch].ranges):
            self.add("a value for versions without the arch", node)

    def declared(self, record, row, arch):
        """The versions that an `in` gives a row, or what it stands in; a slot has those of all its rows."""
        key = record, row, arch
        if key not in self.spans:
            self.spans[key] = self.declared_spans(record, row, arch)
        return self.spans[key]

    def declared_spans(self, record, row, arch):
        program = self.program
        while row:
            rows = [other for other in walk_rows(record) if row.slot and other.slot is row.slot] or [row]
            spans = []
            for other in rows:
                clause = other.node.clause("in") or (other.slot.clause("in") if other.slot else None)
                set_ = program.declared(clause, record.columns, arch) if clause else None
                spans += program.spans(set_) if set_ else []
            if spans or any(other.clause("in") for other in rows):
                return spans
            row = row.holder
        clause = record.node.clause("in")
        if clause:
            set_ = program.declared(clause, record.columns, arch)
            return program.spans(set_) if set_ else []
        return [(0, END)]

    def check_ever(self, record, row):
        """A row whose versions are none of the structure's."""
        program = self.program
        if not row.clause("in"):
            return
        arches = program.own_arches(record)
        by_column = len(row.clause("in").sets) > 1
        for group in [[arch] for arch in arches] if by_column else [arches]:
            versions = [(arch, version) for arch in group for version in program.versions(record)
                        if program.exists(record, arch, version)]
            named = any(self.declared(record, row, arch) for arch in group)
            if versions and named and not any(program.active(record, row, arch, version) for arch, version in versions):
                self.add("a row in no version of its structure", row.node)

    # -- bits

    def check_mask(self, record, row):
        """Bit, mask and width of a bit-field against each other and the type."""
        if not row.is_bits:
            return
        program, width = self.program, row.node.clause("width")
        for arch in program.own_arches(record):
            for version in program.versions(record):
                if not (program.exists(record, arch, version) and program.present(record, row, arch, version)):
                    continue
                _, bit = program.stated(record, row, "bit", arch, version)
                _, mask = program.stated(record, row, "mask", arch, version)
                size = program.measure_row(record, row, arch, version)[0]
                first, count = bit, width.number if width else 1
                if mask is not UNKNOWN:
                    low = (mask & -mask).bit_length() - 1 if mask else 0
                    run = mask >> low
                    if not mask or run & (run + 1):
                        self.add("a mask is no run of bits", row.node)
                    elif (bit is not UNKNOWN and bit != low) or (width and width.number != run.bit_length()):
                        self.add("mask, bit and width disagree", row.node)
                    first, count = low, run.bit_length()
                if first is not UNKNOWN and size is not UNKNOWN and first + count > size * 8:
                    self.add("a bit-field does not fit its type", row.node)

    # -- types and enumerations

    def check_integer(self, node):
        for column in node.cell:
            if any(alternative.value not in (1, 2, 4, 8) for alternative in column):
                self.add("no integer has that size", node)

    def check_enum(self, node):
        program = self.program
        found = {0}
        program.node_endpoints(node, found)
        arches = [arch for arch in program.arches if node.names is None or arch in node.names]
        for enumerator in node.rows:
            clause = enumerator.clause("in")
            for set_ in clause.sets if clause else ():
                if set_:
                    self.check_set(set_, enumerator)
        for arch in arches:
            for version in sorted(v for v in found if v < END):
                self.check_values(node, arch, version)

    def check_values(self, node, arch, version):
        program, seen, previous = self.program, {}, -1
        clause = node.clause("in")
        if clause and not program.in_versions(clause, node.names, arch, version):
            return
        base = program.types[node.base].base if node.base else None
        is_signed = (base == "signed" or (base == "char" and program.measure(node.base, arch, version)[0] == 1) if base else
                     any(a.value < 0 for row in node.rows for column in row.cell or () for a in column
                         if isinstance(a.value, int)))
        for enumerator in node.rows:
            clause = enumerator.clause("in")
            value = previous + 1
            if enumerator.cell:
                value = program.number(enumerator.cell, node.names, arch, version)
            if clause and not program.in_versions(clause, node.names, arch, version):
                continue
            if value is None:
                continue
            previous = value
            if value in seen:
                self.add("a value twice", enumerator, seen[value])
            seen.setdefault(value, enumerator)
            bits = program.measure(node.base, arch, version)[0] * 8 if node.base else 32
            low, high = (-1 << (bits - 1), 1 << (bits - 1)) if is_signed else (0, 1 << bits)
            if not low <= value < high:
                self.add("a value does not fit its type", enumerator)

    # -- bytes

    def check_layout(self, record, layout, arch, version):
        leaves = []
        self.check_aggregate(layout.entries, record.is_union, 0, None, leaves, (), arch)
        self.check_owners(leaves, record)
        names = {}
        for entry, _ in leaves:
            name = entry.row.node.name
            if name and name in names:
                self.add("a name twice in a version", entry.row.node, names[name])
            names.setdefault(name, entry.row.node)
            type_ = self.program.records.get(entry.row.node.type)
            if type_ and not entry.row.node.stars and not self.program.exists(type_, arch, version):
                self.add("a type that is not there", entry.row.node, type_.node)
        size_node = record.size_node or record.node
        if layout.stated is not None:
            past = [entry for entry, _ in leaves if self.end(entry) is not UNKNOWN and self.end(entry) > layout.stated]
            for entry in past:
                self.add("bytes past the size", entry.row.node, size_node)
            if not past and layout.end is not UNKNOWN and record.rows:
                guesses = max((self.guess(entry, arch) for entry, _ in leaves), default=1)
                if layout.stated not in rounded(layout.end, layout.align, guesses):
                    last = [entry.row.node for entry, _ in leaves if self.end(entry) == layout.end]
                    self.add("the size is not the rounded end", size_node, *last)

    @staticmethod
    def end(entry):
        return UNKNOWN if entry.offset is UNKNOWN or entry.size is UNKNOWN else entry.offset + entry.size

    def guess(self, entry, arch):
        """The most that an entry could be aligned to: `bytes` have no type that would tell, anything else its own."""
        is_guess = entry.row.node.kind == "bytes" and not entry.row.node.clause("align")
        return self.program.arches[arch].most if is_guess else entry.align

    def check_aggregate(self, entries, is_union, base, node, leaves, path, arch):
        """Alignment and holes of an aggregate's entries; its leaves, with what they lie in, are added to `leaves`."""
        for entry in entries:
            if entry.row.is_anonymous:
                self.check_aggregate(entry.entries, entry.row.node.kind == "union", entry.offset, entry.row.node,
                                     leaves, path + (entry,), arch)
            else:
                leaves.append((entry, path))
            if entry.offset is UNKNOWN:
                continue
            if entry.offset % entry.align:
                self.add("not aligned", entry.row.node)
            if is_union and base is not UNKNOWN and entry.offset != base:
                self.add("not at the beginning of its union", entry.row.node, node)
            if base is not UNKNOWN and entry.offset < base:
                self.add("before what it lies in", entry.row.node, node)
        if not is_union and base is not UNKNOWN:
            self.check_holes(entries, base, node, arch)
        self.check_bits(entries)

    def check_holes(self, entries, base, node, arch):
        """Bytes between entries that belong to none and are not what alignment demands. What lies nobody knows where may
        fill them, as far as it can."""
        lost = [entry.size for entry in entries if entry.offset is UNKNOWN]
        if UNKNOWN in lost or any(entry.size is UNKNOWN for entry in entries):
            return
        owned, above, holes = base, node, []
        for entry in sorted((e for e in entries if e.offset is not UNKNOWN), key=lambda entry: entry.offset):
            natural = rounded(owned - base, entry.align, self.guess(entry, arch))
            if entry.offset > owned and entry.offset - base not in natural:
                holes.append((entry.offset - owned, entry.row.node, above))
            if entry.offset + entry.size >= owned:
                owned, above = entry.offset + entry.size, entry.row.node
        if sum(size for size, _, _ in holes) > sum(lost):
            for _, below, above in holes:
                self.add("bytes that nobody owns", below, above)

    def check_bits(self, entries):
        """Bits of a storage unit below some bit-field that nothing has but members as large as the unit. Bit-fields of
        which nobody knows where they lie may have them."""
        fields = [entry for entry in entries if entry.row.is_bits and not entry.row.is_anonymous]
        if any(entry.offset is UNKNOWN or entry.size is UNKNOWN for entry in fields):
            return
        for unit in {(entry.offset, entry.size) for entry in fields}:
            owned, behind = 0, []
            for entry in entries:
                bits = self.bits_in(entry, *unit)
                if bits is UNKNOWN:
                    return
                owned |= bits
                if entry in fields and (entry.offset, entry.size) == unit:
                    behind.append(entry)
            behind.sort(key=lambda entry: entry.bit)
            for entry, above in zip(behind, [None] + behind):
                if entry.bit and not owned >> entry.bit - 1 & 1:
                    self.add("bits that nobody owns", entry.row.node, above.row.node if above else None)

    def bits_in(self, entry, offset, size):
        """The bits of a unit that an entry has as a part of it, as a mask; UNKNOWN where nobody knows which."""
        if entry.offset is UNKNOWN or entry.size is UNKNOWN:
            return 0
        begin, count = (entry.offset - offset) * 8, entry.size * 8
        if entry.width:
            if entry.bit is UNKNOWN:
                return UNKNOWN
            begin, count = begin + entry.bit, entry.width
        elif entry.size >= size:
            return 0
        bits = (1 << count) - 1
        return (bits << begin if begin >= 0 else bits >> -begin) & (1 << size * 8) - 1

    def check_owners(self, leaves, record):
        """No byte and no bit has two owners that are not alternatives in a union."""
        owners = {}
        for leaf in leaves:
            entry = leaf[0]
            if self.end(entry) is UNKNOWN:
                continue
            for byte in range(entry.offset, entry.offset + entry.size):
                for other in owners.get(byte, ()):
                    if other is not leaf and self.clash(leaf, other, record):
                        self.add("a byte twice" if not entry.width else "a bit twice",
                                 entry.row.node, other[0].row.node)
                owners.setdefault(byte, []).append(leaf)

    @staticmethod
    def clash(leaf, other, record):
        (entry, path), (partner, others) = leaf, other
        depth = 0
        while depth < min(len(path), len(others)) and path[depth] is others[depth]:
            depth += 1
        shared_is_union = path[depth - 1].row.node.kind == "union" if depth else record.is_union
        if shared_is_union:
            return False
        if not (entry.width and partner.width):
            return True
        if entry.bit is UNKNOWN or partner.bit is UNKNOWN:
            return False
        first, second = entry.offset * 8 + entry.bit, partner.offset * 8 + partner.bit
        return first < second + partner.width and second < first + entry.width

    # -- remarks

    def check_remarks(self, record):
        """Compares the claims `previously`, `next`, `next in` and `last` with the rows."""
        by_name = {}
        for row in walk_rows(record):
            by_name.setdefault(row.node.name, []).append(row)
        for row in walk_rows(record):
            for clause in row.node.clauses + (row.slot.clauses if row.slot else []):
                rows = by_name[row.node.name]
                if clause.kind in ("previously", "next") and row.node.name:
                    self.check_neighbours(record, row, clause, rows)
                elif clause.kind == "next in":
                    self.check_next_in(record, row, clause, by_name.get(clause.name, []))
                elif clause.kind == "last":
                    self.check_last(record, row, clause)

    def stretches(self, record, rows, arch):
        """Runs of versions [(row, versions)] in which one of the rows is there, ascending."""
        found, above = [], None
        for version in self.program.versions(record):
            row = None
            if self.program.exists(record, arch, version):
                row = next((row for row in rows if self.program.present(record, row, arch, version)), None)
            if row and row is above:
                found[-1][1].append(version)
            elif row:
                found.append((row, [version]))
            above = row
        return found

    def offset(self, record, row, arch, version):
        layout = self.program.lay_out(record, arch, version)
        return next((entry.offset for entry in walk_entries(layout.entries) if entry.row is row), UNKNOWN)

    def check_neighbours(self, record, row, clause, rows):
        program, before = self.program, clause.kind == "previously"
        idle, met = set(), set()
        for column in clause.cell:
            for alternative in column:
                if alternative.set:
                    self.check_set(alternative.set, row.node)
        for arch in program.own_arches(record):
            alternatives = program.alternatives(clause.cell, record.columns, arch)
            stretches = self.stretches(record, rows, arch)
            for i, (own, _) in enumerate(stretches):
                if own is not row:
                    continue
                others = stretches[:i][::-1] if before else stretches[i + 1:]
                for alternative in alternatives:
                    spoken = self.spoken(alternative, clause, record, arch, others, row, before)
                    for other, version in spoken:
                        self.compare_claim(record, row, clause, alternative, other, arch, version)
                    if spoken:
                        met.add(alternative)
                    elif alternative.set or not others:
                        idle.add(alternative)
        for alternative in idle - met:
            if isinstance(alternative.value, int):
                self.add("a remark about no row", row.node)

    def spoken(self, alternative, clause, record, arch, others, row, before):
        """Returns the subjects of a claim: [(row, version)]; others: the stretches on its side, the nearest first."""
        if alternative.set:
            return [(other, version) for other, versions in others if other is not row
                    for version in versions if self.program.holds(alternative.set, version)]
        if not others or others[0][0] is row:
            return []
        other, versions = others[0]
        version = versions[-1] if before else versions[0]
        if self.program.pick(clause.cell, record.columns, arch, version) is not alternative:
            return []
        return [(other, version)]

    def compare_claim(self, record, row, clause, alternative, other, arch, version):
        if clause.name and clause.name != other.node.type:
            self.add("a remark about a type", row.node, other.node)
        offset = self.offset(record, other, arch, version)
        if alternative.value != "?" and offset is not UNKNOWN and offset != alternative.value:
            self.add("a remark about an offset", row.node, other.node)

    def check_next_in(self, record, row, clause, targets):
        """Just after the row's versions the other member is there."""
        program, met = self.program, not targets
        if not targets:
            self.add("a remark about no row", row.node)
        for arch in program.own_arches(record):
            versions = program.versions(record)
            for _, stretch in self.stretches(record, [row], arch):
                after = versions.index(stretch[-1]) + 1
                if not targets or after == len(versions) or not program.exists(record, arch, versions[after]):
                    continue
                met = True
                if not any(program.present(record, target, arch, versions[after]) for target in targets):
                    self.add("a remark about a member", row.node, *[target.node for target in targets])
        if not met:
            self.add("a remark about no row", row.node)

    def check_last(self, record, row, clause):
        """Nothing begins behind the row."""
        set_, met = clause.sets[0], False
        if set_:
            self.check_set(set_, row.node)
        for arch in self.program.own_arches(record):
            for _, versions in self.stretches(record, [row], arch):
                for version in versions:
                    if set_ and not self.program.holds(set_, version):
                        continue
                    met = True
                    entries = list(walk_entries(self.program.lay_out(record, arch, version).entries))
                    own = next(entry for entry in entries if entry.row is row)
                    for other in entries:
                        if other.offset is not UNKNOWN and own.offset is not UNKNOWN and is_behind(other, own):
                            self.add("a remark about the last member", row.node, other.row.node)
        if not met:
            self.add("a remark about no row", row.node)


def is_behind(entry, own):
    if entry.width and own.width and entry.offset == own.offset and None not in (entry.bit, own.bit):
        return entry.bit > own.bit
    return entry.offset >= own.offset + max(own.size or 0, 1)


def walk_entries(entries):
    for entry in entries:
        yield entry
        yield from walk_entries(entry.entries)


def rounded(value, align, most):
    """A value rounded up to an alignment, or to one above it up to `most`."""
    found = {round_up(value, align)}
    while align < most:
        align *= 2
        found.add(round_up(value, align))
    return found


def walk_rows(record):
    def walk(rows):
        for row in rows:
            yield row
            yield from walk(row.rows)
    return walk(record.rows)
