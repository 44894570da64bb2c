#!/usr/bin/env python3
"""Writes random specs that use every construct which reaches a header, one after the other in one file.

    make_specs.py SEED COUNT FILE

The specs of a file share an axis, architectures, base types, enumerations and constants; each has a few structures of
its own, whose names begin with its number. Everything follows from SEED. Declarations silence every check that can be
silenced, so that contradictions reach the headers. The tests compare with `strata dump`, so nothing is written that
it cannot say: arrays without elements, and members that begin before the anonymous aggregate that holds them. It does
not say either which arrays are open: those called Open... are, and no others.
"""
import random
import sys

SILENCED = ('overlap', 'bit-overlap', 'past-size', 'size', 'gap', 'misaligned', 'order', 'type-change', 'natural',
            'mask-run', 'mask-width', 'remark', 'constraint', 'outside', 'empty-range', 'two-offsets', 'no-offset',
            'duplicate-member', 'rival', 'unknown-type', 'arch', 'inferable', 'unused-allow')
SCALARS = {'U8': 1, 'U16': 2, 'U32': 4, 'U64': 8, 'I8': 1, 'I16': 2, 'I32': 4, 'I64': 8}
ENUMS = ('COLOR', 'SIGNED_COLOR', 'RIGHTS')
OPAQUES = ('BLOB', 'VAGUE', 'ALIGNED')
KINDS = {'F32': 'float 4', 'F64': 'float 8', 'C8': 'char 1', 'C16': 'char 2', 'B8': 'bool 1', 'B32': 'bool 4',
         'SIZE': 'unsigned pointer', 'DISTANCE': 'signed pointer'}


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.records = []
        self.floor = 0  # rows state no offset below
        self.in_aggregate = False

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, items):
        return self.random.choice(items)

    def line(self, text):
        """Some checks are silenced only where they find something."""
        for cause, code in ((' : ', 'mask-width'), ('NOWHERE', 'unknown-type')):
            if cause in text and text.startswith('    ') and text.endswith(';'):
                text = '%s allow %s "random";' % (text[:-1], code)
        self.lines.append(text)

    # ---- What the specs of a file share

    def base(self):
        count = self.random.randint(2, 4)
        self.releases = ['%d.%d' % (i // 2 + 5, i % 2) for i in range(count)]
        self.points = []
        self.line('axis {')
        for i, release in enumerate(self.releases):
            names = []
            for k in range(self.random.randint(1, 3)):
                names.append('%s-%s = %s.%d;' % (release, ('rtm', 'sp1', 'sp2')[k], release, 1000 * (i + 1) + 10 * k))
                self.points.append('%s-%s' % (release, ('rtm', 'sp1', 'sp2')[k]))
            self.line('    %s { %s }' % (release, ' '.join(names)))
        self.line('}')
        self.arches = ['x86', 'x64', 'arm'][:self.random.randint(1, 3)]
        for i, arch in enumerate(self.arches):
            first = self.releases[0] if i == 0 else self.pick(self.releases)
            pointer = 4 if i == 0 else self.pick((4, 8))
            self.line('arch %s pointer %d align %d in %s..;' % (arch, pointer, self.pick((4, 8, 16)), first))
        if self.chance(50):
            self.line('arch pae : x86 pointer 4 align 8 in %s..;' % self.releases[0])
        self.line('columns %s;' % ' | '.join(self.arches))
        for name, size in SCALARS.items():
            self.line('type %s %s %d;' % (name, 'unsigned' if name[0] == 'U' else 'signed', size))
        self.line('type PACKED unsigned 8 align %d;' % self.pick((1, 2, 4)))
        self.line('type WORD unsigned %s;' % self.cell(lambda: self.pick((4, 8)), versions=False))
        self.line('type PTR pointer;')
        for name, kind in KINDS.items():
            self.line('type %s %s;' % (name, kind))
        self.line('opaque BLOB size %s;' % self.cell(lambda: self.random.randint(0, 24), versions=False))
        self.line('opaque ALIGNED size 0x10 align %d;' % self.pick((1, 8, 16)))
        self.line('opaque VAGUE;')
        self.line('const FEW = %d;' % self.random.randint(2, 4))
        self.line('const MANY = %d (..%s), %d;' % (self.random.randint(1, 6), self.releases[0], self.random.randint(1, 6)))
        self.line('enum COLOR { Red = 0; Green; Blue = 0x10; }')
        self.line('enum SIGNED_COLOR : %s { Cold = -1; Warm = 5; }' % self.pick(('I8', 'I16', 'I32', 'I64')))
        self.line('flags RIGHTS : %s { Read = 1; Write = 2; }' % self.pick(('U8', 'U16', 'U32', 'U64')))

    # ---- Cells

    def alternatives(self, value):
        """One alternative, or two for the versions up to a point and behind it."""
        if len(self.points) > 1 and self.chance(30):
            return '%s (..%s), %s' % (value(), self.pick(self.points[:-1]), value())
        return '%s' % value()

    def cell(self, value, versions=True):
        """A cell: one column for all architectures, or one for each."""
        one = (lambda: self.alternatives(value)) if versions else (lambda: '%s' % value())
        return ' | '.join(one() for _ in self.arches) if self.chance(35) else one()

    def offset(self):
        kind = self.random.randrange(100)
        if kind < 6:
            return '?'
        if kind < 8 and not self.in_aggregate:
            return '0x%X' % self.pick((0x100, 0x1000, 0xFFF))
        offset = '0x%X' % (self.floor + self.random.randrange(0x30))
        return 'inferred ' + offset if kind < 14 else offset

    def at(self, percent=60):
        return ' at ' + self.cell(self.offset) if self.chance(percent) else ''

    def at_of_aggregate(self):
        return ' at ' + self.cell(lambda: '0x%X' % (self.floor + self.random.randrange(0x30))) if self.chance(40) else ''

    def versions(self):
        kind = self.random.randrange(100)
        if kind < 75:
            return ''
        if kind < 85:
            return ' in ..%s' % self.pick(self.points)
        return ' in %s..' % self.pick(self.points[1:] or self.points)

    # ---- Rows

    def type_of_element(self):
        if self.chance(1):
            return 'NOWHERE'
        choices = list(SCALARS) + ['PACKED', 'WORD', 'PTR', 'U32 *', 'VAGUE *', 'U64 **', 'F32 *', *ENUMS, *OPAQUES, *KINDS]
        if self.records and self.chance(25):
            return self.pick(self.records)
        return self.pick(choices)

    def bound(self):
        return self.pick(('1', '2', '3', '7', 'FEW', 'MANY', 'FEW - 1', self.cell(lambda: self.random.randint(1, 5))))

    def clauses(self, type_name):
        """Values and how they are shown, of unsigned scalars."""
        text = ''
        if type_name in ('U8', 'U16', 'U32') and self.chance(10):
            text += ' where %s %d' % (self.pick(('>=', '<=', '==', '!=')), self.random.randrange(200))
        elif type_name in ('U16', 'U32', 'U64') and self.chance(15):
            text += ' as %s' % self.pick(('COLOR', 'RIGHTS'))
        elif type_name in ('U64', 'I64') and self.chance(15):
            text += ' as time'
        if self.chance(4):
            text += ' align %d' % self.pick((1, 2, 8, 16))
        return text

    def declare(self, indent, kind, name, versions):
        pad = '    ' * indent
        if kind == 'scalar':
            type_name = self.type_of_element()
            star = ' *' if type_name.endswith('*') else ''
            if star:
                base, stars = type_name.split(' ')
                self.line('%s%s %s%s%s%s;' % (pad, base, stars, name, versions, self.at()))
            else:
                self.line('%s%s %s%s%s%s;' % (pad, type_name, name, versions, self.at(), self.clauses(type_name)))
        elif kind == 'function':
            self.line('%sU32 (*%s)(PTR, U64)%s%s;' % (pad, name, versions, self.at()))
        elif kind == 'array':
            type_name = self.type_of_element()
            base, _, stars = type_name.partition(' ')
            second = '[%s]' % self.bound() if self.chance(20) else ''
            self.line('%s%s %s%s[%s]%s%s%s;' % (pad, base, stars, name, self.bound(), second, versions, self.at()))
        elif kind == 'open':
            fixed = list(SCALARS) + ['F32', 'C8', 'C16'] + [r for r in self.records if self.chance(30)]
            self.line('%s%s %s[%s]%s%s;' % (pad, self.pick(fixed), name, self.pick(('', 'ANYSIZE_ARRAY')), versions,
                                             self.at()))
        elif kind == 'bits':
            type_name = self.pick(('U8', 'U16', 'U32', 'U64', 'I8', 'I32', 'I64', 'B8', 'C8'))
            room = SCALARS.get(type_name, 1) * 8
            width = self.random.randint(1, room)
            most = 63 if self.chance(5) else room - width
            mask = (1 << width) - 1 << self.random.randint(0, room - width)
            text = self.pick(('', ' bit ?', ' mask 0x%X' % mask, ' mask 0x%X' % self.random.getrandbits(64),
                              ' bit ' + self.cell(lambda: self.random.randint(0, most)),
                              ' bit ' + self.cell(lambda: self.random.randint(0, most))))
            self.line('%s%s %s : %d%s%s%s;' % (pad, type_name, name, width, versions, self.at(), text))
        elif kind == 'unaccounted':
            self.line('%sunaccounted %d%s%s;' % (pad, self.random.randint(1, 9), versions, self.at()))
        elif kind == 'bytes':
            size = self.pick(('?', self.cell(lambda: self.random.randint(0, 20))))
            self.line('%sbytes %s %s%s%s;' % (pad, size, name, versions, self.at()))
        elif kind == 'unknown':
            self.line('%sunknown U32 %s "ours"%s%s;' % (pad, name, versions, self.at()))
        elif kind == 'empty':
            self.line('%s%s%s%s { }' % (pad, self.pick(('struct', 'union')), versions, self.at()))

    def aggregate(self, indent, number, name, versions):
        pad = '    ' * indent
        pack = ' pack %d' % self.pick((1, 2, 4)) if self.chance(8) else ''
        outer = self.floor, self.in_aggregate
        self.in_aggregate = True
        at = self.at(40) if name else self.at_of_aggregate()
        self.line('%s%s%s%s%s%s {' % (pad, self.pick(('struct', 'union')), ' ' + name if name else '', versions, at, pack))
        if name:
            self.floor, self.in_aggregate = 0, False
        elif at:
            self.floor += 0x30
        for _ in range(self.random.randint(1, 4)):
            self.row(indent + 1, number)
        self.line('%s}' % pad)
        self.floor, self.in_aggregate = outer

    def row(self, indent, number):
        kinds = ['scalar'] * 9 + ['array'] * 4 + ['open', 'bits', 'bits', 'bits', 'unaccounted', 'bytes', 'unknown',
                                                  'empty', 'function']
        versions = self.versions()
        self.members += 1
        if indent < 4 and self.chance(15):
            self.aggregate(indent, number, 'N%d' % self.members if self.chance(25) else '', versions)
        elif indent == 1 and self.chance(8) and len(self.points) > 1:
            self.both(number)
        elif indent == 1 and self.chance(5) and len(self.points) > 1:
            self.slot()
        else:
            kind = self.pick(kinds)
            self.declare(indent, kind, '%s%d' % ('Open' if kind == 'open' else 'M', self.members), versions)

    def both(self, number):
        """A member that is one thing up to a point and another behind it."""
        at = self.random.randrange(len(self.points) - 1)
        name = 'B%d' % self.members
        kinds = ('scalar', 'array', 'bits', 'function')
        self.declare(1, self.pick(kinds), name, ' in ..%s' % self.points[at])
        self.declare(1, self.pick(kinds), name, ' in %s..' % self.points[at + (0 if self.chance(10) else 1)])

    def slot(self):
        at = self.random.randrange(len(self.points) - 1)
        self.line('    slot at %s {' % self.cell(self.offset))
        self.line('        U32 SlotA%d in ..%s;' % (self.members, self.points[at]))
        self.line('        U64 SlotB%d in %s..;' % (self.members, self.points[at + 1]))
        self.line('    }')

    def record(self, number, index):
        name = 'S%d_%d' % (number, index)
        self.members = 0
        head = '%s %s in %s..' % ('struct' if self.chance(85) else 'union', name, self.releases[0])
        if self.chance(60):
            head += ' size ' + self.cell(lambda: '0x%X' % self.random.randrange(0x40))
        if self.chance(10):
            head += ' pack %d' % self.pick((1, 2, 4, 8))
        if self.chance(5):
            head += ' align %d' % self.pick((1, 8, 32))
        self.line('%s %s {' % (head, ' '.join('allow %s "random"' % code for code in SILENCED)))
        for _ in range(self.random.randint(1, 9)):
            self.row(1, number)
        self.line('}')
        self.records.append(name)

    def spec(self, number):
        """One spec: its structures hold those of the same spec alone."""
        self.records = []
        for index in range(self.random.randint(1, 3)):
            self.record(number, index)


def main():
    seed, count, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    writer = Writer(seed)
    writer.base()
    for number in range(count):
        writer.spec(number)
    with open(path, 'w') as file:
        file.write('\n'.join(writer.lines) + '\n')


if __name__ == '__main__':
    main()
