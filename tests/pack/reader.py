"""Reads packs by runtime/pack.md alone: neither strata nor strata_pack.h has a part in it.

What a comparison with the specs would not come upon is checked: how the parts lie, their order, alignments, and that every
name is found. What is not as the page says is a ValueError.
"""
import struct

PARTS = ('texts', 'arches', 'versions', 'targets', 'sightings', 'evidence', 'kernels', 'twins', 'identities', 'types', 'type_index', 'layouts', 'ranges', 'members',
         'member_index', 'runs', 'shapes', 'values')
RECORDS = {'texts': 'B', 'arches': 'IBBH', 'versions': 'QII', 'targets': 'Q', 'sightings': 'Q', 'evidence': 'II',
           'kernels': 'QQ', 'twins': 'QQ', 'identities': '16sIIIIQ', 'types': 'IBBBBIIIII',
           'type_index': 'I', 'layouts': 'III', 'ranges': 'II', 'members': 'II', 'member_index': 'I', 'runs': 'II',
           'shapes': 'IIIIIIBBH', 'values': 'Q'}
# Parts after those of the header, by their number.
MORE = ('addresses', 'points', 'tables', 'cells', 'answers', 'columns', 'grades')
MORE_RECORDS = ('QII', 'Q', 'IIIIII', 'B', 'II', 'H', 'B')
HEADER = 168
GRADES = ('ATTESTED', 'BRACKETED', 'INTERPOLATED', 'EXTRAPOLATED', 'DISPUTED')
OF_KERNEL, NO_ARCH = 0xFFFFFFFE, 0xFFFFFFFD
NONE = REST = 0xFFFFFFFF
KINDS = ('struct', 'union', 'enum', 'flags')
PROVENANCES = ('documented', 'inferred', 'corrected')
WORD = (1 << 64) - 1
OWN = object()  # the layout that the ranges give the version itself


def must(condition, what):
    if not condition:
        raise ValueError(what)


def checksum(data):
    total = 0
    for i, (word,) in enumerate(struct.iter_unpack('<Q', data)):
        if i != 2:
            total = (total ^ word) * 0x9E3779B97F4A7C15 & WORD
            total ^= total >> 32
    return total


def name_hash(name):
    value = 0
    for byte in name.encode():
        value = ((value << 7 | value >> 57) & WORD) ^ byte
    return value * 0x9E3779B97F4A7C15 & WORD


def find_name(index, names, name):
    """The number of a name by a hash table, as a program would find it; None where it is not there."""
    wanted = name_hash(name)
    for i in range(len(index)):
        entry, = index[(wanted >> 32) + i & len(index) - 1]
        if entry == 0:
            return None
        if entry >> 16 == wanted >> 48 and names[(entry & 0xFFFF) - 1] == name:
            return (entry & 0xFFFF) - 1
    return None


class Place:
    """A member of a layout: its offset and its type."""

    def __init__(self, pack, shape, offset):
        high, self.size, self.count, self.columns, text, self.type, kind, provenance, _ = shape
        self.tag, self.width, self.bit, self.unit = high >> 24, high >> 16 & 0x7F, high >> 8 & 0xFF, high & 0xFF
        self.is_signed = bool(high >> 23 & 1)
        self.text, self.kind, self.provenance = pack.text(text), kind, PROVENANCES[provenance]
        self.offset = offset


