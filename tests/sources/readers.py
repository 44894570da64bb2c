"""Reads the sources of the shipped specs. Nothing here knows how strata reads them.

A statement is the size of a structure, the place of a member, or the address of a global.
"""
import collections
import csv
import functools
import glob
import json
import lzma
import os
import re
import xml.etree.ElementTree

# kind: the row of the table. version: of four numbers, or of three if the revision is not known.
# placements: {structure: {path: place}}; the empty path has the size. A place is (offset,) or (offset, bit, width) from
# the structure around it, or, where `is_absolute`, the number of bits from the start of the whole structure.
# left_out: what the specs leave out, and their pages say so. addresses: {global: address, or None for none}.
Source = collections.namedtuple('Source', 'kind name module arch version placements is_absolute left_out addresses',
                                defaults=({}, False, 0, {}))
WHOLE = {'_LARGE_INTEGER', '_ULARGE_INTEGER'}  # numbers in nt/types.strata
KINDS = {'struct', 'union'}
# Bit-fields of unions that begin at bit 0 again, as symbol files of the same kernels say. Files of Vergilius do not.
BEGINS = {('_RTL_BALANCED_NODE', 'Balance'), ('_MMPFN', 'AnchorLargePageSize')}
BITS = {'ObDecodeShift', 'ObAttributesShift'}  # the fields of kphdyn.xml that are positions of bits


def load(path):
    with (lzma.open if path.endswith('.xz') else open)(path, 'rt', encoding='utf-8') as file:
        return file.read()


def words_of(path):
    """The words of the lines of a list."""
    return [line.split() for line in load(path).splitlines() if line.strip() and line[0] != '#']


@functools.lru_cache(None)
def is_unnamed(tag):
    return not tag or re.search('^<|unnamed|__anonymous_', tag)


# ---- Symbol files

def walk_symbols(types, record, path, found):
    """Adds the members of a structure, with those of the unnamed ones in it."""
    for name, field in record['fields'].items():
        kind, inner = field['type'], path + name
        found[inner] = ((field['offset'], kind['bit_position'], kind['bit_length']) if kind['kind'] == 'bitfield'
                        else (field['offset'],))
        while kind['kind'] == 'array':
            kind = kind['subtype']
        if kind['kind'] in KINDS and is_unnamed(kind['name']) and kind['name'] in types:
            walk_symbols(types, types[kind['name']], inner + '.', found)


def of_symbols(content):
    types, placements = content['user_types'], {}
    for tag, record in types.items():
        if not is_unnamed(tag) and tag not in WHOLE and (record['size'] or record['fields']):
            found = placements[tag] = {'': record['size']}
            walk_symbols(types, record, '', found)
    return placements


def read_kernels(shared, specs):
    names = [words[0] for words in words_of(os.path.join(specs, 'ntoskrnl/globals.txt'))]
    for kind in ('kernels', 'isf'):
        for path in sorted(glob.glob(os.path.join(shared, kind, '*.json.xz'))):
            content = json.loads(load(path))
            symbols = content['symbols'] if kind == 'isf' else {}
            yield Source(kind, os.path.basename(path), 'ntoskrnl', 'x64', re.search(r'-x64-([\d.]+)\.json', path)[1],
                         of_symbols(content),
                         addresses={name: symbols.get(name, {}).get('address') for name in names} if symbols else {})


def read_volatility(shared, specs):
    for version, name in words_of(os.path.join(specs, 'ntoskrnl/versions.txt')):
        arch = 'x64' if '_x64' in name else 'x86pae' if re.match('win8|win10|.*_24000', name) else 'x86'
        yield Source('vtypes of a build' if version.endswith('.x') else 'vtypes', name, 'ntoskrnl', arch,
                     version.removesuffix('.x'), of_symbols(json.loads(load(os.path.join(shared, 'vtypes', name)))))


