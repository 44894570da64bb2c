#!/usr/bin/env python3
"""Compares a pack with what `strata dump` says of the same specs: compare.py PACK DUMP [NAME...]

Every structure, layout and member, every enumerator; what the one has and the other has not is a difference: on the
architectures that the pack has, and where names are given, of these types alone. Prints each, and how much was
compared.
"""
import json
import re
import sys

from reader import NONE, REST, Pack

UNKNOWN, ABSENT = 0xE0, 0xF0


class Comparison:
    def __init__(self, pack, dump, names):
        self.pack, self.dump = pack, dump
        self.arches = {pack.text(name): number for name, number, _, _ in pack.arches}
        self.starts, self.differences, self.compared = {}, [], 0
        self.versions(dump['axis']['releases'])
        self.structs = [s for s in dump['structs'] if self.is_here(s, names)]
        self.enums = [e for e in dump['enums'] if not names or e['name'] in names]

    def is_here(self, struct, names):
        """True if a structure must be in the pack. A structure that is only on other architectures must not."""
        here = not struct['layouts'] or any(layout['arch'] in self.arches for layout in struct['layouts'])
        return struct['name'] in names if names else here

    def same(self, where, what, packed, dumped):
        self.compared += 1
        if packed != dumped:
            self.differences.append('%s: %s is %r in the pack, %r in the dump' % (where, what, packed, dumped))

    def versions(self, releases):
        """A point has the version that the axis names, and a release that of its first point. A point whose name ends
        that of another one, or one of its products, has the name of a product. Further names are products."""
        named, points = [], [point for release in releases for point in release['points']]
        for release in releases:
            self.starts[release['name']] = self.start(release['begin'])
            first = release['points'][0]['version'] if release['points'] else release['begin']
            named.append((self.start(first), release['name']))
            for point in release['points']:
                self.starts[point['name']] = self.start(point['begin'])
                others = [name for other in points if other is not point
                          for name in [other['name'], *other.get('products', [])]]
                is_shared = any(name.endswith(('-' + point['name'], ' ' + point['name'])) for name in others)
                named.append((self.start(point['version']), point['products'][0] if is_shared else point['name']))
        self.same('the axis', 'named versions',
                  [(v, self.pack.text(n)) for v, n, is_other in self.pack.versions if not is_other], named)
        versions = iter([version for version, _ in named])
        products = {(version, product) for release in releases for one in [release, *release['points']]
                    for version in [next(versions)] for product in one.get('products', [])}
        others = {(v, self.pack.text(n)) for v, n, is_other in self.pack.versions if is_other}
        self.same('the axis', 'other names of versions', others - products, set())
        self.same('the axis', 'products', bool(others), bool(products - set(named)))

    def start(self, name):
        if name in self.starts:
            return self.starts[name]
        parts = [int(p) for p in name.split('.')] + [0, 0]
        return parts[0] << 48 | parts[1] << 32 | parts[2] << 16 | parts[3]

    def ranges(self, where, record, arch, layouts):
        """The layouts of an architecture are as many, and begin and end where the dump says."""
        on = record.on(self.arches[arch])
        known = [(i, first, number) for i, (first, number) in enumerate(on) if number is not None]
        self.same(where, 'the number of ranges', len(known), len(layouts))
        for (i, first, _), layout in zip(known, layouts):
            self.same(where, 'the first version', first, self.start(layout['from']))
            end = on[i + 1][0] if i + 1 < len(on) else None
            self.same(where, 'having an end', end is not None, layout['to'] is not None)
            if end is not None and layout['to'] is not None:
                self.same(where, 'the end', end, self.start(layout['end']))
        return [number for _, _, number in known]

    def flatten(self, members):
        """Named members of what the dump has as a tree, with their offset; None: unknown."""
        for member in members:
            if member['name'] is not None:
                yield member, member['offset']
            else:
                yield from self.flatten(member.get('members', []))

    def member(self, where, record, number, layout, arch, member, offset):
        index = record.find(member['name'])
        place = None if index is None else record.place(index, number)
        self.same(where, 'being there', place is not None, True)
        if place is None:
            return
        self.same(where, 'type', place.text, member['type'])
        if number not in self.provenances:
            self.same(where, 'provenance', place.provenance, member.get('provenance', 'documented'))
        unknown = offset is None or member['size'] is None or (
            'width' in member and (member['bit'] is None or member['bit'] + member['width'] > member['size'] * 8))
        self.same(where, 'being unknown', place.tag == UNKNOWN, unknown)
        if unknown:
            return
        self.same(where, 'offset', place.offset, offset)
        self.same(where, 'width', place.width, member.get('width', 0))
        self.same(where, 'bit', place.bit, member.get('bit', 0))
        if place.count != REST:
            self.same(where, 'size', place.size * place.count, member['size'])
        elif place.tag == 0x20:
            inner = self.pack.all[place.type]
            version = next(v for v, n in record.on(self.arches[arch]) if n == number)
            self.same(where, 'size', inner.layouts[inner.layout_at(self.arches[arch], version)][0], member['size'])
        else:
            self.same(where, 'going on', member.get('count') in (0, 1), True)
        if 'count' in member and place.count != REST and place.kind != 4:
            self.same(where, 'count', place.count, member['count'])
        if place.tag & 0xE0 == 0x20:
            self.same(where, 'structure', self.pack.all[place.type].name, re.sub(r'\b(const|volatile) ', '', member['type']))

    def layout(self, record, number, layout):
        where = '%s, %s on %s' % (record.name, layout['from'], layout['arch'])
        size, least, align = record.layouts[number]
        self.same(where, 'size', None if size == NONE else size, layout['size'])
        self.same(where, 'align', align, layout['align'])
        names = set()
        ends = [size]
        for member, offset in self.flatten(layout['members']):
            names.add(member['name'])
            if offset is not None and member['size'] is not None:
                ends.append(offset + max([member['size']] + [inner.layouts[n][1] for inner in self.pack.all
                                                             if inner.name == member['type']
                                                             for n in range(len(inner.layouts))]))
            self.member(where + ', ' + member['name'], record, number, layout, layout['arch'], member, offset)
        self.same(where, 'least size', least <= max(ends), True)
        packed = {name for i, name in enumerate(record.members) if record.place(i, number) is not None}
        self.same(where, 'the members', sorted(packed), sorted(names))

    def record(self, struct):
        record = self.pack.by_name.get(struct['name'])
        self.same(struct['name'], 'being there', record is not None, True)
        if record is None:
            return
        self.same(struct['name'], 'kind', record.kind, struct['kind'])
        self.provenances = set()  # layouts that have theirs: that of the first range with the layout
        for arch in self.arches:
            layouts = [layout for layout in struct['layouts'] if layout['arch'] == arch]
            if not layouts:  # nothing, or all that another architecture has
                continue
            numbers = self.ranges('%s on %s' % (record.name, arch), record, arch, layouts)
            for number, layout in zip(numbers, layouts):
                self.layout(record, number, layout)
                self.provenances.add(number)

    def reached(self, ranges, arch):
        """Yields the layouts of an architecture that have a version of it."""
        ends = [first for first, _ in ranges[1:]] + [1 << 56]
        for (first, layout), end in zip(ranges, ends):
            if any(first < (self.start(own['end']) if own['end'] else 1 << 56) and self.start(own['begin']) < end
                   for own in arch['versions']):
                yield layout

    def enumeration(self, enum):
        packed = self.pack.by_name.get(enum['name'])
        self.same(enum['name'], 'being there', packed is not None, True)
        if packed is None:
            return
        self.same(enum['name'], 'kind', packed.kind, enum['kind'])
        low, high = enum.get('indexed', (0, -1))
        self.same(enum['name'], 'index', (packed.index_low, packed.index_bits), (low, high - low + 1))
        names = set()
        for value in enum['values']:
            if value['arch'] not in self.arches:
                continue
            where = '%s, %s, %s on %s' % (enum['name'], value['name'], value['from'], value['arch'])
            layout = packed.layout_at(self.arches[value['arch']], self.start(value['from']))
            wanted = value['value'] & (1 << 64) - 1
            names.add(value['name'] or '')
            if value['name'] is None:
                values = [packed.value(i, layout) for i, name in enumerate(packed.members) if not name]
                self.same(where, 'having the value', wanted in values, True)
            else:
                index = packed.find(value['name'])
                self.same(where, 'value', None if index is None else packed.value(index, layout), wanted)
        # A column may have values for versions before its arch, which the dump leaves out.
        reached = {layout for arch in self.dump['arches'] if arch['name'] in self.arches
                   for layout in self.reached(packed.on(self.arches[arch['name']]), arch) if layout is not None}
        held = {name for i, name in enumerate(packed.members)
                if name in names or any(packed.value(i, layout) is not None for layout in reached)}
        self.same(enum['name'], 'the enumerators', sorted(held), sorted(names))

    def run(self):
        for struct in self.structs:
            self.record(struct)
        for enum in self.enums:
            self.enumeration(enum)
        dumped = [t['name'] for t in self.structs + self.enums]
        self.same('the pack', 'the types', sorted(self.pack.by_name), sorted(dumped))


def main(pack, dump, *names):
    with open(pack, 'rb') as file:
        data = file.read()
    with open(dump, encoding='utf-8') as file:
        comparison = Comparison(Pack(data), json.load(file), names)
    comparison.run()
    print(*comparison.differences[:20], sep='\n', end='\n' if comparison.differences else '')
    print('%d compared, %d differ' % (comparison.compared, len(comparison.differences)))
    sys.exit(comparison.compared == 0 or len(comparison.differences) > 0)


if __name__ == '__main__':
    main(*sys.argv[1:])
