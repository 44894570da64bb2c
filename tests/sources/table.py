"""Compares every statement of every source of the shipped specs with what they answer.

    table.py STRATA SPECS SHARED

Prints a table by source: files, statements by kind, how many the specs contradict, what they leave out, and the grades
of the others. Each structure that differs has a line, with the sources that the specs have for the version. Of a source
that does not know its revision, that revision of the build counts that differs least; the grade is that of the build.
"""
import collections
import functools
import gc
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'dump'))
from answers import GRADES, Answers, number, text
import readers

ATTEST = re.compile(r'^attest (\S+) ([^;]*?)\s+by\s+"([^"]+)";', re.M)


class Tree(Answers):
    """The shipped specs, with members by their paths."""

    def __init__(self, dump, specs):
        super().__init__(dump)
        self.flat, self.specs = {}, specs
        self.seen = collections.defaultdict(set)  # {(module, arch): attested versions}
        for (name, arch), on in self.on.items():
            module = name.rpartition('!')[0] or 'ntoskrnl'
            self.seen[module, arch] |= self.evidence[on['evidence']]
        self.addresses = {(one['name'], number(place['version']), place['arch']): place['address']
                          for one in dump['globals'] for place in one['addresses']}
        self.by = collections.defaultdict(list)  # {(module, arch, version): sources}
        for module in ('ntoskrnl', 'ntdll', 'win32k'):
            with open(os.path.join(specs, module, 'types.strata'), encoding='utf-8') as attests:
                for arch, versions, source in ATTEST.findall(attests.read()):
                    for version in re.findall(r'[0-9.]+', versions):
                        self.by[module, arch, version].append(source)

    def sources(self, source, name):
        """The sources of a structure in the version of another one."""
        file = self.structs[name]['file'] if name else source.module
        if not file.startswith(source.module):
            return file
        version = text(self.of_kernel(number(source.version))) if source.version.count('.') == 3 else source.version
        own = [by for (module, arch, at), by in self.by.items()
               if (module, arch) == (source.module, source.arch) and at.startswith(version + '.')]
        return ', '.join(sorted(set(sum(own, [])) or self.by[source.module, source.arch, version]))

    @functools.lru_cache(None)
    def find(self, module, tag):
        """The name of a structure in the specs."""
        prefix = module + '!'
        for name in (prefix + tag, prefix + tag.lstrip('_'), tag, tag.lstrip('_')):
            struct = self.structs.get(name)
            if struct and struct['file'].split('/')[0] in (module, 'nt', 'etw'):
                return name
        return None

    def flatten(self, name, layout):
        """({path: place}, [(path, structure of a named member)]) of a layout."""
        known = self.flat.get((name, layout))
        if known:
            return known
        layout_of, places, nested = self.structs[name]['layouts'][layout], {}, []

        def walk(members):
            for member in members:
                if member['name'] is None:
                    walk(member.get('members', ()))
                    continue
                places[member['name']] = ((member['offset'], member.get('bit', 0), member['width']) if member.get('width')
                                          else (member['offset'],))
                if member['form'] in readers.KINDS:
                    nested.append((member['name'], member['of']))
        places[''] = layout_of['size']
        walk(layout_of['members'])
        self.flat[name, layout] = places, nested
        return places, nested

    def answer(self, name, arch, version):
        """({path: place}, [(path, standing)]) of a structure and what it holds in named members."""
        standing = self.standing(name, arch, version)
        if standing[0] is None:
            return {}, [('', standing)]
        places, nested = self.flatten(name, standing[0])
        standings = [('', standing)]
        if nested:
            places = dict(places)
        for path, inner in nested:
            more, below = self.answer(inner, arch, version)
            places.update((path + '.' + name, place) for name, place in more.items() if name)
            standings += [(path + ('.' + prefix if prefix else ''), one) for prefix, one in below]
        return places, standings