def held_in(types, record):
    """The structures that a structure holds by value."""
    for field in record['fields'].values():
        kind = field['type']
        while kind['kind'] == 'array':
            kind = kind['subtype']
        if kind['kind'] in KINDS:
            yield kind['name']
            if is_unnamed(kind['name']) and kind['name'] in types:
                yield from held_in(types, types[kind['name']])


def find_left(types, patterns):
    """The structures of the names that a list leaves out, and those that hold one of them by value."""
    left = {tag for tag in types for one in patterns if re.fullmatch(one.replace('*', '.*'), tag.lstrip('_'))}
    while left:
        more = {tag for tag, record in types.items() if tag not in left and not left.isdisjoint(held_in(types, record))}
        if not more:
            break
        left |= more
    return left


def read_modules(shared, specs):
    """Symbol files of other modules, and what somebody else's program made of the PDBs that are shipped."""
    for module, folder, kind in (('ntdll', 'pdb', 'pdb, ntdll'), ('win32k', 'vtypes', 'vtypes, win32k')):
        without = []
        for word, name in words_of(os.path.join(specs, module, 'sources.txt')):
            if word == 'without':
                without += name.split(',')
                continue
            arch = 'x64' if 'x64' in name else 'x86pae' if module == 'ntdll' else 'x86'
            content = json.loads(load(os.path.join(shared, folder, name.replace('.pdb.', '.json.'))))
            found, left = of_symbols(content), find_left(content['user_types'], without)
            yield Source(kind, name, module, arch, word.removesuffix('.x'),
                         {tag: places for tag, places in found.items() if tag not in left},
                         left_out=sum(len(places) for tag, places in found.items() if tag in left))


# ---- Files of the Vergilius Project

def types_of(text):
    """{id: type}; the members of a type are in its list `data`, in their order."""
    types, into = [], {}  # what comes before the types is of no use here
    for line in text.splitlines():
        if line == '  -':
            into = {'data': []}
            types.append(into)
        elif line == '      -':
            into = {}
            types[-1]['data'].append(into)
        else:
            key, _, value = line.strip().partition(':')
            if key != 'data':
                into[key] = value.strip(' \'"')
    for one in types:
        one['data'].sort(key=lambda member: int(member['ordinal']))
    return {one['id']: one for one in types}


def walk_listed(types, record, path, found):
    """Adds the members of a structure. A bit-field follows the one before it in the same unit, if there is room."""
    last, end = None, 0
    for member in record['data']:
        kind, offset = types[member['id']], int(member['offset'])
        bits = re.fullmatch(r'(.*?) *: *(\d+)', member['name'])
        if bits:
            unit, width = (offset, kind['sizeof']), int(bits[2])
            has_room = unit == last and end + width <= 8 * int(kind['sizeof'])
            begin = end if has_room and (record.get('name'), bits[1]) not in BEGINS else 0
            last, end = unit, begin + width
            found[path + bits[1]] = (offset, begin, width)
            continue
        last = None
        inner = path + member['name']
        found[inner] = (offset,)
        while kind['kind'] == 'ARRAY':
            kind = types[kind['data'][0]['id']]
        if kind['kind'].lower() in KINDS and is_unnamed(kind.get('name')):
            walk_listed(types, kind, inner + '.', found)


def read_vergilius(shared, specs):
    """Of several structures of one name the larger is the kernel's."""
    for path in sorted(glob.glob(os.path.join(shared, 'vergilius', '*.yml.xz'))):
        text, chosen = load(path).replace('\r', '\n'), {}
        types = types_of(text)
        for one in types.values():
            name, last = one.get('name'), chosen.get(one.get('name'))
            if one['kind'].lower() not in KINDS or is_unnamed(name) or name in WHOLE or not (one['data'] or int(one['sizeof'])):
                continue
            if not last or (int(one['sizeof']), len(one['data'])) > (int(last['sizeof']), len(last['data'])):
                chosen[name] = one
        placements = {name: {'': int(one['sizeof'])} for name, one in chosen.items()}
        for name, one in chosen.items():
            walk_listed(types, one, '', placements[name])
        version, arch = re.search(r'^buildnumber: ([\d.]+)\n+arch: (\w+)', text, re.M).groups()
        if arch == 'x86' and int(version.split('.')[0] + version.split('.')[1]) >= 62:
            arch = 'x86pae'  # 32-bit kernels from 6.2 on
        yield Source('vergilius', os.path.basename(path), 'ntoskrnl', arch, version, placements)


