"""Walks the points of an axis that run the kernel of another build. Where kernels are attested, `strata show`, the generated
headers and the pack give each structure and enum what they give for the kernel's build, as well known. Nothing is
attested that nobody has looked at. A point that the axis gets is walked without a change here.

    walk.py spec STRATA AXIS TYPES              prints a spec whose structure changes within each of these kernels' builds
    walk.py tables STRATA SPEC...               prints the tables of walk.c
    walk.py compare STRATA PROGRAM PACK SPEC... prints what differs
"""
import functools
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader

ANY = 0xFFFF

# `strata show` is asked about these revisions, since each takes a process. Sanitizers find no more in all of them.
SHOWN = (600,) if '-fsanitize=' in os.environ.get('CFLAGS', '') else (0, 1, 600)


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def number(text):
    parts = [int(p) for p in text.split('.')]
    return sum(p << (48 - 16 * i) for i, p in enumerate(parts))


def text(version):
    return '.'.join(str(version >> shift & 0xFFFF) for shift in (48, 32, 16, 0))


def points(dump):
    """(name, build, build of the kernel) of each point that runs the kernel of another build. A product names it alone."""
    return [(p.get('products', [p['name']])[0], number(p['version']) & ~ANY, number(p['kernel']))
            for release in dump['axis']['releases'] for p in release['points'] if 'kernel' in p]


def print_spec(strata, axis, types):
    """Two revisions of each kernel's build are attested, and differ, on each architecture that has it."""
    dump = json.loads(run(strata, 'dump', axis, types))
    kernels = sorted({kernel for _, _, kernel in points(dump)})
    arches = [a for a in dump['arches'] if 'as' not in a]
    print('use "%s";\nuse "%s";\ncolumns %s;\n' % (axis, types, ' | '.join(a['name'] for a in arches)))
    for arch in arches:
        here = [k for k in kernels if any(number(i['begin']) <= k and (i['end'] is None or k < number(i['end']))
                                          for i in arch['versions'])]
        if here:
            print('attest %s %s;' % (arch['name'], ', '.join(text(k | r) for k in here for r in (400, 600))))
    changed = ['%s..%s' % (text(k | 500), text(k)[:-2]) for k in kernels]
    print('enum MADE_KIND {\n    Before = 1 in 3.10.. except %s;' % ', '.join(changed))
    print('    After  = 1 in %s;\n    Number = 7, %s;\n}' % (
        ', '.join(changed), ', '.join('%d (%s)' % (8 + i, r) for i, r in enumerate(changed))))
    print('struct MADE in 3.10.. allow gap "made" allow size "made" {\n    ULONG A at 0x00, %s;' % ', '.join(
        '0x%02X (%s)' % (4 + 4 * i, r) for i, r in enumerate(changed)))
    print('    size 0x%X;\n}' % (64 + 4 * len(changed)))


def c_name(name):
    return re.sub(r'\W', '_', name)


def print_tables(strata, *specs):
    dump = json.loads(run(strata, 'dump', *specs))
    for struct in dump['structs']:
        print('RECORD("%s", %s)' % (struct['name'], c_name(struct['name'])))
    for enum in dump['enums']:
        print('ENUM("%s", %s)' % (enum['name'], c_name(enum['name'])))


def revisions(pack, kernel):
    """The revisions to walk: made ones, and the attested ones with those beside them."""
    seen = {t & ANY for kind in pack.all for t in kind.seen if (t & (1 << 56) - 1) >> 16 == kernel >> 16}
    return sorted({0, 1, 0x7FFF, ANY - 1, ANY} | {r + d for r in seen for d in (-1, 0, 1)})


@functools.cache  # many points run the same kernel
def shown(strata, specs, names, version, arch):
    """What `strata show` says of structures: their basis, and all other text."""
    found = {}
    if not names:
        return found
    output = run(strata, 'show', *specs, '--struct', ','.join(names), '--at', '%s/%s' % (version, arch))
    for block in output.rstrip('\n').split('\n\n'):
        title, _, rest = block.partition('\n')
        name, basis = re.match(r'\w+ (\S+), .*?, (attested|bracketed|interpolated|extrapolated|disputed)', title).groups()
        found[name] = basis.upper(), title[:title.index(', ' + basis)] + rest
    return found


