#!/usr/bin/env python3
"""Measures what a few known members are worth: all kernels of a build are left out, and then come back as a row of a
sparse table each, with the members of kphdyn.xml alone.

    members.py STRATA MEMBERS.txt DIRECTORY KERNEL...

For the kernels of each build: how many of the other members of these structures are right and wrong by grade, before and
after `strata import sparse`. A member that the build lacks counts, too. KERNELs are symbol files.
"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys

GRADES = ('attested', 'bracketed', 'interpolated', 'extrapolated', 'disputed')
BITS = {'ObDecodeShift', 'ObAttributesShift'}


def run(*command):
    """The output of a command, which may have findings."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if result.returncode > 1:
        sys.exit('%s: %s' % (' '.join(command), result.stderr.decode()))
    return result.stdout


def walk(member, record, found):
    """Adds a member of a layout, or those of an anonymous aggregate."""
    for inner in member.get('members', []):
        walk(inner, record, found)
    if member.get('name') and member.get('offset') is not None:
        found.setdefault((record, member['name']), (member['offset'] * 8 + member.get('bit', 0), member.get('basis')))


def ask(strata, specs, structures, version):
    """{(structure, member): (bits, basis)}, and the basis of absent ones."""
    text = run(strata, 'show', specs, '--at', version + '/x64', '--format', 'json', '--struct', ','.join(structures))
    found = {}
    for record in json.loads(text or '{"structs": []}')['structs']:
        for member in (record.get('layout') or {}).get('members', []):
            walk(member, record['name'], found)
        for absent in record.get('absent_members', []):
            found.setdefault((record['name'], absent['name']), (None, absent.get('basis')))
    return found


def read_members(path):
    """field -> (structure, member, member within it or None)."""
    with open(path, encoding='utf-8') as lines:
        words = [line.split() for line in lines if not line.startswith('#')]
    return {pair[0]: tuple((pair[1] + '.').split('.')[:3]) for pair in words if len(pair) == 2}


def count(answers, truth, known):
    """(grade, right or not) -> number, of members that nobody has named."""
    counts = collections.Counter()
    for name in set(answers) | set(truth):
        if name in known:
            continue
        place, basis = answers.get(name, (None, None))
        if basis is not None:
            counts[basis, place == truth.get(name, (None,))[0]] += 1
    return counts


def write_table(path, members, truth, version):
    """The table of one kernel, and its mapping."""
    values = {}
    for field, (structure, member, within) in members.items():
        place = truth.get((structure, member), (None,))[0]
        inner = truth.get((structure + '.' + member, within), (0,))[0] if within else 0
        if place is not None and inner is not None:
            values[field] = (place + inner) // (1 if field in BITS else 8)
    with open(path, 'w', encoding='ascii') as out:
        out.write('version,arch,%s\n%s,x64,%s\n' % (','.join(values), version, ','.join(map(str, values.values()))))
    with open(path + '.map', 'w', encoding='ascii') as out:
        for field in values:
            structure, member, within = members[field]
            out.write('%s %s.%s%s%s\n' % (field, structure, member, '.' + within if within else '',
                                          ' bit' if field in BITS else ''))


def main():
    """Prints a line for each build, and the sums."""
    strata, names, directory, *kernels = sys.argv[1:]
    members = read_members(names)
    structures = sorted({structure for structure, _, _ in members.values()})
    inner = sorted({'%s.%s' % (structure, member) for structure, member, within in members.values() if within})
    known = {(structure, member) for structure, member, _ in members.values()}
    versions = {re.search(r'\d+\.\d+\.\d+\.\d+', os.path.basename(path))[0]: path for path in kernels}
    builds = collections.defaultdict(list)
    for version in sorted(versions, key=lambda text: [int(part) for part in text.split('.')]):
        if version.startswith('10.'):
            builds[version.rsplit('.', 1)[0]].append(version)
    sums = {'before': collections.Counter(), 'after': collections.Counter()}
    for build, left_out in builds.items():
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
        rest = [path for version, path in versions.items() if version not in left_out]
        run(strata, 'import', 'isf', '--struct', ','.join(structures), '-o', directory + '/rest', *rest)
        for version in sorted({left_out[0], left_out[-1]}):
            shutil.rmtree(directory + '/own', ignore_errors=True)
            shutil.rmtree(directory + '/with', ignore_errors=True)
            run(strata, 'import', 'isf', '--struct', ','.join(structures), '-o', directory + '/own',
                versions[version])
            truth = ask(strata, directory + '/own', structures + inner, version)
            before = count(ask(strata, directory + '/rest', structures, version), truth, known)
            shutil.copytree(directory + '/rest', directory + '/with')
            write_table(directory + '/table.csv', members, truth, version)
            run(strata, 'import', 'sparse', directory + '/table.csv', '--map', directory + '/table.csv.map', '--into',
                directory + '/with')
            after = count(ask(strata, directory + '/with', structures, version), truth, known)
            for name, counts in (('before', before), ('after', after)):
                sums[name] += counts
                print('%-20s %-6s %s' % (version, name, describe(counts)), flush=True)
    for name, counts in sums.items():
        print('%-20s %-6s %s' % ('all', name, describe(counts)))


def describe(counts):
    """Counts as text: wrong of all, by grade."""
    return ', '.join('%s %d of %d wrong' % (grade, counts[grade, False], counts[grade, False] + counts[grade, True])
                     for grade in GRADES if counts[grade, True] or counts[grade, False])


main()
