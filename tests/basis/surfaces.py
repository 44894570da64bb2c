"""Asks every surface the same questions about members of real kernels: the pack (read by the description of its format
alone), `strata dump`, `strata list` and, of some questions, since each takes a process, `strata show`, `table` and
`diff`. A table says places; what it says of grades is in words for all members.

    surfaces.py STRATA DIRECTORY SEED COUNT STRUCTURE...

A question is a structure, a member, a version and an architecture; a quarter each: seen versions, versions between them,
builds that nobody has looked at, and old versions; some of them as a build without its revision. The answer is a place or an absence, and a grade. `list` only
says the weakest grade of a run of versions. DIRECTORY is for files. Exit status 1 if two answers differ.
"""
import json
import os
import random
import re
import subprocess
import sys

for beside in ('pack', 'dump'):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', beside))
import reader
from answers import GRADES, Answers, number, text
import tables

KNOWLEDGE = {'attested': 0, 'bracketed': 0, 'interpolated': 0, 'extrapolated': 1, 'disputed': 2}
SHOWN = 101  # one in so many questions is asked of `show`, one of `table`, one of `diff`


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit('%s: %s' % (' '.join(command), done.stderr))
    return done.stdout


def find_range(ranges, version):
    return next((r for r in ranges
                 if number(r['begin']) <= version and (r['end'] is None or version < number(r['end']))), None)


class Surfaces:
    def __init__(self, strata, directory, structures):
        self.strata = strata
        words = ','.join(structures)
        pack = os.path.join(directory, 'surfaces.strpack')
        run(strata, 'pack', '--struct', words, '-o', pack)
        with open(pack, 'rb') as file:
            self.pack = reader.Pack(file.read())
        self.dump = Answers(json.loads(run(strata, 'dump', '--struct', words)))
        # versions, and images of which single members were seen
        self.seen = self.dump.builds, sorted({number(one['begin']) for on in self.dump.on.values() if 'grades' in on
                                              for one in on['grades']['ranges']}) or self.dump.builds
        self.words = tables.Words(self.dump.dump['axis'], self.seen[0])
        self.fallbacks = {arch['name']: arch['as'] for arch in self.dump.dump['arches'] if 'as' in arch}
        self.tables = {}
        self.arches = {self.pack.text(name): code for name, code, _, _ in self.pack.arches}
        places = json.loads(run(strata, 'list', '--format', 'json', '--members', ','.join(s + '.*' for s in structures)))
        self.places = {}
        for place in places['members']:
            self.places.setdefault((place['struct'], place['name']), []).append(place)

    def of_pack(self, structure, member, arch, version):
        kind = self.pack.by_name[structure]
        code = self.arches[arch]
        if not kind.on(code):
            return None, 'extrapolated'
        member_number = kind.find(member)
        layout, basis = kind.stand(code, version, member_number)
        place = None if layout is None else kind.place(member_number, layout)
        return place and (place.offset, place.bit if place.width else 0, place.width), basis.lower()

    def of_list(self, structure, member, arch, version):
        """The place, and whether it is known, carried forward or disputed. None: it leaves the version out."""
        found = [place for place in self.places.get((structure, member), [])
                 if arch in place['arches'] and find_range(place['versions'], version)]
        if not found:
            return None, None
        place, = found
        width = place.get('width', 0)
        return (place['offset'], place['bit'] if width else 0, width), place['basis']

    def of_show(self, structure, member, arch, version):
        done = subprocess.run([self.strata, 'show', structure + '.' + member, '--at', text(version) + '/' + arch],
                              capture_output=True, text=True)
        said = done.stdout + done.stderr
        if 'nobody has described' in said:
            return None, 'extrapolated'
        absent = re.search(r'%s is absent, (\w+)' % re.escape(member), said)
        basis = absent.group(1) if absent else re.search('|'.join(GRADES), said).group()
        found = re.search(r'\+0x(\w+) %s +: (.*)' % re.escape(member), said)
        if not found:
            return None, basis
        bits = re.search(r'Pos (\d+), (\d+) Bit', found.group(2))
        return (int(found.group(1), 16), *(map(int, bits.groups()) if bits else (0, 0))), basis

    def of_table(self, structure, member, arch, version):
        """The place, or `?`."""
        name = structure + '.' + member
        if name not in self.tables:
            self.tables[name] = tables.read_rows(run(self.strata, 'table', '--struct', name))
        return tables.find_place(self.words, self.tables[name], member, arch,
                                 self.fallbacks.get(arch), version)

    def of_diff(self, structure, member, *targets):
        """For two targets: the place and the weakest grade that is said; None where it says nothing: no difference."""
        ends = [text(version) + '/' + arch for arch, version in targets]
        done = subprocess.run([self.strata, 'diff', '--struct', structure + '.' + member, '--format', 'json',
                               '--from', ends[0], '--to', ends[1]], capture_output=True, text=True)
        if done.returncode == 2:  # the version lacks the architecture, or both lack the structure
            return [(None if 'exists neither' in done.stderr else 'same', GRADES[-1])] * 2
        structs = json.loads(done.stdout)['structs']
        if not structs:
            return None
        answers = []
        for side in ('old', 'new'):
            has = structs[0][side]
            basis = has['basis'] if 'disputed' not in has or member in has['disputed'] else has['others']
            found = [one for one in structs[0]['members'] if one['name'] == member]
            place = found[0][side] if found else None if has.get('absent') else 'same'
            if isinstance(place, dict):
                place = place['offset'], place.get('bit', 0), place.get('width', 0)
            answers.append((place, basis))
        return answers


