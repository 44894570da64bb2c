#!/usr/bin/env python3
"""Compares a pack with `strata show` where somebody knows single members: a member lies where `show` has it, and has its
grade.

    runtime.py STRATA SPECS PACK ARCHES STRUCT,... VERSION...

Options of STRATA for reading SPECS may follow the latter in one argument, with blanks between them.
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader  # pylint: disable=wrong-import-position

UNKNOWN = 0xE0


def walk(member, found):
    """Adds a member of a layout, or those of an anonymous aggregate."""
    for inner in member.get('members', []):
        walk(inner, found)
    if member.get('name'):
        found.setdefault(member['name'], (member.get('offset'), member['basis'].upper()))


def ask(strata, specs, structures, version, arch):
    """{structure: {member: (offset or None, basis)}}; members that are absent have no offset."""
    result = subprocess.run([strata, 'show', *specs.split(), '--at', '%s/%s' % (version, arch), '--format', 'json',
                             '--struct', structures], stdout=subprocess.PIPE, check=True)
    answers = {}
    for record in json.loads(result.stdout)['structs']:
        found = answers[record['name']] = {}
        for member in (record.get('layout') or {}).get('members', []):
            walk(member, found)
        for absent in record.get('absent_members', []):
            found.setdefault(absent['name'], (None, absent['basis'].upper()))
    return answers


def main():
    """Compares all members."""
    strata, specs, path, arches, structures, *versions = sys.argv[1:]
    with open(path, 'rb') as file:
        pack = reader.Pack(file.read())
    numbers = {pack.text(name): number for name, number, *_ in pack.arches}
    compared, differ = 0, 0
    for version in versions:
        parts = [int(part) for part in version.split('.')]
        number = parts[0] << 48 | parts[1] << 32 | parts[2] << 16 | parts[3]
        for arch in arches.split(','):
            for name, members in ask(strata, specs, structures, version, arch).items():
                kind = pack.by_name[name]
                for member, (offset, basis) in members.items():
                    index = kind.find(member)
                    if index is None:
                        continue
                    compared += 1
                    layout, own = kind.stand(numbers[arch], number, index)
                    place = None if layout is None else kind.place(index, layout)
                    where = place.offset if place and place.tag < UNKNOWN else None
                    if (own, where) != (basis, offset):
                        differ += 1
                        print('%s/%s %s.%s: %s %s, in the pack %s %s' % (
                            version, arch, name, member, offset, basis, where, own))
    print('%d compared, %d differ' % (compared, differ))
    sys.exit(differ > 0 or compared < 100)


main()
