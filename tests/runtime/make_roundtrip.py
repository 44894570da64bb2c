#!/usr/bin/env python3
"""Writes a C (and C++) program that takes every member of every layout on a round trip.

    make_roundtrip.py [--tables] DUMP HEADER... SPEC...
    make_roundtrip.py [--tables] DUMP HEADER... PACK.strpack

With --tables it has no main: that is what fuzzers want, the tables of all macros.
What the program expects comes from `strata dump`, and from the few lines of the specs that the dump does not repeat
(axis, arches, what base types are). Nothing of it is read from the headers under test: names, C types, plain structures
and their paths follow from the rules of runtime/README.md.
With a pack in place of the specs, the dump says all, and tests/pack/reader.py which layout each version takes: so the
specs may have anything, kernels of other builds and several kernels of one version among it.
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader

ALIGNED = (2, 4, 8)


def strip_comments(text):
    return re.sub(r'//[^\n]*|/\*.*?\*/', '', text, flags=re.S)


class Axis:
    """Versions as numbers, from the text of the specs."""

    def __init__(self, text):
        body = re.search(r'\baxis\s*(?:of\s+\w+\s*)?\{(.*?\})\s*\}', text, re.S).group(1)
        body = re.sub(r'"[^"]*"(\s*,\s*"[^"]*")*', '', body)  # the products
        self.starts = {}
        releases = []
        for release, points in re.findall(r'([\w.]+)\s*\{(.*?)\}', body, re.S):
            major, minor = release.split('.')
            start = int(major) << 48 | int(minor) << 32
            releases.append(start)
            self.starts[release] = start
            for i, (name, build) in enumerate(re.findall(r'([\w.-]+)\s*=\s*([\d.]+)(?:\s+kernel\s+[\d.]+)?\s*;', points)):
                self.starts[name] = start if i == 0 else self.number(build)
        self.releases = sorted(releases)
        attested = [self.number(v) for line in re.findall(r'\battest\b([^;]*);', text)
                    for v in re.findall(r'\d+\.\d+\.\d+(?:\.\d+)?', line)]
        self.named = sorted(set(self.starts.values()))
        self.points = sorted(set(self.named + attested))
        self.first = self.releases[0]

    @staticmethod
    def number(text):
        parts = [int(p) for p in text.split('.')] + [0, 0]
        return parts[0] << 48 | parts[1] << 32 | parts[2] << 16 | parts[3]

    def start(self, text):
        return self.starts[text] if text in self.starts else self.number(text)

    def end(self, text):
        """Returns the end of a version, as the upper end of a range; None: never."""
        if text is None:
            return None
        start = self.start(text)
        if start not in self.points and re.fullmatch(r'\d+\.\d+\.\d+\.\d+', text):
            return start + 1  # a build that nobody attests ends where its revision does
        points = self.releases if re.fullmatch(r'\d+\.\d+', text) else \
            self.named if text in self.starts else self.points
        later = [v for v in points if v > start]
        return later[0] if later else None


class DumpAxis(Axis):
    """Versions as numbers, as the dump has them beside their names."""

    def __init__(self, dump):
        self.starts, self.ends = {}, {None: None}
        self.find(dump)
        self.first = min(self.starts.values())

    def find(self, value):
        if isinstance(value, dict) and 'begin' in value:
            self.starts[value['from']] = self.number(value['begin'])
            self.ends[value['to']] = None if value['end'] is None else self.number(value['end'])
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            self.find(inner)

    def end(self, text):
        return self.ends[text]


def parse_arches(text, axis):
    """name -> (number, fallback, from, to), in the order of declaration."""
    arches = {}
    for name, fallback, first, last in re.findall(
            r'\barch\s+(\w+)\s*(?::\s*(\w+))?\s*pointer[^;]*?\bin\s+([\w.-]+?)\.\.([\w.-]*)\s*;', text):
        arches[name] = (len(arches) + 1, fallback or None, axis.start(first), axis.end(last) if last else None)
    return arches


def c_name(name):
    return re.sub(r'[^A-Za-z0-9]+', '_', name).strip('_') or 'x'


class Types:
    def __init__(self, text, dump):
        found = re.findall(r'\btype\s+(\w+)\s+(unsigned|signed|char|bool|float|pointer)\b\s*(\w*)', text)
        self.signed = {n: kind == 'signed' or (kind, size) == ('char', '1') for n, kind, size in found}
        self.pointers = {n for n, kind, _ in found if kind == 'pointer'}
        self.floats = {n for n, kind, _ in found if kind == 'float'}
        enums = {enum['name'] for enum in dump['enums']}
        self.opaque = set(re.findall(r'\bopaque\s+(\w+)', text)) - enums
        self.records = {s['name'] for s in dump['structs']}
        for enum in dump['enums']:
            negative = any(v['value'] < 0 for v in enum['values'])
            self.signed[enum['name']] = negative or bool(enum['type'] and self.signed.get(enum['type']))

    @classmethod
    def of_dump(cls, dump):
        """What the dump says, and no text."""
        self = cls('', dump)
        kinds = {t['name']: t['kind'] for t in dump['types']}
        self.signed.update({t['name']: t.get('signed', False) and t['kind'] != 'flags'  # flags are read as unsigned
                            for t in dump['types'] + dump['enums']})
        self.pointers, self.floats, self.opaque = ({n for n, k in kinds.items() if k == kind}
                                                   for kind in ('pointer', 'float', 'opaque'))
        return self

    def base(self, member):
        return re.sub(r'\b(const|volatile)\b', '', member['type']).strip()

    def is_record(self, member):
        return self.base(member) in self.records

    def is_bytes(self, member):
        return self.base(member) == 'bytes' or (self.base(member) in self.opaque and not self.is_record(member))

    def is_signed(self, member):
        base = self.base(member)
        return '*' not in base and self.signed[base]

    def is_float(self, member):
        return self.base(member) in self.floats

    def is_pointer(self, member):
        return '*' in self.base(member) or self.base(member) in self.pointers


class Entry:
    """A named member in a layout."""

    def __init__(self, types, member):
        self.name = member['name']
        self.type = types.base(member)
        self.member = member
        self.goes_on = False
        self.group = None
        self.is_record = types.is_record(member)
        self.is_bytes = types.is_bytes(member)
        self.is_array = 'count' in member
        self.is_signed = False
        self.is_bits = 'width' in member
        self.begin = member['offset']
        if member['offset'] is None or member['size'] is None or (
                self.is_bits and (member['bit'] is None or member['bit'] + member['width'] > member['size'] * 8)):
            self.kind = 'UNKNOWN'
            return
        self.offset = member['offset']
        self.size = member['size']
        self.count = member.get('count', 1)
        self.element = self.size // self.count if self.count else 0
        if self.is_bytes:
            self.count, self.element = self.size, 1
        self.kind = ('RECORD_ARRAY' if self.is_array else 'RECORD') if self.is_record else \
            'ARRAY' if self.is_array or self.is_bytes else 'SCALAR'
        self.bit = member.get('bit', 0)
        self.bits = member.get('width', self.element * 8)
        self.is_signed = not self.is_record and not self.is_bytes and types.is_signed(member)
        self.is_pointer = types.is_pointer(member)
        self.is_float = not self.is_record and types.is_float(member)

    @property
    def is_known(self):
        return self.kind != 'UNKNOWN'

    @property
    def value_bits(self):
        """Returns the bits that its C type must hold: 64 for pointers on every arch."""
        return 64 if self.is_pointer else self.bits if self.kind == 'SCALAR' else self.element * 8


def flatten(types, members):
    for member in members:
        if member['name'] is not None:
            yield Entry(types, member)
        elif 'members' in member:
            yield from flatten(types, member['members'])


class Layout:
    def __init__(self, model, record, data):
        self.data = data
        self.arch = data['arch']
        self.version = data['from']
        self.title = '%s/%s' % (data['from'], data['arch'])
        self.first = model.axis.start(data['from'])
        self.end = model.axis.end(data['to'])
        self.entries = []
        for entry in flatten(model.types, data['members']):
            if all(e.name != entry.name for e in self.entries):  # of a member that stands twice headers have the first
                self.entries.append(entry)
        self.is_sized = data['size'] is not None
        self.size = data['size'] if self.is_sized else \
            max((m['offset'] + m['size'] for m in data['members'] if None not in (m['offset'], m['size'])), default=0)
        self.has_plain = self.is_sized and self.size > 0
        self.label = '%s_%s' % (c_name(data['from']), c_name(data['arch']))
        self.release = '%s, %s' % (c_name(data['from']), c_name(data['arch']))
        self.find_least(model)
        if not self.is_sized:
            self.size = self.least
        self.find_plain()

    def holds(self, version):
        return self.first <= version and (self.end is None or version < self.end)

    def find_least(self, model):
        """The end of all members, and no less than the size; of an open array at the end, the bytes before it."""
        placed = [e for e in self.entries if e.begin is not None]
        known = [e for e in self.entries if e.is_known]
        floors = [e.offset + e.size for e in known]
        for i, entry in enumerate(known):
            if entry.kind == 'RECORD':
                inner = model.layout_at(entry.type, self.arch, self.first)
                at_end = self.is_sized and entry.offset + entry.size == self.size
                entry.goes_on = at_end and any(e.goes_on for e in inner.entries)
                if entry.goes_on:
                    floors[i] = entry.offset + inner.least
            if entry.is_array and entry.count == 0 and not entry.is_bytes:
                entry.element = model.element_size(entry, self)
                entry.bits = entry.element * 8
            if entry.kind != 'RECORD' and entry.is_array and entry.member.get('trailing'):
                entry.goes_on = entry.element > 0 and all(e.begin <= entry.begin for e in placed)
                if entry.goes_on:
                    floors[i] = entry.begin
        self.goes_on = any(e.goes_on for e in self.entries)
        self.least = max(floors + ([] if self.goes_on else [self.size]), default=0)

    def find_plain(self):
        """The fields of the plain structure, and where in unions they lie."""
        fields = {}
        for entry in self.entries:
            entry.path = None
            if not self.has_plain or not entry.is_known or not entry.size or entry.offset + entry.size > self.size:
                continue
            name = 'bits_%X_%d' % (entry.offset, entry.size) if entry.is_bits else 'm_' + c_name(entry.name)
            fields.setdefault((entry.offset, entry.size, name), []).append(entry)
        groups = []
        for (offset, size, name), entries in sorted(fields.items()):
            if groups and offset < groups[-1][1]:
                groups[-1][1] = max(groups[-1][1], offset + size)
            else:
                groups.append([offset, offset + size, []])
            groups[-1][2].append((name, entries))
        for start, end, members in groups:
            for name, entries in members:
                for entry in entries:
                    entry.path = name if len(members) == 1 else 'union_%X.of_%s.%s' % (start, name, name)
                    moduli = [entry.offset, self.size] + ([start, end - start] if len(members) > 1 else [])
                    entry.is_native = entry.size in ALIGNED and not any(m % entry.size for m in moduli)


class Model:
    has_unseen_values = False

    def __init__(self, dump, texts):
        self.text = text = '\n'.join(texts)
        self.axis = Axis(text)
        self.arches = parse_arches(text, self.axis)
        self.types = Types(text, dump)
        self.dump = dump
        self.seen = self.find_seen(texts)
        self.records = {}
        for struct in dump['structs']:  # what a record holds by value comes before it
            self.records[struct['name']] = []
            for data in struct['layouts']:
                self.records[struct['name']].append(Layout(self, struct, data))

    def find_seen(self, texts):
        """The full builds that `attest` lines name for a structure, or for all structures of its file if they name
        nothing else: by its name and arch, ascending."""
        seen = {}
        for text in texts:
            bodies = re.findall(r'^struct\s+(\w+)[^{;]*\{(.*?)^\}', text, re.S | re.M)
            for record, body in bodies + [(name, line) for line in re.findall(r'^attest\b[^;]*;', text, re.M)
                                          if not re.search(r'\.\.|\s\d+(?:\.\d+)?[,;]', line) for name, _ in bodies]:
                for arch, names in re.findall(r'\battest\s+([a-z]\w+)\b([^;]*);', body):
                    found = {self.axis.number(n) for n in re.findall(r'\d+\.\d+\.\d+\.\d+', names)}
                    if found:
                        seen[record, arch] = sorted(found | set(seen.get((record, arch), [])))
        return seen

    def layout_at(self, record, arch, version):
        while arch:
            layouts = [l for l in self.records[record] if l.arch == arch]
            for layout in layouts:
                if layout.holds(version):
                    return layout
            arch = None if layouts else self.arches[arch][1]
        return None

    def span(self, record, layout):
        """The first and the last target of a layout; None: there is none."""
        seen = [v for v in self.seen.get((record, layout.arch), []) if layout.holds(v)]
        return (seen[0], seen[-1]) if seen else (layout.first, layout.end - 2 if layout.end else 0x00FFFFFFFFFFFFFD)

    def targets(self, record):
        """Yields (arch, version, status, layout): just before and behind every run, on arches that fall back, and on
        arches that do not have the structure."""
        for arch, (_, _, start, end) in self.arches.items():
            layouts = self.records[record]
            source = arch
            while source and not any(l.arch == source for l in layouts):
                source = self.arches[source][1]
            own = [l for l in layouts if l.arch == source]
            edges = set()
            for layout in own:
                edges.update(v for v in (layout.first, layout.end) if v is not None)
            edges.update(v for v in (start, end) if v is not None)
            exists = False
            wanted = []
            seen = self.seen.get((record, source), [])
            for edge in sorted(edges):
                for version in (edge - 2, edge):  # not edge - 1: its revision would mean any
                    layout = None
                    if version >= start and (end is None or version < end):
                        layout = next((l for l in own if l.holds(version)), None)
                    exists |= layout is not None
                    if not seen or not seen[0] < version < seen[-1] or version in seen:
                        wanted.append((version, layout))  # behaviour.c has what is taken between attested builds
            for version, layout in wanted:
                yield arch, version, 'OK' if layout and exists else 'BAD_VERSION' if exists else 'BAD_ARCH', layout

    def value_version(self, enum, arch, version):
        """The version by which the values of an enum are looked up."""
        return version

    def element_size(self, entry, layout):
        if entry.type in self.records:
            return self.layout_at(entry.type, layout.arch, layout.first).size
        size = re.search(r'\btype\s+%s\s+(?:unsigned|signed|char|bool|float)\s+(\d+)' % entry.type, self.text)
        return int(size.group(1))


class PackModel(Model):
    """The model of a dump alone. A pack says, by the steps of runtime/pack.md, which layout a version takes."""

    has_unseen_values = True

    def __init__(self, dump, pack):
        self.dump, self.pack = dump, pack
        self.axis, self.types = DumpAxis(dump), Types.of_dump(dump)
        number = {name: i + 1 for i, name in enumerate(arch['name'] for arch in dump['arches'])}
        self.arches = {}
        for arch in dump['arches']:
            begin, end = self.axis.starts[arch['versions'][0]['from']], self.axis.ends[arch['versions'][-1]['to']]
            self.arches[arch['name']] = number[arch['name']], arch.get('as'), begin, end
        self.sources = {(s['name'], on['arch']): on.get('as', on['arch']) for s in dump['structs'] for on in s['on']}
        self.records = {}
        for struct in dump['structs']:
            self.records[struct['name']] = []
            for data in struct['layouts']:
                self.records[struct['name']].append(Layout(self, struct, data))

    def layout_at(self, record, arch, version):
        source = self.sources.get((record, arch))
        return next((l for l in self.records[record] if l.arch == source and l.holds(version)), None)

    def takes(self, record, layout, version):
        """True if a version takes a layout that holds for it by the dump."""
        packed, number = self.pack.by_name[record], self.arches[layout.arch][0]
        found = packed.stand(number, version)[0]
        return found is not None and found == packed.layout_at(number, layout.first)

    def taken(self, record, arch, version):
        """The layout that a version takes on an arch, or None."""
        packed, number = self.pack.by_name[record], self.arches[arch][0]
        found = packed.stand(number, version)[0]
        return found if found is None else self.by_number(record)[found]

    def by_number(self, record):
        """The layouts of a record by their numbers in the pack. Equal ones have one number."""
        packed = self.pack.by_name[record]
        return {packed.layout_at(self.arches[l.arch][0], l.first): l for l in reversed(self.records[record])}

    def span(self, record, layout):
        packed, number = self.pack.by_name[record], self.arches[layout.arch][0]
        seen = [t & (1 << 56) - 1 for t in packed.seen if t >> 56 == number]
        edges = sorted({v for v in (layout.first, layout.first + 1, layout.end and layout.end - 2, *seen)
                        if v is not None and layout.holds(v) and self.takes(record, layout, v)})
        return (edges[0], edges[-1]) if edges else None

    def targets(self, record):
        packed = self.pack.by_name[record]
        edges = {v for l in self.records[record] for v in (l.first, l.end) if v is not None}
        edges.update(t & (1 << 56) - 1 for t in packed.seen + packed.documented)
        for _, _, start, end in self.arches.values():
            edges.update(v for v in (start, end) if v is not None)
        versions = sorted({v for edge in edges for v in (edge - 2, edge, edge + 3, edge | 0xFFFF)
                           if 0 < v < (1 << 56) - 1})
        by_number = self.by_number(record)
        for arch, (number, _, _, _) in self.arches.items():
            exists = any(layout is not None for _, layout in packed.on(number))
            for version in versions:
                layout = packed.stand(number, version)[0] if exists else None
                if not exists:
                    yield arch, version, 'BAD_ARCH', None
                elif layout is None:
                    yield arch, version, 'BAD_VERSION', None
                else:
                    yield arch, version, 'OK', by_number[layout]

    def value_version(self, enum, arch, version):
        """The version by which the values of an enum are looked up; None if the arch does not have that or this one: the
        dump says nothing of such versions."""
        kernel = self.pack.by_name[enum].kernel(self.arches[arch][0], version)
        ranges = next(a['versions'] for a in self.dump['arches'] if a['name'] == arch)
        return kernel if all(any(self.axis.number(r['begin']) <= v and (
            r['end'] is None or v < self.axis.number(r['end'])) for r in ranges) for v in (kernel, version)) else None

    def element_size(self, entry, layout):
        if entry.type in self.records:
            return self.layout_at(entry.type, layout.arch, layout.first).size
        if '*' in entry.type:
            return next(a['pointer'] for a in self.dump['arches'] if a['name'] == layout.arch)
        enum = next((e for e in self.dump['enums'] if e['name'] == entry.type), None)
        name = enum['type'] if enum else entry.type
        on = next((t['on'] for t in self.dump['types'] if t['name'] == name), None)
        sizes = [m['size'] for m in on or () if self.axis.starts[m['from']] <= layout.first and
                 (m['to'] is None or layout.first < self.axis.ends[m['to']])]
        return (sizes or [4])[0]


def access_type(rows):
    """The smallest C type that holds (bits, is_signed) of all rows: signed, bits."""
    unsigned = max([b for b, s in rows if not s], default=0)
    signed = max([b for b, s in rows if s], default=0)
    is_signed = signed > 0 and unsigned < 64
    need = max(signed, unsigned + 1 if unsigned else 0) if is_signed else max(signed, unsigned)
    return is_signed, next(n for n in (8, 16, 32, 64) if n >= need)


class Writer:
    def __init__(self, model):
        self.model = model
        self.lines = []

    def line(self, text='', *arguments):
        self.lines.append(text % arguments if arguments else text)

    def wrapper(self, function, signature, body):
        self.line('static %s\n{\n%s\n}', signature % function, body)
        return function

    def target(self, arch, version):
        return '0x%016Xu' % (self.model.arches[arch][0] << 56 | version)

    def scalar(self, S, name, rows):
        is_signed, bits = access_type(rows)
        ctype = '%sint%d_t' % ('' if is_signed else 'u', bits)
        widen = '(uint64_t)(int64_t)' if is_signed else '(uint64_t)'
        M = c_name(name)
        get = self.wrapper('get_%s_%s' % (S, M), 'strata_status %s(const void *view, uint64_t *value)',
                           '    %s got = 1;\n'
                           '    strata_status status = strata_%s_get_%s((const strata_%s *)view, &got);\n'
                           '    *value = %sgot;\n    return status;' % (ctype, S, M, S, widen))
        set_ = self.wrapper('set_%s_%s' % (S, M), 'strata_status %s(void *view, uint64_t value)',
                            '    return strata_%s_set_%s((strata_%s *)view, %svalue);' %
                            (S, M, S, '(int64_t)' if is_signed else ''))
        read = self.wrapper('read_%s_%s' % (S, M), 'uint64_t %s(strata_slot slot, const void *bytes)',
                            '    return %sstrata_%s_read_%s(slot, bytes);' % (widen, S, M))
        return is_signed, get, set_, read

    def floats(self, S, name, bits, is_array):
        """Calls that take and give the bits of a float, which has the same size in all layouts."""
        M = c_name(name)
        ctype = {32: 'float', 64: 'double'}[bits]
        index, argument = ('size_t index, ', 'index, ') if is_array else ('', '')
        get, set_ = ('%s_at', '%s_set_at') if is_array else ('get_%s', 'set_%s')
        to_bits = '    uint%d_t bits = 0;\n    memcpy(&bits, &got, sizeof bits);\n' % bits
        calls = [
            self.wrapper('%s_%s_%s' % ('at' if is_array else 'get', S, M),
                         'strata_status %%s(const void *view, %suint64_t *value)' % index,
                         '    %s got = 1;\n    strata_status status = strata_%s_%s((const strata_%s *)view, %s&got);\n'
                         '%s    *value = bits;\n    return status;' % (ctype, S, get % M, S, argument, to_bits)),
            self.wrapper('%s_%s_%s' % ('set_at' if is_array else 'set', S, M),
                         'strata_status %%s(void *view, %suint64_t value)' % index,
                         '    uint%d_t bits = (uint%d_t)value;\n    %s number;\n'
                         '    memcpy(&number, &bits, sizeof number);\n'
                         '    return strata_%s_%s((strata_%s *)view, %snumber);' %
                         (bits, bits, ctype, S, set_ % M, S, argument))]
        if not is_array:
            calls.append(self.wrapper('read_%s_%s' % (S, M), 'uint64_t %s(strata_slot slot, const void *bytes)',
                                      '    %s got = strata_%s_read_%s(slot, bytes);\n%s    return bits;' %
                                      (ctype, S, M, to_bits)))
        return 0, *calls

    def array(self, S, name, rows):
        is_signed, bits = access_type(rows)
        ctype = '%sint%d_t' % ('' if is_signed else 'u', bits)
        widen = '(uint64_t)(int64_t)' if is_signed else '(uint64_t)'
        M = c_name(name)
        at = self.wrapper('at_%s_%s' % (S, M), 'strata_status %s(const void *view, size_t index, uint64_t *value)',
                          '    %s got = 1;\n'
                          '    strata_status status = strata_%s_%s_at((const strata_%s *)view, index, &got);\n'
                          '    *value = %sgot;\n    return status;' % (ctype, S, M, S, widen))
        set_at = self.wrapper('set_at_%s_%s' % (S, M), 'strata_status %s(void *view, size_t index, uint64_t value)',
                              '    return strata_%s_%s_set_at((strata_%s *)view, index, %svalue);' %
                              (S, M, S, '(int64_t)' if is_signed else ''))
        return is_signed, at, set_at

    def record_views(self, S, name, entries):
        """The list of the member's record accesses; the types in the order in which layouts bring them up."""
        types = list(dict.fromkeys(e.type for e in entries))
        M = c_name(name)
        rows = []
        for type_name in types:
            T = c_name(type_name)
            suffix = '_' + T if len(types) > 1 else ''
            row = []
            for kind, call, parameter, argument in (('RECORD', 'view', '', ''),
                                                    ('RECORD_ARRAY', 'view_at', 'size_t index, ', 'index, ')):
                if not any(e.kind == kind and e.type == type_name for e in entries):
                    row.append('STRATA_NULLPTR')
                    continue
                row.append(self.wrapper(
                    '%s_%s_%s_as_%s' % (call, S, M, T),
                    'strata_status %%s(const void *view, %sstrata_view *record)' % parameter,
                    '    strata_%s inner;\n    strata_status status = '
                    'strata_%s_%s_%s%s((const strata_%s *)view, %s&inner);\n'
                    '    *record = inner.view;\n    return status;' % (T, S, M, call, suffix, S, argument)))
            rows.append('{ %s, %s, find_%s }' % (row[0], row[1], T))
        self.line('static const struct record_access records_%s_%s[] = { %s };', S, M, ', '.join(rows))
        return types

    @staticmethod
    def mark_floats(known):
        """Floats of a member that is an integer elsewhere are of another kind for its calls. Those of a member of two sizes
        are converted; float.c tries them."""
        for kind, other in (('SCALAR', 'FLOAT'), ('ARRAY', 'FLOAT_ARRAY')):
            same = [e for e in known if e.kind == kind]
            if not all(e.is_float for e in same) or len({e.bits for e in same}) > 1:
                for e in same:
                    e.kind = other if e.is_float else kind

    def member(self, S, name, entries):
        M = c_name(name)
        known = [e for e in entries if e.is_known]
        self.mark_floats(known)
        scalars = [(e.value_bits, e.is_signed) for e in known if e.kind == 'SCALAR']
        arrays = [(e.value_bits, e.is_signed) for e in known if e.kind == 'ARRAY']
        records = [e for e in known if e.is_record]
        scalar, array = (0, *['STRATA_NULLPTR'] * 3), (0, *['STRATA_NULLPTR'] * 2)
        if scalars:
            is_float = any(e.is_float for e in known if e.kind == 'SCALAR')
            scalar = self.floats(S, name, scalars[0][0], False) if is_float else self.scalar(S, name, scalars)
        if arrays:
            is_float = any(e.is_float for e in known if e.kind == 'ARRAY')
            array = self.floats(S, name, arrays[0][0], True) if is_float else self.array(S, name, arrays)
        types = self.record_views(S, name, records) if records else []
        count = 'STRATA_NULLPTR'
        if arrays or any(e.kind in ('RECORD_ARRAY', 'FLOAT_ARRAY') for e in known):
            count = self.wrapper('count_%s_%s' % (S, M), 'strata_status %s(const void *view, size_t *count)',
                                 '    return strata_%s_%s_count((const strata_%s *)view, count);' % (S, M, S))
        self.wrapper('bytes_%s_%s' % (S, M),
                     'strata_status %s(const void *view, const unsigned char **bytes, size_t *size)',
                     '    return STRATA_%s_BYTES((const strata_%s *)view, %s, bytes, size);' % (S, S, M))
        self.wrapper('has_%s_%s' % (S, M), 'int %s(const void *view)',
                     '    return STRATA_%s_HAS((const strata_%s *)view, %s);' % (S, S, M))
        self.wrapper('offset_%s_%s' % (S, M), 'uint32_t %s(const void *view)',
                     '    return STRATA_%s_OFFSET((const strata_%s *)view, %s);' % (S, S, M))
        access = '{ "%s", STRATA_%s_MEMBER_%s, %d, %d, %s, %s, %s, %s, %s, %s, bytes_%s_%s, has_%s_%s, offset_%s_%s, ' \
            '%s, %d }' % (name, S, M, scalar[0], array[0], scalar[1], scalar[2], scalar[3], array[1], array[2], count,
                          S, M, S, M, S, M, 'records_%s_%s' % (S, M) if types else 'STRATA_NULLPTR', len(types))
        return access, types

    def entry(self, S, layout, name, types):
        found = [e for e in layout.entries if e.name == name]
        if not found or not found[0].is_known:
            kind = 'UNKNOWN' if found else 'ABSENT'
            return '    { KIND_%s, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, /* %s */' % (kind, name)
        e = found[0]
        plain = '0, 0, 0, 0, 0'
        if e.path:
            plain = '1, offsetof(PLAIN, %s), sizeof(((PLAIN *)STRATA_NULLPTR)->%s), ' \
                'STRATA_PASTE(CONSTANTS, _OFFSET_%s), STRATA_PASTE(CONSTANTS, _SIZE_%s)'
            plain %= (e.path, e.path, c_name(name), c_name(name))
            plain = plain.replace('PLAIN', 'STRATA_%s_TYPE(%s)' % (S, layout.release))
            plain = plain.replace('CONSTANTS', 'STRATA_%s_AS(%s)' % (S, layout.release))
        return '    { KIND_%s, 0x%X, %d, %d, %d, %d, %d, %d, %d, %d, %d, %s }, /* %s */' % (
            e.kind, e.offset, e.size, e.element, e.count, e.bit, e.bits, e.is_signed, e.is_float, e.goes_on,
            types[name].index(e.type) if e.is_record else 0, plain, name)

    def fill(self, S, layout, names):
        """Native members are assigned to: that their type is what the rules say is checked by the compiler."""
        if not layout.has_plain:
            return 'STRATA_NULLPTR'
        function = 'fill_%s_%s' % (S, layout.label)
        self.line('static void %s(void *plain, unsigned member, uint64_t value)\n{', function)
        plain = 'STRATA_%s_TYPE(%s)' % (S, layout.release)
        self.line('    %s *p = (%s *)plain;\n    switch (member) {', plain, plain)
        for index, name in enumerate(names):
            for e in layout.entries:
                if e.name != name or not e.path or e.kind != 'SCALAR':
                    continue
                self.line('    case %d:', index)
                unit = 'uint%d_t' % (e.size * 8)
                if e.bits != e.size * 8:
                    mask = (1 << e.bits) - 1 << e.bit
                    if e.is_native or e.size == 1:
                        self.line('        p->%s = (%s)((p->%s & 0x%Xu) | (value << %d & 0x%Xu));',
                                  e.path, unit, e.path, ~mask & (1 << e.size * 8) - 1, e.bit, mask)
                    else:
                        self.line('        put_bits(p->%s, %d, %d, value);', e.path, e.bit, e.bits)
                elif e.is_native or e.size == 1:
                    self.line('        p->%s = (%s)value;', e.path, unit)
                else:
                    self.line('        put_bits(p->%s, 0, %d, value);', e.path, e.bits)
                self.line('        break;')
        self.line('    default:\n        break;\n    }\n    (void)p;\n    (void)value;\n}')
        return function

    def targets(self, S, record):
        rows = []
        for arch, version, status, layout in self.model.targets(record):
            slots = '&strata_%s_layout_table[STRATA_%s_AT(%s)]' % (S, S, layout.release) if status == 'OK' \
                else 'STRATA_NULLPTR'
            rows.append('    { %s, STRATA_%s, %s },' % (self.target(arch, version), status, slots))
        for number in (0, len(self.model.arches) + 1, 63, 200):
            rows.append('    { 0x%016Xu, STRATA_BAD_ARCH, STRATA_NULLPTR },' % (number << 56 | self.model.axis.first))
        self.line('static const struct target_case targets_%s[] = {\n%s\n};', S, '\n'.join(rows))

    def record(self, record):
        layouts = self.model.records[record]
        S = c_name(record)
        for name, parameters, arguments in (
                ('open', 'void *view, const void *bytes, size_t size, strata_target target', 'bytes, size, target'),
                ('open_mutable', 'void *view, void *bytes, size_t size, strata_target target', 'bytes, size, target'),
                ('rebase', 'void *view, const void *bytes, size_t size', 'bytes, size'),
                ('rebase_mutable', 'void *view, void *bytes, size_t size', 'bytes, size')):
            self.wrapper('%s_%s' % (name, S), 'strata_status %%s(%s)' % parameters,
                         '    return strata_%s_%s((strata_%s *)view, %s);' % (S, name, S, arguments))
        self.wrapper('find_%s' % S,
                     'strata_status %s(strata_target target, const strata_layout **layout, strata_basis *basis)',
                     '    return strata_%s_find_layout(target, layout, basis);' % S)
        names = list(dict.fromkeys(e.name for l in layouts for e in l.entries))
        members, types = [], {}
        for name in names:
            access, types[name] = self.member(S, name, [e for l in layouts for e in l.entries if e.name == name])
            members.append('    %s,' % access)
        if members:
            self.line('static const struct member_access members_%s[] = {\n%s\n};', S, '\n'.join(members))
        cases = []
        for layout in layouts:
            span = self.model.span(record, layout)
            if not span:
                continue
            fill = self.fill(S, layout, names)
            if names:
                self.line('static const struct entry entries_%s_%s[] = {', S, layout.label)
                for name in names:
                    self.line(self.entry(S, layout, name, types))
                self.line('};')
            cases.append('    { "%s", %s, %s, %d, %d, &strata_%s_layout_table[STRATA_%s_AT(%s)], %s, '
                         'STRATA_PASTE(STRATA_%s_AS(%s), _%s), %s, %s },' % (
                             layout.title, self.target(layout.arch, span[0]), self.target(layout.arch, span[1]),
                             layout.size, layout.least, S, S, layout.release,
                             'sizeof(STRATA_%s_TYPE(%s))' % (S, layout.release) if layout.has_plain else '0', S,
                             layout.release,
                             'SIZEOF' if layout.is_sized else 'LEAST',
                             'entries_%s_%s' % (S, layout.label) if names else 'STRATA_NULLPTR', fill))
        if cases:
            self.line('static const struct layout_case layouts_%s[] = {\n%s\n};', S, '\n'.join(cases))
        self.targets(S, record)
        return '    { "%s", %s, %d, %s, %d, targets_%s, sizeof targets_%s / sizeof *targets_%s, ' \
            'open_%s, open_mutable_%s, rebase_%s, rebase_mutable_%s, find_%s },' % (
                record, 'members_%s' % S if names else 'STRATA_NULLPTR', len(names),
                'layouts_%s' % S if cases else 'STRATA_NULLPTR', len(cases),
                S, S, S, S, S, S, S, S)

    def enum(self, enum, cases):
        axis = self.model.axis
        E = c_name(enum['name'])
        for name in dict.fromkeys(v['name'] for v in enum['values'] if v['name']):
            values = [v for v in enum['values'] if v['name'] == name]
            V = c_name(name)
            is_one = len({v['value'] for v in values}) == 1
            if is_one and self.model.has_unseen_values:
                # Columns may have other values for versions before their arch, which the dump does not have.
                cases.append('#ifdef STRATA_%s_%s\n    { "%s.%s", 0, (uint64_t)STRATA_%s_%s, STRATA_NULLPTR, STRATA_OK, 0x%Xu },'
                             '\n#endif' % (E, V, enum['name'], name, E, V, values[0]['value'] % (1 << 64)))
                continue
            if is_one:
                cases.append('    { "%s.%s", 0, (uint64_t)STRATA_%s_%s, STRATA_NULLPTR, STRATA_OK, 0x%Xu },' %
                             (enum['name'], name, E, V, values[0]['value'] % (1 << 64)))
                continue
            find = self.wrapper('value_%s_%s' % (E, V), 'strata_status %s(strata_target target, uint64_t *value)',
                                '    return strata_%s_value_%s(target, value);' % (E, V))
            edges = sorted({axis.start(v['from']) for v in values})
            for arch, (number, fallback, start, end) in self.model.arches.items():
                for edge in edges:
                    if edge < start or (end is not None and edge >= end):
                        continue
                    version = self.model.value_version(enum['name'], arch, edge)
                    if version is None:
                        continue
                    held = [v for v in values if v['arch'] == arch and axis.start(v['from']) <= version and
                            (v['to'] is None or version < axis.end(v['to']))]
                    cases.append('    { "%s.%s", %s, 0, %s, STRATA_%s, 0x%Xu },' % (
                        enum['name'], name, self.target(arch, edge), find, 'OK' if held else 'ABSENT',
                        held[0]['value'] % (1 << 64) if held else 0))

    def program(self, headers):
        self.line('/* Written by make_roundtrip.py. */\n#define STRATA_COMPILE_GUESSES')
        for header in headers:
            self.line('#include "%s"', header)
        self.line('#include "roundtrip.h"\n')
        records = [self.record(name) for name in self.model.records]
        self.line('static const struct record_case all_records[] = {\n%s\n};\n', '\n'.join(records))
        cases = []
        for enum in self.model.dump['enums']:
            self.enum(enum, cases)
        self.line('static const struct value_case all_values[] = {\n%s\n};\n', '\n'.join(cases))
        return '\n'.join(self.lines) + '\n'


MAIN = '''int main(void)
{
    check_records(all_records, sizeof all_records / sizeof *all_records);
    check_values(all_values, sizeof all_values / sizeof *all_values);
    printf("%u checks, %u failed\\n", passed + failed, failed);
    return failed != 0;
}
'''


def main():
    arguments = sys.argv[1:]
    tables_only = arguments[0] == '--tables'
    if tables_only:
        del arguments[0]
    dump = json.load(open(arguments[0]))
    headers = [a for a in arguments if a.endswith('.h')]
    if arguments[-1].endswith('.strpack'):
        with open(arguments[-1], 'rb') as file:
            model = PackModel(dump, reader.Pack(file.read()))
    else:
        specs = [a for a in arguments if a.endswith('.strata')]
        model = Model(dump, [strip_comments(open(spec, encoding='utf-8').read()) for spec in specs])
    sys.stdout.write(Writer(model).program(headers) + ('' if tables_only else MAIN))


if __name__ == '__main__':
    main()