def fit(said, wanted, other):
    """Returns what is wanted if a difference fits two answers of a pack; otherwise the difference. A disputed place may
    be another one if only some members are asked for."""
    if said is None:
        fits = wanted[0] == other[0] or 'disputed' in (wanted[1], other[1])
    else:
        gone = any(place is None for place, _ in said) or said[0][1] == said[1][1] == GRADES[-1]
        fits = all((gone or wanted[0] == other[0] if place == 'same' else place == answer[0] or answer[1] == 'disputed')
                   and GRADES.index(grade) >= GRADES.index(answer[1])
                   for (place, grade), answer in zip(said, (wanted, other)))
    return wanted if fits else said


def draw(rng, surfaces, structures):
    structure = rng.choice(structures)
    # `show S.M` means the structure that M declares, if it declares one.
    names = [m for m in surfaces.pack.by_name[structure].members if m and structure + '.' + m not in surfaces.dump.structs]
    if not names:
        return draw(rng, surfaces, structures)
    seen = rng.choice(rng.choice(surfaces.seen))
    version = rng.choice((seen, seen + rng.randint(1, 60), number(rng.choice(
        ('10.0.22621.525', '10.0.26100.1742', '10.0.22631.3000', '10.0.15063.11', '10.0.19045.%d' % rng.randint(1, 5000),
         '10.0.18363.%d' % rng.randint(1, 900)))), number(rng.choice(('6.0.6002.18005', '6.1.7600.16385', '5.2.3790.1830')))))
    version = rng.choice((version, version, version, version & ~0xFFFF, version | 0xFFFF))
    return structure, rng.choice(names), rng.choice(('x64', 'x64', 'x64', 'x64la57', 'x86', 'x86pae', 'arm64')), version


def main():
    strata, directory, seed, count, *structures = sys.argv[1:]
    rng, surfaces, wrong, shown = random.Random(int(seed)), Surfaces(strata, directory, structures), 0, 0
    for i in range(int(count)):
        question = draw(rng, surfaces, structures)
        wanted = surfaces.of_pack(*question)
        answers = {'dump': surfaces.dump.of_member(*question)}
        # `list` is about revisions: a build without one is in no line.
        is_build = question[3] & 0xFFFF in (0, 0xFFFF) and wanted[1] != 'attested'
        place, basis = (None, None) if is_build else surfaces.of_list(*question)
        # An architecture without columns of its own has no lines, and a build of the system has none if its kernel moved.
        if basis and (place != wanted[0] or KNOWLEDGE[basis] != KNOWLEDGE[wanted[1]] or
                      GRADES.index(basis) < GRADES.index(wanted[1])):
            answers['list'] = place, basis
        if i % SHOWN == 0:
            answers['show'] = surfaces.of_show(*question)
        # A table has the versions of its architecture, and ranges as they stand in the specs: what they say of versions
        # between two that differ is disputed.
        if i % SHOWN == 1 and wanted[1] != 'disputed' and surfaces.dump.has_arch(*question[2:]):
            place = surfaces.of_table(*question)
            answers['table'] = None if place == '?' else place, wanted[1]
        if i % SHOWN == 2:
            other = draw(rng, surfaces, structures)[2:]
            said = surfaces.of_diff(*question[:2], question[2:], other)
            answers['diff'] = fit(said, wanted, surfaces.of_pack(*question[:2], *other))
        shown += i % SHOWN < 3
        for name, answer in answers.items():
            if answer != wanted:
                wrong += 1
                print('%s.%s on %s in %s: %s says %s, not %s' % (*question[:3], text(question[3]), name, answer, wanted))
    print('REPORT surfaces: %s questions, %d of them to show, table or diff, %d answers differ' % (count, shown, wrong))
    sys.exit(bool(wrong))


main()
