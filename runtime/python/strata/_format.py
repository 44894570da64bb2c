# SPDX-License-Identifier: 0BSD
"""The parts of a pack as arrays, and the checks of pack.md. The other modules ask for layouts and names."""
import struct
import sys
from array import array
from typing import Dict, Iterable, List, Sequence, Tuple

FORMATS = (2, 3)  # without and with tables
MAGIC = b'\x89STRPACK'
HEADER = 168
NONE = 0xFFFFFFFF
WORD = (1 << 64) - 1

_PARTS = (('texts', 'B'), ('arches', 'IBBH'), ('versions', 'QII'), ('targets', 'Q'), ('sightings', 'Q'),
          ('evidence', 'I I'), ('kernels', 'QQ'), ('twins', 'QQ'), ('identities', '16sIIIIQ'), ('types', 'IBBBBIIIII'),
          ('type_index', 'I'), ('layouts', 'I I I'), ('ranges', 'I I'), ('members', 'I I'), ('member_index', 'I'),
          ('runs', 'I I'), ('shapes', 'BBBBIIIIIBBBB'), ('values', 'Q'))
_MORE = (('address_records', 'QII'), ('points', 'Q'), ('tables', 'I I I I I I'), ('cells', 'B'), ('answers', 'I I'),
         ('columns', 'H'), ('grades', 'B'))
# In the answer of a table in place of a layout.
OF_KERNEL, NO_ARCH = 0xFFFFFFFE, 0xFFFFFFFD


class PackError(ValueError):
    """The bytes are no pack of this format, or a damaged one."""


def _must(condition: bool, what: str) -> None:
    if not condition:
        raise PackError('damaged pack: ' + what)


def _words(kind: str, data: memoryview) -> 'array[int]':
    words = array(kind)
    words.frombytes(data)
    if sys.byteorder == 'big':
        words.byteswap()
    return words


def _checksum(words: Iterable[int], total: int = 0) -> int:
    for word in words:
        total = (total ^ word) * 0x9E3779B97F4A7C15 & WORD
        total ^= total >> 32
    return total


def name_hash(name: str) -> int:
    value = 0
    for byte in name.encode():
        value = ((value << 7 | value >> 57) & WORD) ^ byte
    return value * 0x9E3779B97F4A7C15 & WORD