# ---- Tables

def read_sheets(shared, specs):
    for arch, version, name in words_of(os.path.join(specs, 'ntoskrnl/sheets.txt')):
        placements = collections.defaultdict(dict)
        for path in sorted(glob.glob(os.path.join(shared, 'arm64', name, '_*.csv'))):
            for row in csv.DictReader(load(path).splitlines()):
                tag, _, inner = row['structure'].partition('.')
                if tag in WHOLE:
                    continue
                if not inner:
                    placements[tag][''] = int(row['size'], 16)
                path_of = (inner + '.' if inner else '') + row['member']
                bits = (int(row['bit']), int(row['width'])) if row['bit'] else ()
                placements[tag][path_of] = (int(row['offset'], 16), *bits)
        yield Source('arm64 of a build', name, 'ntoskrnl', arch, version.removesuffix('.x'), placements)


def read_images(shared, specs):
    """The images of kphdyn.xml. Those of lxcore, whose structures are private, are left out."""
    arches = {('amd64', 'ntoskrnl.exe'): 'x64', ('arm64', 'ntoskrnl.exe'): 'arm64', ('amd64', 'ntkrla57.exe'): 'x64la57'}
    members = dict(words for words in words_of(os.path.join(shared, 'sparse/kphdyn-members.txt')) if len(words) == 2)
    root = xml.etree.ElementTree.fromstring(load(os.path.join(shared, 'sparse/kphdyn-half.xml')))
    sets = {fields.get('id'): [(field.get('name'), int(field.get('value'), 16)) for field in fields]
            for fields in root.findall('fields')}
    for data in root.findall('data'):
        arch, placements = arches.get((data.get('arch'), data.get('file'))), collections.defaultdict(dict)
        values = sets[data.text.strip()]
        name = data.get('file') + ' ' + data.get('version')
        for field, value in values if arch else ():
            structure, _, path = members[field].partition('.')
            placements[structure][path] = value * (1 if field in BITS else 8)
        yield Source('kphdyn, ' + (arch or 'lxcore'), name, 'ntoskrnl', arch, data.get('version'), placements, True,
                     0 if arch else len(values))


def read_offsets(shared, specs):
    """The tables of a build a row. A cell of 0 says nothing. Columns that no map names are left out."""
    for module, name in (('fltmgr', 'FltmgrOffsets.csv'), ('wdigest', 'WdigestOffsets.csv')):
        heading, *rows = csv.reader(load(os.path.join(shared, 'sparse', name)).splitlines())
        columns = {}
        for path in sorted(glob.glob(os.path.join(specs, module, '*.map'))):
            columns.update({words[0]: words[1:] for words in words_of(path) if words[1] != '-'})
        for row in rows:
            placements, addresses, left_out = collections.defaultdict(dict), {}, 0
            for column, cell in zip(heading[1:], row[1:]):
                value, (kind, *more) = int(cell, 16), columns.get(column, ('',))
                if value and kind == 'global':
                    addresses[more[0]] = value
                elif value and kind:
                    structure, member = kind.split('.')
                    placements[structure][member] = (value,)
                else:
                    left_out += value != 0
            version = '10.0.%s.%s' % re.search(r'_(\d+)-(\d+)\.', row[0]).groups()
            yield Source(name, row[0], module, 'x64', version, placements, False, left_out, addresses)


# ---- All

READERS = {read_kernels: ('kernels', 'isf'), read_vergilius: ('vergilius',), read_volatility: ('vtypes',),
           read_sheets: ('arm64',), read_images: ('sparse',), read_modules: ('pdb', 'vtypes'), read_offsets: ('sparse',)}


def read_all(shared, specs):
    for reader in READERS:
        yield from reader(shared, specs)
