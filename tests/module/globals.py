#!/usr/bin/env python3
"""Compares the globals of the shipped specs with the files that they are from.

    globals.py STRATA SPECS SHARED

The tables give the addresses of fltmgr and wdigest by version, the symbol files those of the kernel by version and by
GUID. Every address must be in `strata list --globals`, no other may be there, and `strata show` must answer with each
one of a sample. Prints what differs; the last line is "N compared, N differ".
"""
import csv
import glob
import json
import lzma
import os
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def of_table(path):
    """(global, version) -> address, of the columns whose names begin with no underscore; 0 is unknown."""
    found = {}
    with open(path, encoding='utf-8') as table:
        rows = list(csv.reader(table))
    module = rows[0][0].removesuffix('Version')
    for row in rows[1:]:
        build, revision = re.search(r'_(\d+)-(\d+)\.', row[0]).groups()
        for name, value in list(zip(rows[0], row))[1:]:
            if name[0] != '_' and int(value, 16):
                found['%s!%s' % (module, name), '10.0.%s.%s' % (build, revision)] = int(value, 16)
    return found


def of_symbols(path, names):
    """The same of a symbol file, with None for a symbol that it does not have; and its GUID and age."""
    version = re.search(r'-x64-([\d.]+)\.json', path)[1]
    with lzma.open(path) as file:
        content = json.load(file)
    pdb = content['metadata']['windows']['pdb']
    found = {(name, version): content['symbols'].get(name, {}).get('address') for name in names}
    return found, version, '%s-%d' % (pdb['GUID'], pdb['age'])


def main(strata, specs, shared):
    wanted, guids = {}, {}
    for path in sorted(glob.glob(os.path.join(shared, 'sparse', '*.csv'))):
        wanted.update(of_table(path))
    with open(os.path.join(specs, 'ntoskrnl/globals.txt'), encoding='utf-8') as lines:
        names = [line.strip() for line in lines if line[0] != '#']
    for path in sorted(glob.glob(os.path.join(shared, 'isf', '*.json.xz'))):
        found, version, guid = of_symbols(path, names)
        wanted.update(found)
        guids[version] = guid
    listed = json.loads(run(strata, 'list', specs, '--globals', '--format', 'json'))['globals']
    given = {(one['name'], place['version']): place['address'] for one in listed for place in one['addresses']}
    differ = sorted(key for key in wanted.keys() | given.keys() if wanted.get(key, 0) != given.get(key, 0))
    asked = 0
    for (name, version), address in sorted(wanted.items(), key=str)[::17]:
        for target in (version + '/x64', guids.get(version)):
            if target:
                shown = run(strata, 'show', name, '--at', target)
                text = '0x%X, attested' % address if address else 'absent, attested'
                asked += 1
                if not shown.endswith(text + '\n'):
                    differ.append((name, target))
    for one in differ[:20]:
        print('differs:', *one)
    print('%d compared, %d differ' % (len(wanted) + asked, len(differ)))
    return 1 if differ or not wanted else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
