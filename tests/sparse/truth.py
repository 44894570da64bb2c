#!/usr/bin/env python3
"""Asks a spec for every member of every image of kphdyn.xml, and compares the answers with the file.

    truth.py STRATA KPHDYN.xml MEMBERS.txt SPECS [STEP]

SPECS have taken the file in. STEP: only each STEP-th image. Prints how many answers are right and how they are graded.
Exits with 1 if a place differs, or is not attested although no kernel of the same version contradicts it.
"""
import collections
import concurrent.futures
import json
import subprocess
import sys
import xml.etree.ElementTree

ARCHES = {('amd64', 'ntoskrnl.exe'): 'x64', ('arm64', 'ntoskrnl.exe'): 'arm64', ('amd64', 'ntkrla57.exe'): 'x64la57'}
BITS = {'ObDecodeShift', 'ObAttributesShift'}


def read_images(path):
    """(version, arch, {field: value}) of each image of a kernel."""
    root = xml.etree.ElementTree.parse(path).getroot()
    sets = {fields.get('id'): {field.get('name'): int(field.get('value'), 16) for field in fields}
            for fields in root.findall('fields')}
    return [(data.get('version'), ARCHES[data.get('arch'), data.get('file')], sets[data.text.strip()])
            for data in root.findall('data') if (data.get('arch'), data.get('file')) in ARCHES]


def read_members(path):
    """field -> (structure, [member, ...])."""
    members = {}
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            words = line.split()
            if len(words) == 2 and not line.startswith('#'):
                structure, *parts = words[1].split('.')
                members[words[0]] = (structure, parts)
    return members


def ask(strata, specs, structures, version, arch):
    """{structure: {member: (offset in bits, basis, reason)}} in a version."""
    result = subprocess.run([strata, 'show', specs, '--at', '%s/%s' % (version, arch), '--format', 'json',
                             '--struct', ','.join(structures)], stdout=subprocess.PIPE, check=True)
    answers = {}
    for record in json.loads(result.stdout)['structs']:
        found = answers.setdefault(record['name'], {})
        for member in (record.get('layout') or {}).get('members', []):
            walk(member, found)
    return answers


def walk(member, found):
    """Adds a member of a layout, or those of an anonymous aggregate."""
    for inner in member.get('members', []):
        walk(inner, found)
    if member.get('name') and member.get('offset') is not None:
        found.setdefault(member['name'], (member['offset'] * 8 + member.get('bit', 0), member.get('basis'),
                                          member.get('reason', '')))


def compare(strata, specs, members, structures, image):
    """Counts of (right or wrong, basis, twin or not), and lines about what is wrong."""
    version, arch, values = image
    answers = ask(strata, specs, structures, version, arch)
    counts, lines = collections.Counter(), []
    for field, value in values.items():
        structure, parts = members[field]
        said, bases, record, reason = 0, [], structure, ''
        for part in parts:
            place, basis, reason = answers.get(record, {}).get(part, (None, None, ''))
            said = None if place is None or said is None else said + place
            bases.append(basis)
            record += '.' + part
        right = said == value * (1 if field in BITS else 8)
        is_twin = 'kernels of' in reason
        counts[right, bases[-1], is_twin] += 1
        if not right or (bases[-1] != 'attested' and not is_twin):
            lines.append('%s/%s %s: %s, %s by the file; %s: %s' % (version, arch, field, said, value, bases[-1], reason))
    return counts, lines


def main():
    """Compares all images."""
    strata, table, names, specs, *rest = sys.argv[1:]
    members = read_members(names)
    structures = sorted({structure for structure, parts in members.values()} |
                        {structure + '.' + parts[0] for structure, parts in members.values() if len(parts) > 1})
    images = read_images(table)[::int(rest[0]) if rest else 1]
    counts, lines = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for one, wrong in pool.map(lambda image: compare(strata, specs, members, structures, image), images):
            counts += one
            lines += wrong
    for (right, basis, is_twin), count in sorted(counts.items(), key=str):
        print('%-5s %s%s: %d' % ('right' if right else 'WRONG', basis, ' (kernels of one version differ)' if is_twin else '',
                                 count))
    print('\n'.join(lines[:20]), end='\n' if lines else '')
    sys.exit(bool(lines))


main()