def absolute(places, path):
    """The bits from the start of a structure to a member."""
    total, parts = 0, path.split('.')
    for i in range(len(parts)):
        place = places.get('.'.join(parts[:i + 1]))
        if place is None:
            return None
        total += 8 * place[0] + (place[1] if len(place) > 1 else 0)
    return total


def compare(tree, source, version):
    """{structure: (name in the specs, paths that differ, standings)} in a version."""
    found = {}
    for tag, stated in source.placements.items():
        name = tree.find(source.module, tag)
        places, standings = tree.answer(name, source.arch, version) if name else ({}, [])
        if source.is_absolute:
            wrong = [path for path, place in stated.items() if absolute(places, path) != place]
        else:
            wrong = sorted(path for path, _ in stated.items() - places.items())
        found[tag] = name, wrong, standings
    return found


def count_grades(stated, wrong, standings):
    """The grades of the answers to statements of a structure that do not differ."""
    if not wrong and all(same == standings[0][1][1] for _, (_, same, _) in standings) and standings[0][1][1]:
        return {standings[0][1][1]: len(stated)}
    counts, standings = collections.Counter(), dict(standings)
    for path in stated.keys() - set(wrong):
        owner, _, member = path.rpartition('.')
        _, same, grade = standings.get(owner, standings[''])
        counts[same or grade(member or None)] += 1
    return counts


class Row(collections.Counter):
    """The counts of a kind of sources."""

    def add(self, tree, source):
        """Compares a source. Returns lines about what differs."""
        version, is_build = number(source.version), source.version.count('.') == 2
        found = graded = compare(tree, source, version)
        if is_build:
            seen = sorted(v for v in tree.seen[source.module, source.arch] if v >> 16 == version >> 16)
            tried = [compare(tree, source, one) for one in seen or [version, version | 0xFFFF]]
            found = min(tried, key=lambda one: sum(bool(wrong) for _, wrong, _ in one.values()))
        self.update({'files': 1, 'left out': source.left_out, 'globals': len(source.addresses)})
        lines = []
        for tag, (name, wrong, _) in sorted(found.items()):
            stated = source.placements[tag]
            bits = 0 if source.is_absolute else sum(len(place) > 1 for path, place in stated.items() if path)
            self.update({'sizes': '' in stated, 'bits': bits, 'offsets': len(stated) - bits - ('' in stated),
                         'different': len(wrong)})
            if name:
                self.update(count_grades(stated, wrong, graded[tag][2]))
            if wrong:
                lines.append('%s, %s/%s: %s: %d of %d, %s; the specs are by %s' % (
                    source.name, source.version, source.arch, tag.lstrip('_'), len(wrong), len(stated),
                    wrong[0] or 'its size', tree.sources(source, name)))
        return lines + self.add_globals(tree, source, version)

    def add_globals(self, tree, source, version):
        lines = []
        for name, address in source.addresses.items():
            known = tree.addresses.get((name, version, source.arch), 'unknown')
            known = tree.addresses.get((source.module + '!' + name, version, source.arch), known)
            self['different' if known != address else 'attested'] += 1
            if known != address:
                lines.append('%s: %s: %s, and the specs have %s' % (source.name, name, address, known))
        return lines


COLUMNS = ('files', 'sizes', 'offsets', 'bits', 'globals', 'different', 'left out', *GRADES)


def main():
    strata, specs, shared = sys.argv[1:]
    dump = subprocess.run([strata, 'dump', specs], stdout=subprocess.PIPE, check=True).stdout
    gc.disable()  # nothing here is in a circle, and the dump is large
    tree, table, lines = Tree(json.loads(dump), specs), {}, []
    for source in readers.read_all(shared, specs):
        lines += table.setdefault(source.kind, Row()).add(tree, source)
    print('source', *COLUMNS, sep=' | ')
    for kind, row in table.items():
        print(kind, *(row[column] for column in COLUMNS), sep=' | ')
    print(*lines, sep='\n')


if __name__ == '__main__':
    main()
