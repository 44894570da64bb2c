"""figures.py STRATA SPECS: compares the numbers on the pages of the shipped specs, SPECS/README.md, README.md above it
and those of the modules, with what `strata coverage` and `strata list` say. Prints a line for each that differs."""
import collections
import json
import os
import re
import subprocess
import sys

strata, specs = sys.argv[1:]
wrong = []


def ask(*words):
    return subprocess.run([strata, *words], capture_output=True, text=True, check=True).stdout


def page(*parts):
    with open(os.path.join(specs, *parts), encoding='utf-8') as file:
        return re.sub(r'\s+', ' ', file.read())


def rows(*parts):
    """The cells of all tables of a page."""
    with open(os.path.join(specs, *parts), encoding='utf-8') as file:
        return [[cell.strip() for cell in line.strip().strip('|').split('|')] for line in file if line.startswith('|')]


def says(text, place, *patterns):
    for pattern in patterns:
        if not re.search(pattern, text):
            wrong.append('%s does not say: %s' % (place, pattern))


def same(place, stated, counted):
    if stated != counted:
        wrong.append('%s: %s is stated, not %s' % (place, stated, counted))


coverage = {on['arch']: on for on in json.loads(ask('coverage', '--struct', 'EPROCESS', '--format', 'json'))['on']}
everything = {on['arch']: on for on in json.loads(ask('coverage', '--format', 'json'))['on']}
identities = json.loads(ask('list', '--identities', '--format', 'json'))['identities']
own = [one for one in identities if 'module' not in one]
images = collections.Counter(one['arch'] for one in own if 'timestamp' in one)
kernels = collections.Counter()
for arch, column in ('x86', 'x86'), ('x86pae', 'x86'), ('x64', 'x64'):
    for build in coverage[arch]['builds']:
        kernels[build['version'].rpartition('.')[0], column] += len(build['attested'])
total = sum(kernels.values())
sources = collections.Counter()
for on in coverage.values():
    for source in on['sources']:
        sources[source['name']] += source['attested_count']
seen, members = set(), set()
for root, _, names in os.walk(os.path.join(specs, 'ntoskrnl')):
    for name in names:
        with open(os.path.join(root, name), encoding='utf-8') as file:
            for member in re.findall(r'attest kphdyn_\w+ of (\w+)', file.read()):
                seen.add(name)
                members.add((name, member))
table = '%d members of {:,} images'.format(sum(images.values())) % len(members)

# The kernels.
says(page('..', 'README.md'), 'README.md', r'the structures of %d kernels' % total, table)
says(page('README.md'), 'specs/README.md', r'the structures of %d kernels' % total)
stated = {}
for cells in rows('ntoskrnl', 'README.md'):
    if re.fullmatch(r'\d+\.\d+\.\d+', cells[0]) and len(cells) == 4:
        for column, cell in zip(('x86', 'x64'), cells[2:]):
            stated[cells[0], column] = int(cell or 0)
same('ntoskrnl/README.md, kernels', {key: count for key, count in stated.items() if count},
     {key: count for key, count in kernels.items() if count})

# Their sources.
by_name = {re.sub(r'\[([^]]*)\].*', r'\1', cells[0]): cells for cells in rows('ntoskrnl', 'README.md')}
pdbs = sum('pdb' in one for one in own)
for name, pattern in (('JPCERTCC/Windows-Symbol-Tables', '^%d, x64' % pdbs),
                      ('VergiliusProject/kernels-data', '^%d, ' % sources['Vergilius Project']),
                      ('Volatility 2', '^%d, ' % sources['Volatility']),
                      ('System Informer', '^%d of x64, %d of x64la57 and %d of arm64' % (
                          images['x64'], images['x64la57'], images['arm64'])),
                      ('ntdiff/headers', '^%d, arm64' % sum(
                          source['attested_count'] for source in coverage['arm64']['sources']))):
    says(by_name[name][2], 'ntoskrnl/README.md, ' + name, pattern)
says(page('ntoskrnl', 'README.md'), 'ntoskrnl/README.md',
     r'where %d members of %d structures lie' % (len(members), len(seen)),
     r'GUID and age of the %d PDBs' % pdbs, 'of the {:,} images'.format(sum(images.values())))
with open(os.path.join(specs, 'ntoskrnl', 'licences.txt'), encoding='utf-8') as file:
    says(file.read(), 'ntoskrnl/licences.txt', table)
more = [int(count) for cell in by_name.values() if len(cell) > 2
        for count in re.findall(r'(\d+)(?= more of x64| of x86)', cell[2])]
same('ntoskrnl/README.md, kernels of all sources', pdbs + sum(more), total)

# Globals.
counts = collections.defaultdict(dict)
for line in ask('list', '--globals').splitlines():
    name, _, count = line.split()[:3]
    module, _, name = name.rpartition('!')
    counts[module][name] = int(count)
says(page('README.md'), 'specs/README.md',
     r'has %d globals of %d kernels' % (len(counts['']), max(counts[''].values())))
says(page('fltmgr', 'README.md'), 'fltmgr/README.md', r'in %d builds' % counts['fltmgr']['FltGlobals'])
same('fltmgr/README.md, builds of members', [counts['fltmgr']['FltGlobals']],
     [one['build_count'] for on in everything.values() for one in on['tables'] if one['name'] != 'System Informer'])
says(page('wdigest', 'README.md'), 'wdigest/README.md', r'in %d builds' % max(counts['wdigest'].values()))

# Identities of ntdll, and that the page of sources has each module.
same('ntdll/README.md, identities', sorted(cells[2] for cells in rows('ntdll', 'README.md') if cells[0].endswith('.pdb`')),
     sorted(one['pdb'] for one in identities if one.get('module') == 'ntdll'))
for module in sorted(os.listdir(specs)):
    directory = os.path.join(specs, module)
    if os.path.exists(os.path.join(directory, 'README.md')) and not os.path.exists(os.path.join(directory, 'licences.txt')):
        wrong.append('%s has no licences.txt' % module)

print('\n'.join(wrong) or 'all numbers are those of the specs')
sys.exit(bool(wrong))