class Tables:
    """The parts of a pack. Parts of equal numbers are flat arrays: record i of `runs` is runs[2 * i:2 * i + 2]."""

    texts: bytes
    arches: List[Tuple[int, int, int, int]]
    versions: List[Tuple[int, int, int]]
    targets: 'array[int]'
    sightings: 'array[int]'
    evidence: 'array[int]'
    kernels: List[Tuple[int, int]]
    twins: List[Tuple[int, int]]
    identities: List[Tuple[bytes, int, int, int, int, int]]
    types: List[Tuple[int, ...]]
    type_index: 'array[int]'
    layouts: 'array[int]'
    ranges: 'array[int]'
    members: 'array[int]'
    member_index: 'array[int]'
    runs: 'array[int]'
    shapes: List[Tuple[int, ...]]
    values: 'array[int]'
    address_records: List[Tuple[int, int, int]]
    addresses: Dict[str, Dict[int, int]]
    points: 'array[int]'
    tables: 'array[int]'
    cells: 'array[int]'
    answers: 'array[int]'
    columns: 'array[int]'
    grades: 'array[int]'

    def __init__(self, data: bytes, trusted: bool) -> None:
        """Takes the parts of a pack. If it is not trusted, checks everything that pack.md demands."""
        if len(data) < HEADER or data[:8] != MAGIC:
            raise PackError('not a pack')
        form, size, checksum = struct.unpack_from('<IIQ', data, 8)
        if form not in FORMATS:
            raise PackError('a pack of format %d; this reader has formats %d and %d' % ((form,) + FORMATS))
        _must(HEADER <= size <= len(data) and size % 8 == 0, 'it is cut short')
        view = memoryview(data)[:size]
        if not trusted:
            words = _words('Q', view)
            _must(_checksum(words[3:], _checksum(words[:2])) == checksum, 'the checksum differs')
        for i, (name, record) in enumerate(_PARTS):
            offset, count = struct.unpack_from('<II', data, 24 + 8 * i)
            length = struct.calcsize('<' + record) * count
            _must(HEADER <= offset <= size and length <= size - offset, name + ' does not end within the pack')
            self._take_part(name, record, view[offset:offset + length])
        self._take_more(view, offset + length)
        if not trusted:
            self._verify()
        self.addresses = {}
        for target, at, address in self.address_records:
            self.addresses.setdefault(self.text(at), {})[target] = address

    def _take_part(self, name: str, record: str, part: memoryview) -> None:
        kind = set(record.replace(' ', ''))
        if name == 'texts':
            self.texts = bytes(part)
        elif len(kind) == 1 and (' ' in record or len(record) == 1):
            setattr(self, name, _words(kind.pop(), part))
        else:
            setattr(self, name, list(struct.iter_unpack('<' + record, part)))

    def _take_more(self, view: memoryview, at: int) -> None:
        """Takes the parts that follow those of the header, from the end of the last one on."""
        for name, record in _MORE:
            self._take_part(name, record, view[:0])
        at += -at % 8
        while at < len(view):
            number, length = struct.unpack_from('<II', view, at)
            at += 8
            _must(length <= len(view) - at, 'a part does not end within the pack')
            if 1 <= number <= len(_MORE):
                name, record = _MORE[number - 1]
                self._take_part(name, record, view[at:at + length - length % struct.calcsize('<' + record)])
            at += length + -length % 8

    def text(self, offset: int) -> str:
        return self.texts[offset:self.texts.index(b'\0', offset)].decode(errors='replace')

    # ---- Verification

    def _verify(self) -> None:
        texts = len(self.texts)
        _must(self.texts[-1:] == b'\0', 'texts do not end')
        _must(bool(self.types and self.members) and len(self.shapes) >= 2, 'a part is empty')
        names = [record[0] for record in self.arches] + [record[1] for record in self.versions]
        names += [record[0] for record in self.types] + [record[7] for record in self.shapes]
        _must(max(names) < texts and max(self.members[::2]) < texts, 'a name lies outside')
        for column, last in ((5, len(self.members) // 2 - 1), (6, len(self.ranges) // 2),
                             (7, len(self.layouts) // 3), (8, len(self.member_index))):
            _must(_rises([record[column] for record in self.types], last), 'the parts of types do not rise')
        _must(_rises(self.members[1::2], len(self.runs) // 2), 'the runs of members do not rise')
        _must(_ascends(self.targets), 'targets do not ascend')
        _must(all(align and not align & align - 1 for align in self.layouts[2::3]), 'an alignment is no power of two')
        self._verify_evidence()
        _must(_is_index(self.type_index, len(self.types) - 1), 'the index of types')
        for shape in self.shapes:
            _must(self._is_shape(shape), 'a shape')
        for record, after in zip(self.types, self.types[1:]):
            self._verify_type(record, after)
        self._verify_addresses()
        self._verify_tables()

    def _verify_addresses(self) -> None:
        _must(all(name < len(self.texts) for _, name, _ in self.address_records), 'the name of an address')
        keys = [(self.texts[name:self.texts.index(b'\0', name)], target) for target, name, _ in self.address_records]
        _must(all(a < b for a, b in zip(keys, keys[1:])), 'addresses do not ascend')

    def _verify_tables(self) -> None:
        """Cells are checked where they are read, because tables may share them."""
        _must([i for i, record in enumerate(self.types[:-1]) if record[4] & 1] == list(self.tables[::6]),
              'the tables of types')
        _must(_ascends(self.points), 'points do not ascend')
        _must(max(self.grades, default=0) <= 4, 'a grade')
        answers = columns = 0
        for i in range(0, len(self.tables), 6):
            index, cell, answer, count, column, width = self.tables[i:i + 6]
            record, after = self.types[index], self.types[index + 1]
            end = cell + len(self.points) * (2 if count > 256 else 1)
            _must(record[1] < 2 and width > 0 and end <= len(self.cells), 'the cells of a table')
            _must(count > 0 and answer == answers and answers + count <= len(self.answers) // 2, 'the answers of a table')
            _must(column == columns and columns + after[5] - record[5] <= len(self.columns), 'the columns of a table')
            answers += count
            columns += after[5] - record[5]
            _must(all(layout < after[7] - record[7] or layout >= NO_ARCH
                      for layout in self.answers[2 * answer:2 * answers:2]), 'the layout of an answer')
            _must(all(first < len(self.grades) and width <= len(self.grades) - first
                      for first in self.answers[2 * answer + 1:2 * answers:2]), 'the grades of an answer')
            _must(max(self.columns[column:columns], default=0) < width, 'a column')

    def _verify_evidence(self) -> None:
        _must(len(self.evidence) >= 2 and self.evidence[0] == 0, 'evidence')
        at = 0
        for i in range(0, len(self.evidence), 2):
            seen, documented = self.evidence[i:i + 2]
            _must(at <= seen <= documented <= len(self.sightings) and (seen - at) % 2 == 0, 'evidence')
            _must(_ascends(self.sightings[at:seen]) and _ascends(self.sightings[seen:documented]), 'sightings')
            at = documented
        _must(at == len(self.sightings), 'evidence')

    def _is_shape(self, shape: Sequence[int]) -> bool:
        unit, bit, width, tag, size, count, _, _, index, kind, provenance = shape[:11]
        types = len(self.types) - 1
        if kind > 6 or provenance > 2 or (index != NONE and index >= types):
            return False
        if tag in (0xE0, 0xF0):
            return True
        if (count == NONE and size == 0) or (tag in (0x00, 0x40) and count != 1):
            return False
        if tag in (0x00, 0x10):
            bits = width & 0x7F or unit * 8
            return unit in (1, 2, 4, 8) and size == unit and bit < 64 and bit + bits <= unit * 8
        if tag in (0x40, 0x50):
            return unit in (4, 8) and size == unit and not bit and not width
        return tag in (0x20, 0x30) and index != NONE and self.types[index][1] < 2 and \
            (tag == 0x30 or count in (1, NONE))

    def _verify_type(self, record: Sequence[int], after: Sequence[int]) -> None:
        _, kind, low, bits, _, member, first, layout, index, evidence = record
        layouts, members = after[7] - layout, after[5] - member
        _must(kind <= 3 and low <= 63 and low + bits <= 64, 'a type')
        _must(evidence < len(self.evidence) // 2 - 1, 'the evidence of a type')
        starts = self.ranges[2 * first:2 * after[6]:2]
        _must(_ascends(starts) and (not starts or starts[-1] < len(self.targets)), 'the ranges of a type')
        _must(all(n < layouts or n == NONE for n in self.ranges[2 * first + 1:2 * after[6]:2]), 'a range')
        _must(_is_index(self.member_index[index:after[8]], members), 'an index of members')
        for i in range(member, member + members):
            self._verify_runs(self.members[2 * i + 1], self.members[2 * i + 3], layouts, kind > 1)

    def _verify_runs(self, first: int, end: int, layouts: int, is_enum: bool) -> None:
        last = -1
        for i in range(first, end):
            value, word = self.runs[2 * i], self.runs[2 * i + 1]
            layout, shape = word >> 20, word & 0xFFFFF
            _must(last < layout < layouts and shape < len(self.shapes), 'a run')
            _must(shape <= 1 if is_enum else shape != 1, 'a run of an enum')
            _must(shape != 1 or value < len(self.values), 'the value of an enumerator')
            last = layout


def _ascends(numbers: Sequence[int]) -> bool:
    return all(a < b for a, b in zip(numbers, numbers[1:]))


def _rises(numbers: Sequence[int], last: int) -> bool:
    return numbers[0] == 0 and numbers[-1] == last and all(a <= b for a, b in zip(numbers, numbers[1:]))


def _is_index(index: Sequence[int], count: int) -> bool:
    return not len(index) & len(index) - 1 and all(entry & 0xFFFF <= count for entry in index)
