#!/usr/bin/env python3
"""Writes random specs that use every construct of the language, each together with every other.

    grammar.py SEED COUNT DIRECTORY [SEEDS]

DIRECTORY gets base.strata, with an axis, architectures, types, enumerations, events and attested versions; used.strata,
whose types give way; and COUNT specs, NNN.strata, that use them. All names of a spec begin with its number, so that the
specs can be read together. Everything follows from SEED. With SEEDS it does so for as many seeds from SEED on, each in a
directory below DIRECTORY.

The specs parse, and nothing in them is an error that no option silences. They contradict themselves as often as not:
commands must cope with that after --no-all. coverage.c counts which rules of the grammar, and which clauses of which
declarations, the specs of a run have: add a construct here when the language gets one.
"""
import os
import random
import re
import sys

SCALARS = {'U8': 1, 'U16': 2, 'U32': 4, 'U64': 8, 'I8': 1, 'I16': 2, 'I32': 4, 'I64': 8}
OTHERS = {'F32': 'float 4', 'F64': 'float 8', 'C8': 'char 1', 'C16': 'char 2', 'B8': 'bool 1', 'B32': 'bool 4',
          'SIZE': 'unsigned pointer', 'DISTANCE': 'signed pointer', 'PTR': 'pointer'}
# Sizes of the types that members have by value, and of which a member's size can be guessed; the guess may be wrong.
SIZES = dict(SCALARS, F32=4, F64=8, C8=1, C16=2, B8=1, B32=4, SIZE=8, DISTANCE=8, PTR=8)
# Codes that `allow` may have on rows and structures.
CODES = ('overlap', 'bit-overlap', 'past-size', 'size', 'gap', 'misaligned', 'order', 'type-change', 'mask-run',
         'mask-width', 'remark', 'constraint', 'outside', 'empty-range', 'two-offsets', 'no-offset',
         'duplicate-member', 'rival', 'unknown-type', 'arch', 'inferable', 'unused-allow', 'natural', 'attest')
# Codes of errors: each structure allows those, since some commands have no option for that.
ERRORS = ('unknown-type', 'empty-range', 'two-offsets', 'no-offset', 'outside', 'mask-width', 'constraint',
          'duplicate-member', 'overlap', 'bit-overlap', 'past-size', 'rival')
# Some errors are silenced only on the row that has them.
ALLOWED_BY_ROWS = (('NOWHERE', 'unknown-type'), (' : ', 'mask-width'), (' mask ', 'mask-width'))
# Names that are words of the language, of C, of C++ and of Python. They stand in backticks where they must, and in some
# other places.
WORDS = ('size', '_Bool', '_Atomic', 'reinterpret_cast', 'nullptr', 'in', 'default', 'int', 'class', 'while', 'lambda', 'fn',
         'self', 'object', 'float', 'partial', 'time')
with open(os.path.join(os.path.dirname(__file__), '../../generator/front/words.c'), encoding='utf-8') as table:
    RESERVED = set(re.findall(r'X\(n, "([a-z]+)"', table.read()))
TEXTS = ('a remark', 'with \\"quotes\\" and a \\\\', 'two\\nlines', '*/ // <b>&amp;</b> ${x} {{y}} %s', 'ÄÖ\u20ac',
         'trailing \\\\', "it's", '')
PARAMETERS = ('', 'PTR Context, U32 `size`, ...', 'U32 (*)(U8), U8 [3]',
              'use axis arch columns source attest digest identity builds of type opaque const struct union enum flags header event by',
              'slot unknown unaccounted bytes volatile in at size bit mask pack align pointer as where default indexed',
              'previously next last inferred corrected was except marker hook data group extra, 7', 'module share global strata')