class Type:
    def __init__(self, pack, number):
        name, kind, self.index_low, self.index_bits, flags, member, first, layout, index, evidence = pack.types[number]
        end = pack.types[number + 1]
        self.pack, self.name, self.kind = pack, pack.text(name), KINDS[kind]
        tables = [table for table in pack.tables if table[0] == number]
        must(len(tables) == (flags & 1), 'a type has no table, or several, or one that it does not speak of')
        self.table = tables[0] if tables else None
        self.ranges = pack.ranges[first:end[6]]
        self.layouts = pack.layouts[layout:end[7]]
        self.first_member, self.member_count = member, end[5] - member
        self.members = [pack.text(pack.members[i][0]) for i in range(member, end[5])]
        self.index = pack.member_index[index:end[8]]
        (seen, documented), (after, _) = pack.evidence[evidence:evidence + 2]
        self.seen = [t for t, in pack.sightings[seen:documented]]
        self.documented = [t for t, in pack.sightings[documented:after]]

    def on(self, arch):
        """The ranges of an architecture: first version, number of a layout or None."""
        targets = [(self.pack.targets[t][0], layout) for t, layout in self.ranges]
        return [(t & (1 << 56) - 1, None if layout == NONE else layout) for t, layout in targets if t >> 56 == arch]

    def layout_at(self, arch, version):
        found = [layout for first, layout in self.on(arch) if first <= version]
        return found[-1] if found else None

    def kernel(self, arch, version):
        """The version by which a version is looked up: the first step of the page."""
        seen = [t & (1 << 56) - 1 for t in self.seen if t >> 56 == arch]
        build = {system >> 16: kernel for system, kernel in self.pack.kernels}.get(version >> 16)
        if build is None or not seen or any(v >> 16 == version >> 16 for v in seen):
            return version
        return build | version & 0xFFFF

    def stand(self, arch, version, member=None):
        """(layout or None, basis) by the ten steps of the page; of an enum the layout that the ranges give. With the
        number of a member, the basis is that of the member."""
        if self.table:
            return self.look_up(arch, version, member)
        version = self.kernel(arch, version)
        layout, basis = self.stand_as(arch, version)
        if member is not None and basis == 'DISPUTED':
            _, basis = self.stand_as(arch, version, lambda number: self.key(member, number), layout)
        return self.layout_at(arch, version) if self.kind in ('enum', 'flags') else layout, basis

    def look_up(self, arch, version, member):
        """The same of a type that has a table."""
        answer = self.answer(arch, version)
        if answer[0] == OF_KERNEL:
            build = {system >> 16: kernel for system, kernel in self.pack.kernels}.get(version >> 16)
            answer = answer if build is None else self.answer(arch, build | version & 0xFFFF)
        layout, first = answer
        if layout == NO_ARCH:
            return None, 'EXTRAPOLATED'
        if version == (1 << 56) - 1:
            return None, 'DISPUTED'
        is_there = layout < NO_ARCH
        column = self.pack.columns[self.table[4] + member][0] if is_there and member is not None else 0
        return layout if is_there else None, GRADES[self.pack.grades[first + column][0]]

    def answer(self, arch, version):
        """(layout or what stands for it, index of the first grade) of the last point."""
        points = [i for i, (point,) in enumerate(self.pack.points) if point <= arch << 56 | version]
        if not points or self.pack.points[points[-1]][0] >> 56 != arch:
            return NO_ARCH, 0
        _, cell, answer, count, _, _ = self.table
        if count > 256:
            low, high = (self.pack.cells[cell + 2 * points[-1] + i][0] for i in (0, 1))
            number = low | high << 8
        else:
            number = self.pack.cells[cell + points[-1]][0]
        return self.pack.answers[answer + (number if number < count else 0)]

    def key(self, member, layout):
        """What two layouts must have in common to agree in a member."""
        run = None if layout is None else self.run(member, layout)
        if run is None:
            return None
        shape = self.pack.shapes[run[0]]
        tag = shape[0] >> 24
        if tag >= 0xE0:
            return None if tag == 0xF0 else 'unknown'
        extent = shape[1:3] if tag not in (0x00, 0x40) else ()
        return run[1], shape[0], extent, shape[5] if tag in (0x20, 0x30) else None

    def stand_as(self, arch, version, key=lambda layout: layout, chosen=OWN):
        """The same for the version of a kernel, by the steps after the first. Layouts with one `key` count as equal."""
        seen = [t & (1 << 56) - 1 for t in self.seen if t >> 56 == arch]
        runs = [(first & (1 << 56) - 1, end & (1 << 56) - 1)
                for first, end in zip(self.documented[::2], self.documented[1::2]) if first >> 56 == arch]
        own = [v for v in seen if v >> 16 == version >> 16]
        if version in seen:
            return self.layout_at(arch, version), 'DISPUTED' if self.is_ambiguous(arch, version, key) else 'ATTESTED'
        if own and version & 0xFFFF in (0, 0xFFFF):
            differ = not self.is_even(arch, version, key) or any(self.is_ambiguous(arch, v, key) for v in own)
            return self.layout_at(arch, own[-1]), 'DISPUTED' if differ else 'INTERPOLATED'
        own_layout = self.layout_at(arch, version) if chosen is OWN else chosen
        layout, basis = self.between(arch, version, seen, runs, key, own_layout)
        return layout, 'DISPUTED' if version & 0xFFFF == 0xFFFF and not self.is_even(arch, version, key) else basis

    def is_even(self, arch, version, key):
        """True if the ranges give all revisions of the build the same layout."""
        build = version & ~0xFFFF
        first = key(self.layout_at(arch, build))
        return all(key(layout) == first for at, layout in self.on(arch) if build < at <= build | 0xFFFF)

    def is_ambiguous(self, arch, version, key):
        """True if the pack has another kernel of an attested version with another layout."""
        twins = [other for one, other in self.pack.twins
                 if one == arch << 56 | version and one in self.seen and other in self.seen]
        return any(key(self.layout_at(t >> 56, t & (1 << 56) - 1)) != key(self.layout_at(arch, version)) for t in twins)

    def between(self, arch, version, seen, runs, key, own):
        """(layout or None, basis) of a version that is not attested, nor a build with attested revisions."""
        is_documented = any(first <= version < end for first, end in runs)
        before = [(v, True) for v in seen if v < version]
        after = [(v, True) for v in seen if v > version]
        if not is_documented:
            before += [(end - 1, False) for _, end in runs if end <= version]
            after += [(first, False) for first, _ in runs if first > version]
        layout, basis = self.judge(arch, version, before, after, is_documented, key, own)
        near = max(before)[:1] if before else ()
        near += min(after)[:1] if after else ()
        return layout, 'DISPUTED' if any(self.is_ambiguous(arch, v, key) for v in near) else basis

    def judge(self, arch, version, before, after, is_documented, key, own):
        """The same, as if no other kernels had the versions beside it. `own` is the layout of the version."""
        older, newer = max(before, default=None), min(after, default=None)
        of_own = [side for side in (older, newer) if side and side[0] >> 16 == version >> 16]
        if is_documented and not of_own:
            return own, 'INTERPOLATED'
        if len(of_own) == 1:
            return own, 'INTERPOLATED' if key(own) == key(self.layout_at(arch, of_own[0][0])) else 'DISPUTED'
        if not older or not newer:
            return own, 'EXTRAPOLATED'
        layouts = [self.layout_at(arch, v) for v, _ in (older, newer)]
        keys = [key(layout) for layout in layouts]
        if key(own) not in keys:
            return own, 'DISPUTED'
        if keys[0] == keys[1]:
            return own, 'BRACKETED' if of_own and older[1] and newer[1] else 'INTERPOLATED'
        begin = newer[0] if older[0] >> 16 == newer[0] >> 16 else newer[0] & ~0xFFFF
        is_change = [self.layout_at(arch, begin - 1), self.layout_at(arch, begin)] == layouts
        return layouts[1] if is_change else own, 'DISPUTED'

    def find(self, name):
        """The number of a member."""
        return find_name(self.index, self.members, name)

    def run(self, member, layout):
        """(number of a shape, offset or number of a value), or None where the member is absent."""
        first, end = self.pack.members[self.first_member + member][1], self.pack.members[self.first_member + member + 1][1]
        found = [(word & 0xFFFFF, value) for value, word in self.pack.runs[first:end] if word >> 20 <= layout]
        return found[-1] if found and found[-1][0] != 0 else None

    def place(self, member, layout):
        run = self.run(member, layout)
        return None if run is None else Place(self.pack, self.pack.shapes[run[0]], run[1])

    def value(self, member, layout):
        run = self.run(member, layout)
        return None if run is None else self.pack.values[run[1]][0]