class Walk:
    def __init__(self, strata, program, pack_path, *specs):
        self.strata, self.specs, self.dump = strata, specs, json.loads(run(strata, 'dump', *specs))
        with open(pack_path, 'rb') as file:
            self.pack = reader.Pack(file.read())
        self.arches = {self.pack.text(name): n for name, n, _, _ in self.pack.arches}
        self.wrong, self.seen = 0, {}
        self.points = points(self.dump)
        self.targets = [(name, build | r, kernel | r, arch) for name, build, kernel in self.points
                        for r in revisions(self.pack, kernel) for arch in self.arches]
        asked = sorted({(v, a) for _, build, kernel, a in self.targets for v in (build, kernel)})
        self.answers, lines = {}, ['%x' % (self.arches[a] << 56 | v) for v, a in asked]
        output = iter(run(program, pack_path, text='\n'.join(lines)).splitlines())
        for version, arch in asked:
            for kind in self.dump['structs'] + self.dump['enums']:
                name, header, pack = next(output).split('|')
                assert name == kind['name']
                self.answers[name, version, arch] = header.split(), pack.split()

    def fail(self, *what):
        self.wrong += 1
        if self.wrong <= 20:
            print(*what)

    def attested(self, name, arch):
        """The versions that somebody has looked at, as the dump says. MADE_KIND is in the file of MADE."""
        for struct in self.dump['structs']:
            for on in struct['on'] if struct['name'] == name.replace('MADE_KIND', 'MADE') else []:
                if on['arch'] == arch:
                    return {number(v) for v in self.dump['evidence'][on['evidence']]['attested']}
        return {t & (1 << 56) - 1 for t in self.pack.by_name[name].seen if t >> 56 == self.arches[arch]}

    def check(self, name, point, version, kernel, arch):
        """The header and the pack agree, and look the version up as that of its kernel."""
        where = '%s at %s (%s) on %s:' % (name, point, text(version), arch)
        kind, number_of_arch = self.pack.by_name[name], self.arches[arch]
        header, pack = self.answers[name, version, arch]
        seen = self.attested(name, arch)
        is_own = not seen or any(v >> 16 == version >> 16 for v in seen)
        looked_up = version if is_own else kernel
        if kind.kernel(number_of_arch, version) != looked_up:
            self.fail(where, 'by pack.md it is looked up as', text(kind.kernel(number_of_arch, version)))
        if self.answers[name, looked_up, arch] != (header, pack):
            self.fail(where, (header, pack), 'but its kernel has', self.answers[name, looked_up, arch])
        is_enum = kind.kind in ('enum', 'flags')
        if not is_enum and header[:3] != pack[:3]:
            self.fail(where, 'the header says', header, 'the pack says', pack)
        if pack[0] == 'OK' and pack[1] != kind.stand(number_of_arch, version)[1]:
            self.fail(where, pack[1], 'by pack.md it is', kind.stand(number_of_arch, version)[1])
        if pack[1] == 'ATTESTED' and looked_up not in seen:
            self.fail(where, 'nobody has looked at it')
        if pack[0] == 'OK':
            self.seen.setdefault(looked_up != version, set()).add(pack[1])

    def check_shown(self, point, version, kernel, arch):
        """`strata show` agrees with the header, and shows the layout of the kernel's build."""
        names = [s['name'] for s in self.dump['structs'] if '.' not in s['name']]
        here = {n: self.answers[n, version, arch][0][1] for n in names if self.answers[n, version, arch][0][0] == 'OK'}
        own = shown(self.strata, self.specs, tuple(here), point, arch)
        by_kernel = tuple(n for n in here if self.pack.by_name[n].kernel(self.arches[arch], version) == kernel)
        other = shown(self.strata, self.specs, by_kernel, text(kernel), arch)
        for name in here:
            if own[name][0] != here[name] or other.get(name, own[name]) != own[name]:
                self.fail('%s at %s on %s: show says %s, of the kernel %s, the header %s' % (
                    name, point, arch, own[name], other.get(name), here[name]))

    def run(self):
        packed = sorted(self.pack.kernels)
        if packed != sorted((build, kernel) for _, build, kernel in self.points):
            self.fail('the pack has other kernels than the axis:', packed)
        for point, version, kernel, arch in self.targets:
            for kind in self.dump['structs'] + self.dump['enums']:
                self.check(kind['name'], point, version, kernel, arch)
            revision = version & ANY
            if revision in SHOWN:
                self.check_shown(point if revision == 0 else text(version), version, kernel, arch)
        if not self.seen.get(True):
            self.fail('nothing is looked up by the build of a kernel')
        print('%d points, %d targets, %d answers: %s by the kernel, %s otherwise' % (
            len(self.points), len(self.targets), len(self.answers), sorted(self.seen.get(True, [])),
            sorted(self.seen.get(False, []))))
        return 1 if self.wrong or not self.points else 0


if sys.argv[1] == 'spec':
    print_spec(*sys.argv[2:])
elif sys.argv[1] == 'tables':
    print_tables(*sys.argv[2:])
else:
    sys.exit(Walk(*sys.argv[2:]).run())