class Writer:
    """One file of random text, and the choices that it makes."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, items):
        return self.random.choice(list(items))

    def line(self, text):
        """Adds a line, in some places with comments."""
        if text[:1] == ' ' and text[-1:] == ';':
            for cause, code in ALLOWED_BY_ROWS:
                text = '%s allow %s "random";' % (text[:-1], code) if cause in text else text
        if self.chance(3):
            self.lines.append('/// %s' % self.pick(('A document.', '*/ \\ "', '<i>it</i> {{x}}', '')))
        if self.chance(2):
            text = '/* a\n comment */ ' + text
        if self.chance(3):
            text += self.pick((' // at the end', ' /* here */', ' //// no document'))
        self.lines.append(text)

    def number(self, value):
        return self.pick(('%d', '0x%X', '0x%02X', '0X%x')) % value

    def shuffled(self, clauses):
        """Clauses in any order, those that are there."""
        clauses = [clause for clause in clauses if clause]
        self.random.shuffle(clauses)
        return ''.join(' ' + clause for clause in clauses)

    def extras(self, percent=7):
        """A remark and an `allow`, which every declaration may have."""
        return ['"%s"' % self.pick(TEXTS) if self.chance(percent) else '',
                'allow %s "%s"' % (self.pick(CODES), self.pick(TEXTS[:5])) if self.chance(percent) else '']

    def little(self):
        """The byte order that is usual. Values of the other one are read by tests/golden/order."""
        return 'little' if self.chance(8) else ''

    def kind(self):
        """The kind of files behind attested versions."""
        return ['by "%s"' % self.pick(('PDB', 'symbol file', 'my \\"notes\\"')) if self.chance(40) else '']


class Base(Writer):
    """The file that the others use: versions, architectures, types."""

    def __init__(self, seed):
        super().__init__(seed)
        self.releases = []
        self.versions = []   # names of releases and points, ascending; a release comes before its points
        self.cuts = []       # pairs of sets: up to a version, and from the next one on
        self.builds = []     # full builds that are no point's name, ascending
        self.columns = []
        self.twins = []
        self.enums = ('COLOR', 'TINT', 'RIGHTS', 'GROUPS')

    # ---- Versions

    def products(self):
        """None, one or two names that people use for a version; no two versions share one."""
        self.product_count = getattr(self, 'product_count', 0) + 1
        names = ['"Product %d%s"' % (self.product_count, 'ab'[k]) for k in range(self.product_count % 3)]
        return ''.join((' ', ', ')[i > 0] + name for i, name in enumerate(names))

    def make_axis(self):
        style, minor = self.random.randrange(2), 0
        self.line('axis of main {' if style else 'axis {')
        for i in range(self.random.randint(2, 4)):
            release = '%d.%d' % ((5 + i // 2, i % 2) if style else (1 + i, minor))
            if i:
                self.cuts += [('..' + name, release + '..') for name in (self.releases[-1], self.versions[-1])]
            self.versions.append(release)
            self.releases.append(release)
            points, kernels, build = [], [], 1000 * (i + 1)
            for k in range(self.random.randint(0, 4)):
                name = self.pick(('%s-p%d' % (release, k), '%d' % (1507 + 100 * i + k), '%dH%d' % (10 * (i + 1) + k, k + 1)))
                revision = ''
                if points and self.chance(25):
                    revision = '.%d' % (100 * k)
                else:
                    build += 10
                kernel = ''
                if kernels and not revision and self.chance(40):
                    kernel = ' kernel %s.%d' % (release, self.pick(kernels))
                else:
                    kernels.append(build)
                if points:
                    self.cuts.append(('..' + self.versions[-1], name + '..'))
                points.append(build)
                self.versions.append(name)
                begin = '    ' if k else release + self.products() + ' { '
                self.line('    %s%s = %s.%d%s%s%s;' % (begin, name, release, build, revision, kernel, self.products()))
                self.builds.append('%s.%d.%d' % (release, build, 100 * k + self.random.randint(1, 90)))
            self.line('    }' if points else '    %s%s%s' % (release, self.products(), self.pick((' { }', ' { ;}', ';'))))
            if self.chance(10):
                self.line('    ;')
            build += 500
            self.builds.append('%s.%d.%d' % (release, build, self.random.randint(1, 9)))
        self.line('}')

    def name_of_version(self):
        if self.chance(85):
            return self.pick(self.versions)
        build = self.pick(self.builds)
        return build if self.chance(50) else build.rpartition('.')[0]

    def range(self):
        if self.chance(15):
            name = self.name_of_version()
            return self.pick((name, name + '..', '..' + name))
        first = self.random.randrange(len(self.versions))
        last = self.random.randrange(first, len(self.versions))
        names = self.versions[first], self.versions[last]
        return self.pick((names[0] + '..', '..' + names[1], '%s..%s' % names, '%s..%s' % names, names[0]))

    def set(self):
        text = self.range()
        while self.chance(15):
            text += ', ' + self.range()
        if self.chance(10):
            # Never empty: the first version stays.
            text = self.versions[0] + '..'
            late = [cut[1] for cut in self.cuts] + self.builds
            text += ' except ' + ', '.join(self.pick(late) for _ in range(self.random.randint(1, 2)))
        return text

    def halves(self):
        """Two sets that hold all versions, one after the other, at the end of a version or within a build."""
        if self.chance(85):
            return self.pick(self.cuts)
        build = self.pick(self.builds)
        return '%s.. except %s..' % (self.versions[0], build), build + '..'

    # ---- Architectures

    def make_arches(self):
        first = self.versions[0]
        self.columns = ['x86', 'x64', 'arm'][:self.random.randint(1, 3)]
        pointers = {}
        for i, arch in enumerate(self.columns):
            begin = first if i == 0 else self.pick(self.versions[:3])
            pointers[arch] = 4 if i == 0 else self.pick((4, 8))
            self.arch(arch, '', pointers[arch], begin + '..')
        if self.chance(50):
            self.arch('pae', ': x86', 4, self.set() if self.chance(30) else first + '..')
        if self.chance(50):
            base = self.pick(self.columns)
            # The last build is in the versions of every arch.
            at = self.pick(self.builds) if base == self.columns[0] else self.builds[-1]
            self.twins = [(base + '_1', base, at), (base + '_2', base, at)]
            for name, of, version in self.twins:
                self.arch(name, '= ' + of, pointers[of], version)  # the layouts are those of OF
            for name, of, version in [(base, base, at)] + self.twins:
                self.line('attest %s %s%s;' % (name, version, self.shuffled(self.extras())))
        self.line('columns %s;' % ' | '.join(self.columns))

    def arch(self, name, of, pointer, versions):
        self.line('arch %s %s%s;' % (name, of, self.shuffled(
            ['pointer %d' % pointer, 'align %d' % self.pick((4, 8, 16)), 'in ' + versions, self.little()] + self.extras())))

    # ---- Cells

    def alternatives(self, value, bare, absent=True):
        """One alternative, or several for versions that follow each other. `bare` gives those without versions."""
        kind = self.random.randrange(100)
        if kind < 70:
            return bare()
        early, late = self.halves()
        if kind < 85:
            return '%s (%s), %s' % (value(), early, bare())
        if kind < 93 or not absent:
            return '%s, %s (%s)' % (bare(), value(), late)
        if kind < 97:
            return '- (%s), %s (%s)' % (early, value(), late)
        return '%s (%s), %s (%s)' % (value(), self.set(), value(), late)

    def provenance(self, value):
        kind = self.random.randrange(100)
        if kind < 92:
            return value()
        if kind < 95:
            return 'inferred ' + value()
        return 'corrected %s was %s' % (value(), value())

    def dated(self, value):
        """An alternative with all that it can have: versions on either side of `was`."""
        early, late = self.halves()
        return self.pick(('inferred %s (%s), %s' % (value(), early, value()),
                          'corrected %s (%s) was %s, %s' % (value(), late, value(), value()),
                          'corrected %s (%s) was %s (%s), %s' % (value(), late, value(), early, value())))

    def cell(self, value, columns=None, absent=True, provenance=True):
        """A cell: one column for all architectures, or one for each."""
        bare = (lambda: self.provenance(value)) if provenance else value
        one = lambda: self.dated(value) if provenance and self.chance(4) else self.alternatives(value, bare, absent)
        columns = columns or self.columns
        if len(columns) > 1 and self.chance(30):
            return ' | '.join(one() for _ in columns)
        return one()

    def alignment(self, columns):
        """A cell whose columns have one value in all versions."""
        one = lambda: '%d' % self.pick((1, 2, 4, 8, 16))
        return ' | '.join(one() for _ in columns) if self.chance(30) else one()

    # ---- Types

    def make_types(self):
        for name, size in SCALARS.items():
            self.line('type %s %s %d%s;' % (name, 'unsigned' if name[0] == 'U' else 'signed', size,
                                            self.shuffled([self.little()] + self.extras())))
        for name, kind in OTHERS.items():
            self.line('type %s %s%s;' % (name, kind, self.shuffled(self.extras())))
        self.line('type WIRE unsigned 4 big;')
        self.line('type PACKED unsigned 8 align %s;' % self.alignment(self.columns))
        self.line('type WORD unsigned %s;' % self.cell(lambda: self.pick('48'), absent=False))
        self.line('opaque BLOB size %s%s;' % (self.cell(lambda: self.number(self.random.randint(0, 24)), absent=False),
                                              self.shuffled(self.extras())))
        self.line('opaque ALIGNED%s;' % self.shuffled(['size 0x10', 'align %d' % self.pick((1, 8, 16)),
                                                       'in %s..' % self.versions[0]]))
        self.line('opaque VAGUE;')
        self.line('const FEW = %d%s;' % (self.random.randint(2, 4), self.shuffled(self.extras())))
        self.line('const MANY = %s;' % self.cell(lambda: self.number(self.random.randint(1, 6)), absent=False))
        self.line('enum COLOR { Red = 0; Green; Blue = 0x10; mask; }')
        self.line('enum TINT : %s%s { Cold = -1; Warm = 5; 7 "nameless"; }' % (
            self.pick(('I8', 'I16', 'I32', 'I64')), self.shuffled(self.extras())))
        self.line('flags RIGHTS : %s { Read = 1; Write = 2; Both = 3; ; }' % self.pick(('U8', 'U16', 'U32', 'U64')))
        self.line('flags GROUPS : U32%s { Process = 1; Thread = 2; Locks = 0x20000001; }' % self.shuffled(
            ['indexed 29..31', 'in ' + self.versions[0] + '..'] + self.extras(20)))

    # ---- Evidence

    def make_evidence(self):
        if self.chance(60):
            arch = self.pick(('', self.pick(self.columns) + ' '))
            listed = sorted(set(self.random.sample(range(len(self.builds)), min(2, len(self.builds)))))
            self.line('attest %s%s%s;' % (arch, ', '.join(self.builds[i] for i in listed), self.shuffled(self.kind())))
        if self.chance(40):
            self.line('attest %s;' % self.set())
        self.lists = []
        for arch in self.columns:
            if self.chance(60):
                self.line('builds list_%s %s %s%s;' % (arch, arch, ', '.join(self.random.sample(
                    self.builds, min(3, len(self.builds)))), self.shuffled(self.kind() + self.extras(20))))
                self.lists.append('list_' + arch)
        guid = lambda: '%032X-%d' % (self.random.getrandbits(128), self.random.randint(1, 9))
        image = lambda: 'image 0x%X 0x%X' % (self.random.getrandbits(32), self.random.getrandbits(24))
        named = [(name, version) for name, _, version in self.twins] or [(self.columns[0], self.pick(self.builds))]
        if not self.twins:
            self.line('attest %s %s;' % named[0])
        for name, version in named:
            pdb = 'pdb "%s"' % guid()
            both = self.pick((pdb, image(), pdb + ' ' + image(), image() + ' ' + pdb))
            self.line('identity %s %s %s%s;' % (name, version, both, self.shuffled(self.extras(30))))

    def make_events(self):
        self.line('''struct HEAD size 0x10 {
    U32 Mark at 0; U16 Length at 4; U16 Id at 6; struct Inner at 8 { U32 Count; U32 Kind; }
}''')
        self.line('struct DATA { PTR Object; U32 Value; }')
        self.line('flags MASKS { Objects = 0x40; }')
        self.line('header HEAD%s { marker Mark mask 0xFFFF0000; size Length; hook Id; data 0x10; '
                  'extra 8 Inner.Count mask 0x0700; ; }' % self.shuffled(self.extras(20)))
        self.line('struct PLAIN { U16 Mark; U16 Length; U16 Id; U16 Rest; }')
        self.line('header PLAIN { marker Mark; size Length; hook Id; data 8; }')
        self.line('event EVENT = %s%s { header HEAD marker %s; data DATA; group Objects; ; }' % (
            self.cell(lambda: '0x052B', absent=False, provenance=False),
            self.shuffled(['in %s..' % self.versions[0]] + self.extras(30)),
            ' | '.join('0xC01%d0002' % i for i in range(len(self.columns)))))
        self.line('event OTHER = 7 { header PLAIN marker 0x1234; header HEAD marker 0xC0FF0000; data DATA; }')

    def write(self):
        self.make_axis()
        self.line('source "the base"%s last %s..;' % (self.pick(('', ' draft')), self.versions[0]))
        self.make_arches()
        self.make_types()
        self.make_evidence()
        self.make_events()
        return '\n'.join(self.lines) + '\n'

class Spec(Writer):
    """A spec that uses the base: some structures, and types of its own."""

    def __init__(self, seed, base, number):
        super().__init__(seed)
        self.base, self.index = base, number
        base.random = self.random  # cells and sets come from the same seed
        self.columns = base.columns
        self.records = []
        self.enums = list(base.enums)
        self.consts = ['FEW', 'MANY']
        self.members = 0
        self.cursor = 0
        self.tidy = True

    # ---- Names and values

    def record_name(self):
        return 'S%d_%d' % (self.index, len(self.records))

    def member_name(self):
        self.members += 1
        if self.chance(4) and not self.words_used:
            word = self.pick(WORDS)
            self.words_used = True
            return '`%s`' % word if word in RESERVED or self.chance(20) else word
        return self.pick(('M%d', 'M%d', 'm_%d', 'Field%d')) % self.members

    def cell(self, value, **options):
        return self.base.cell(value, columns=self.columns, **options)

    def offset(self):
        kind = self.random.randrange(100)
        if kind < 4:
            return '?'
        if self.tidy:
            return self.number(self.cursor)
        if kind < 6:
            return self.number(self.pick((0x100, 0x1000, 0xFFF)))
        return self.number(self.floor + self.random.randrange(0x30))

    def at(self, percent=50):
        return 'at ' + self.cell(self.offset) if self.chance(percent) else ''

    def versions(self, percent=20):
        if not self.chance(percent):
            return ''
        kind = self.random.randrange(100)
        if kind < 70:
            return 'in ' + self.pick(self.base.halves())
        if kind < 80 and len(self.columns) > 1:
            return 'in ' + ' | '.join(self.pick(('-', self.base.set(), self.base.set())) for _ in self.columns)
        return 'in ' + self.base.set()

    def claims(self, percent=6):
        """Remarks about other rows."""
        if not self.chance(percent):
            return ''
        offset = lambda: self.pick((self.number(self.random.randrange(0x20)), '-', '?'))
        word = self.pick(('U32', 'U64', 'PTR'))
        return self.pick(('previously ' + self.cell(offset, provenance=False),
                          'previously %s %s' % (word, self.cell(offset, provenance=False)),
                          'next ' + self.cell(offset, provenance=False), 'next %s %s' % (word, offset()),
                          'next in M%d' % (self.members + 1), 'last', 'last (%s)' % self.base.set()))

    def condition(self):
        term = lambda: '%s %s%d' % (self.pick(('==', '!=', '<', '<=', '>', '>=')), self.pick(('', '', '- ', '-')),
                                    self.random.randrange(200))
        text = term()
        while self.chance(40):
            text += self.pick((' && ', ' || ')) + term()
        return 'where ' + text

    # ---- Rows

    def type_of_value(self):
        kind = self.random.randrange(100)
        if self.records and kind < 22:
            return self.pick(self.records)
        if kind < 60:
            return self.pick(SCALARS)
        if kind < 75:
            return self.pick(OTHERS)
        if kind < 76:
            return 'NOWHERE'
        return self.pick((*self.enums, 'PACKED', 'WORD', 'BLOB', 'VAGUE', 'ALIGNED', 'GIVEN', 'GIVEN_RECORD'))

    def typed(self):
        """(the words before a name, the type by value or None)"""
        kind = self.random.randrange(100)
        if kind < 76:
            name = self.type_of_value()
            return name + ' ', name
        name = self.pick((self.type_of_value(), 'U8', 'VOID', 'NOWHERE', 'S%d_0' % self.index))
        if kind < 94:
            return '%s%s %s%s' % (self.pick(('', '', 'const ', 'volatile ', 'const volatile ', 'volatile const ')), name,
                                  self.pick(('*', '*', '**', '* *')), self.pick(('', '', '', 'volatile '))), None
        name = self.type_of_value()
        return self.pick(('volatile %s ', '%s volatile ', 'const %s ')) % name, name

    def expression(self, depth=0):
        kind = self.random.randrange(10)
        if kind < 5 or depth > 2:
            return self.pick((self.number(self.random.randint(1, 5)), self.pick(self.consts)))
        if kind < 6:
            return '(%s)' % self.expression(depth + 1)
        if kind < 7:
            return '(%s + 5 - %d)' % (self.expression(depth + 1), self.random.randint(1, 5))
        return '%s %s %s' % (self.expression(depth + 1), self.pick('+*'), self.expression(depth + 1))

    def bounds(self):
        text = '[%s]' % self.bound()
        while self.chance(15):
            text += '[%s]' % self.bound()
        return text

    def bound(self):
        kind = self.random.randrange(100)
        if kind < 30:
            return self.number(self.random.randint(1, 8))
        if kind < 55:
            return self.expression()
        if kind < 60:
            return self.pick(('?', '0'))
        return self.cell(lambda: self.pick((self.expression(), self.number(self.random.randint(1, 9)))),
                         absent=self.chance(30))

    def declare(self, pad, kind, name, clauses):
        """A row of one kind, with clauses that any row may have. Behind a type each word is a name."""
        if kind != 'bytes' and len(self.lines) % 4:
            name = name.strip('`')
        getattr(self, 'declare_' + kind)(pad, name, clauses + self.extras(5))
        self.cursor += self.pick((8, 8, 8, 16))

    def meaning(self, name, bounds='', is_bits=False):
        """Clauses about values, of integers; the size of the type decides which."""
        size = SCALARS.get(name)
        if not size or not self.chance(25):
            return []
        if bounds:
            return [self.pick(['as ' + self.pick(self.enums)] + (['as text'] if size < 4 and '][' not in bounds else []) +
                              (['as time'] if size == 8 else []))]
        return [self.condition() if self.chance(40) else '',
                'default ' + self.cell(lambda: self.pick(('-', '')).strip() + self.number(self.random.randrange(9)),
                                       absent=False) if self.chance(40) else '',
                'as ' + self.pick(list(self.enums) + (['time'] if size == 8 and not is_bits else []))
                if self.chance(60) else '']

    def aligned(self, percent=4):
        return 'align ' + self.base.alignment(self.columns) if self.chance(percent) else ''

    def declare_member(self, pad, name, clauses):
        words, value = self.typed()
        unknown = 'unknown ' if self.chance(4) else ''
        self.line('%s%s%s%s%s;' % (pad, unknown, words, name, self.shuffled(
            clauses + (['"ours"'] if unknown and not any('"' in c for c in clauses) else []) + self.meaning(value) +
            [self.aligned(), self.little() if value in SCALARS else ''])))

    def declare_array(self, pad, name, clauses):
        words, value = self.typed()
        bounds = self.bounds()
        self.line('%s%s%s%s%s;' % (pad, words, name, bounds, self.shuffled(
            clauses + self.meaning(value, bounds) + [self.aligned()])))

    def declare_open(self, pad, name, clauses):
        words = self.pick([*SCALARS, 'F32', 'C8', 'C16', *self.records]) + ' '
        self.line('%s%s%s[%s]%s;' % (pad, words, name, self.pick(('', 'ANYSIZE_ARRAY')), self.shuffled(clauses)))

    def declare_function(self, pad, name, clauses):
        bounds = self.bounds() if self.chance(20) else ''
        self.line('%s%s%s(*%s%s)(%s)%s;' % (pad, 'unknown ' if self.chance(5) and any('"' in c for c in clauses) else '',
                                           self.pick(('U32 ', 'VOID ', 'PTR *')), name, bounds, self.pick(PARAMETERS),
                                           self.shuffled(clauses)))

    def declare_bits(self, pad, name, clauses):
        type_name = self.pick((*SCALARS, 'B8', 'C8', 'COLOR', 'TINT', 'RIGHTS', 'WORD'))
        room = SIZES.get(type_name, 1) * 8
        width = self.random.randint(1, room)
        mask = (1 << width) - 1 << self.random.randint(0, room - width)
        bit = lambda: self.number(self.random.randint(0, 63 if self.chance(4) else room - width))
        kind = self.random.randrange(7)
        text = ['', 'bit ?', 'mask ' + self.number(mask), 'mask ' + self.cell(lambda: self.number(mask), absent=False),
                'bit ' + self.cell(bit, absent=False), 'mask ?', 'mask 0x%X' % self.random.getrandbits(64)][kind]
        wide = ': %d' % width if kind in (0, 1, 4, 5) or self.chance(50) else ''
        self.line('%s%s %s%s;' % (pad, type_name, name, self.shuffled(clauses + [wide, text] + self.meaning(type_name, '', True) +
                                                                      [self.aligned(2)])))

    def declare_unaccounted(self, pad, _, clauses):
        claims = [] if any(word.startswith(('previously', 'next', 'last')) for word in clauses) else [self.claims(30)]
        self.line('%sunaccounted %s%s;' % (pad, self.cell(lambda: self.number(self.random.randint(0, 9))),
                                           self.shuffled(clauses + claims)))

    def declare_bytes(self, pad, name, clauses):
        size = '?' if self.chance(20) else self.cell(lambda: self.number(self.random.randint(0, 20)), absent=False)
        self.line('%sbytes %s %s%s;' % (pad, size, name, self.shuffled(clauses + [self.aligned()])))

    # ---- Aggregates

    def aggregate(self, pad, versions):
        named = self.chance(40)
        words = [versions, self.at(35), self.claims(14), 'pack %d' % self.pick((1, 2, 4)) if self.chance(8) else '',
                 self.aligned(6)] + self.extras(2)
        name = ''
        if named:
            name = ' ' + self.member_name() + (self.bounds() if self.chance(30) else '')
            words.append('size ' + self.cell(lambda: self.number(self.random.randrange(0x40)), absent=False)
                         if self.chance(15) else '')
        self.line('%s%s%s%s {' % (pad, self.pick(('struct', 'struct', 'union')), name, self.shuffled(words)))
        kept = self.cursor, self.words_used, self.floor
        if named:
            self.cursor, self.words_used, self.floor = 0, False, 0
        for _ in range(self.random.randint(0 if self.chance(20) else 1, 4)):
            self.row(pad + '    ')
        self.line(pad + '}' + self.pick(('', '', ';')))
        if named:
            self.cursor, self.words_used, self.floor = kept[0] + 0x20, kept[1], kept[2]

    def rivals(self, pad):
        """A slot with rows that follow each other."""
        early, late = self.base.halves()
        bits = self.chance(40)
        words = [self.at(90), self.versions(8), self.claims(25)] + self.extras(5)
        if bits:
            words.append('bit ' + self.cell(lambda: self.number(self.random.randrange(8)), absent=False)
                         if self.chance(60) else 'mask ' + self.number(self.pick((1, 2, 0xF0, 0x80))))
        self.line('%sslot%s {' % (pad, self.shuffled(words)))
        inner = pad + '    '
        for versions in (early, late):
            name = self.member_name()
            if bits:
                self.line('%sU32 %s : %d in %s;' % (inner, name, self.random.randint(1, 4), versions))
            elif self.chance(15):
                self.line('%s%s%s in %s { U16 %s; U16 %s; }' % (
                    inner, self.pick(('struct', 'union')), self.pick(('', ' ' + name)), versions, self.member_name(),
                    self.member_name()))
            else:
                kind = self.pick(('member', 'array', 'function', 'bytes'))
                getattr(self, 'declare_' + kind)(inner, name, ['in ' + versions])
        self.line(pad + '}')
        self.cursor += 16

    def both(self, pad):
        """A member that is one thing in early versions and another in late ones."""
        name = self.member_name()
        early, late = self.base.halves()
        claim = self.pick(('', 'next 0x08', 'next U32 ?', 'next -'))
        self.declare(pad, self.pick(('member', 'array', 'bits', 'function', 'bytes')), name,
                     ['in ' + early, self.at(), claim])
        if self.chance(30):
            self.row(pad)
        claim = self.pick(('', 'previously 0x08', 'previously PTR ?', 'previously -'))
        self.declare(pad, self.pick(('member', 'array', 'bits', 'function')), name, ['in ' + late, self.at(), claim])

    def row(self, pad):
        kind = self.random.randrange(100)
        if len(pad) < 24 and kind < 14:
            self.aggregate(pad, self.versions())
        elif kind < 18:
            self.rivals(pad)
        elif kind < 24:
            self.both(pad)
        elif kind < 25:
            self.line(pad + ';')
        else:
            kind = self.pick(['member'] * 10 + ['array'] * 4 + ['bits'] * 4 +
                             ['open', 'function', 'unaccounted', 'bytes', 'bytes'])
            self.declare(pad, kind, self.member_name(), [self.versions(), self.at(), self.claims()])

    def sighted(self):
        """A member, and lines about it for a build that no list has: other tools that compare whole layouts know of no
        single members."""
        member, offset = self.member_name(), 8 * self.random.randrange(4)
        never = self.base.builds[0].rsplit('.', 1)[0] + '.65534'
        self.line('    U32 %s at 0x%02X allow overlap "random" allow past-size "random";' % (member, offset))
        for name in self.base.lists or [self.columns[0] + ' ' + self.base.builds[0]]:
            place = self.pick(('0x%02X (%s), - (%s)' % (offset, never, never), '0x%02X (%s) bit 0 (%s)' % (
                offset, never, never)))
            self.line('    attest %s of %s at %s%s;' % (name, member, place, self.shuffled(self.extras(20))))

    def record(self):
        name = self.record_name()
        self.tidy, self.floor, self.cursor, self.words_used = self.chance(60), 0, 0, False
        own = self.chance(12)
        if own:
            self.columns = self.own_columns()
        size = 'size ' + self.cell(lambda: self.number(self.random.randrange(0x80)), absent=False)
        words = ['in ' + (self.base.versions[0] + '..' if self.chance(50) else self.base.set()) if self.chance(70) else '',
                 'pack %d' % self.pick((1, 2, 4, 8)) if self.chance(10) else '', self.aligned(8)] + self.extras(6)
        words += ['allow %s "random"' % code for code in ERRORS]
        in_clauses = self.chance(30)
        self.line('%s %s%s {' % (self.pick(('struct', 'struct', 'struct', 'union')), name,
                                 self.shuffled(words + [size] if in_clauses else words)))
        if self.chance(15):
            self.line('    attest %s%s%s;' % (self.pick(('', '', self.pick(self.base.columns) + ' ')),
                                            self.pick((self.base.set(), self.pick(self.base.builds))),
                                            self.shuffled(self.extras(20) + self.kind())))
        if own:
            self.line('    columns %s;' % ' | '.join(self.columns))
        if self.chance(10):
            self.line('    partial;')
        if self.chance(20):
            self.sighted()
        for _ in range(self.random.randint(0 if self.chance(10) else 1, 9)):
            self.row('    ')
        if not in_clauses and self.chance(40):
            self.line('    size %s%s;' % (self.cell(lambda: self.number(self.random.randrange(0x80)), absent=False),
                                          self.shuffled(self.extras(10))))
        if self.chance(20):
            self.line('    digest %s%s;' % (self.cell(lambda: '?', absent=False), self.shuffled(self.extras(10))))
        self.line('}')
        self.columns = self.base.columns
        self.records.append(name)

    def own_columns(self):
        """Columns of one structure: those of the base, or some, or with one for a kernel of a version."""
        columns = list(self.base.columns)
        if self.base.twins and self.chance(70):
            return columns + [self.base.twins[self.random.randrange(2)][0]]
        return columns[:self.random.randint(1, len(columns))]

    # ---- Types of the spec

    def globals(self):
        """Globals with addresses in single builds, each in one place of a column."""
        def column():
            builds = self.random.sample(self.base.builds, self.random.randint(0, min(4, len(self.base.builds))))
            cut = self.random.randint(0, len(builds))
            values = [(self.pick(('-', self.number(self.random.randint(1, 0xFFFFFFFF)))), part)
                      for part in (builds[:cut], builds[cut:]) if part]
            return ', '.join('%s (%s)' % (value, ', '.join(part)) for value, part in values) or '?'
        for k in range(self.random.randint(1, 3)):
            at = 'at ' + ' | '.join(column() for _ in self.columns) if self.chance(85) else ''
            self.line('global Global%d_%d%s;' % (self.index, k, self.shuffled([at] + self.extras())))

    def enumeration(self):
        name = 'E%d' % self.index if 'E%d' % self.index not in self.enums else 'F%d' % self.index
        is_flags = name[0] == 'F'
        self.line('%s %s%s%s {' % ('flags' if is_flags else 'enum', name,
                                   ' : ' + self.pick(('U32', 'I32', 'U64', 'U8')) if self.chance(50) else '',
                                   self.shuffled(['in ' + self.base.set() if self.chance(30) else ''] + self.extras())))
        value = lambda: self.number(1 << self.random.randrange(7) if is_flags else self.random.randrange(100))
        for i in range(self.random.randint(1, 5)):
            kind = self.random.randrange(100)
            dated = ['in ' + self.base.set() if self.chance(30) else ''] + self.extras()
            if kind < 25:
                self.line('    V%d%s;' % (i, self.shuffled(dated)))
            elif kind < 35:
                self.line('    %s%s;' % (self.cell(value, absent=False), self.shuffled(dated)))
            elif kind < 55:
                early, late = self.base.halves()
                self.line('    V%d = %s in %s;' % (i, value(), early))
                self.line('    V%d = %s in %s;' % (i, value(), late))
            else:
                self.line('    V%d = %s%s;' % (i, self.cell(value), self.shuffled(dated)))
        self.line('}')
        self.enums.append(name)

    def write(self):
        self.line('use "base.strata";')
        if self.chance(30):
            self.line('use <used.strata>;')
        else:
            self.line('use "used.strata";')
        self.line('columns %s;' % ' | '.join(self.columns))
        if self.chance(50):
            self.line('source "document %d"%s%s;' % (self.index, self.pick(('', ' draft')),
                                                     ' last ' + self.base.set() if self.chance(40) else ''))
        if self.chance(15):
            self.line('attest %s%s;' % (self.pick(('', self.pick(self.columns) + ' ')),
                                        self.pick((self.pick(self.base.builds), self.base.set()))))
        if self.chance(30):
            self.line('const N%d = %s%s;' % (self.index, self.cell(lambda: self.number(self.random.randint(1, 5)),
                                                                    absent=False), self.shuffled(self.extras())))
            self.consts.append('N%d' % self.index)
        for _ in range(self.random.randrange(3)):
            self.enumeration()
        if self.chance(20):
            self.line('opaque O%d%s;' % (self.index, self.shuffled(
                ['size ' + self.cell(lambda: self.number(self.random.randrange(30)), absent=False)
                 if self.chance(70) else '', self.aligned(30), self.versions(30)] + self.extras())))
        for _ in range(self.random.randint(1, 3)):
            self.record()
        if self.chance(40):
            self.globals()
        if self.chance(5):
            self.line(';')
        return '\n'.join(self.lines) + '\n'


USED = '''strata 1;
use "base.strata";
columns %s;
default;
struct GIVEN { U32 A; U16 B; }
struct GIVEN_RECORD { GIVEN One; U8 Two; }
'''


def write_specs(seed, count, directory):
    os.makedirs(directory, exist_ok=True)

    def save(name, text):
        with open(os.path.join(directory, name), 'w', encoding='utf-8') as file:
            file.write(text)

    base = Base(seed)
    save('base.strata', base.write())
    save('used.strata', USED % ' | '.join(base.columns))
    for number in range(count):
        # A string is a seed of its own: no two specs of any run are the same.
        save('%03d.strata' % number, Spec('%d/%d' % (seed, number), base, number).write())


if __name__ == '__main__':
    first, count_of_specs, into, *seeds = sys.argv[1:]
    for number in range(int(seeds[0]) if seeds else 1):
        write_specs(int(first) + number, int(count_of_specs), os.path.join(into, str(number)) if seeds else into)