class Pack:
    def __init__(self, data):
        magic, form, size, total = struct.unpack_from('<8sIIQ', data)
        must(magic == b'\x89STRPACK' and form in (2, 3), 'no pack of format 2 or 3')
        must(size == len(data) and size % 8 == 0, 'the size is wrong')
        must(total == checksum(data), 'the checksum is wrong')
        end = HEADER
        for i, name in enumerate(PARTS):
            offset, count = struct.unpack_from('<II', data, 24 + 8 * i)
            length = struct.calcsize('<' + RECORDS[name]) * count
            must(offset == (end + 7) // 8 * 8, name + ' does not follow the part before')
            must(not any(data[end:offset]), 'no zeros before ' + name)
            end = offset + length
            must(end <= size, name + ' does not end within the file')
            setattr(self, name, list(struct.iter_unpack('<' + RECORDS[name], data[offset:end])))
        self.take_more(data, end + -end % 8)
        must(form == (3 if self.tables else 2), 'tables, and the format of packs without them')
        self.bytes = bytes(b for b, in self.texts)
        must(self.bytes[:1] == b'\0' == self.bytes[-1:], 'texts do not begin and end with a NUL')
        self.all = [Type(self, i) for i in range(len(self.types) - 1)]
        self.by_name = {t.name: t for t in self.all}
        must(len(self.by_name) == len(self.all), 'two types of one name')
        must(all(align and not align & align - 1 for _, _, align in self.layouts), 'an alignment is no power of two')
        must(self.targets == sorted(set(self.targets)), 'targets do not ascend')
        for first, second in zip(self.evidence, self.evidence[1:]):
            must(first[0] <= first[1] <= second[0] and (second[0] - first[1]) % 2 == 0, 'evidence')
        must(self.evidence[0][0] == 0 and self.evidence[-1] == (len(self.sightings),) * 2, 'evidence')
        names = [t.name for t in self.all]
        must(all(find_name(self.type_index, names, n) == i for i, n in enumerate(names)), 'the index of types')
        self.verify_tables()
        for kind in self.all:
            must(all(kind.find(n) == i for i, n in enumerate(kind.members) if n), 'the index of ' + kind.name)

    def take_more(self, data, at):
        """Takes the parts after those of the header, in the order of their numbers."""
        for name in MORE:
            setattr(self, name, [])
        last = 0
        while at < len(data):
            number, length = struct.unpack_from('<II', data, at)
            must(last < number <= len(MORE) and length > 0, 'a part after those of the header')
            last, record = number, '<' + MORE_RECORDS[number - 1]
            must(length % struct.calcsize(record) == 0, 'a part does not end with a record')
            setattr(self, MORE[number - 1], list(struct.iter_unpack(record, data[at + 8:at + 8 + length])))
            at += 8 + length + -length % 8
        must(at == len(data), 'something stands behind the last part')
        self.addresses = [(name, target, address) for target, name, address in self.addresses]

    def verify_tables(self):
        must(self.points == sorted(set(self.points)), 'points do not ascend')
        must(all(grade < len(GRADES) for grade, in self.grades), 'a grade')
        must(self.tables == sorted(self.tables), 'tables do not ascend')
        answers = columns = 0
        for of, cell, answer, count, column, width in self.tables:
            kind = self.all[of]
            must(kind.kind in KINDS[:2], 'an enum has a table')
            must(answer == answers and count > 0 and column == columns, 'the answers and columns of a table')
            answers, columns = answers + count, columns + kind.member_count
            for layout, first in self.answers[answer:answers]:
                must(layout < len(kind.layouts) or layout >= NO_ARCH, 'the layout of an answer')
                must(first + width <= len(self.grades), 'the grades of an answer')
            must(all(number < width for number, in self.columns[column:columns]), 'a column')
            size = 2 if count > 256 else 1
            cells = bytes(b for b, in self.cells[cell:cell + size * len(self.points)])
            must(len(cells) == size * len(self.points), 'the cells of a table')
            numbers = [number for number, in struct.iter_unpack('<H' if size == 2 else '<B', cells)]
            must(max(numbers) < count and set(numbers) | {0} == set(range(count)), 'an answer that no cell has')
        must((answers, columns) == (len(self.answers), len(self.columns)), 'answers or columns of no table')

    def text(self, offset):
        return self.bytes[offset:self.bytes.index(b'\0', offset)].decode()
