#!/usr/bin/env python3
"""Asks the specs of fltmgr for each member of each build of FltmgrOffsets.csv, and compares the answers with the table.

    members.py STRATA SPECS TABLE MAPPING

The mapping says which member a column is; it leaves out columns of variables and of other modules. A cell of 0 says
nothing, and then the answer may not be called attested. Prints how many answers are right, by grade, what differs, and
a last line "N compared, N differ".
"""
import collections
import concurrent.futures
import csv
import json
import re
import subprocess
import sys


def read_mapping(path):
    """column -> (structure, member)."""
    with open(path, encoding='utf-8') as lines:
        words = [line.split() for line in lines if line.strip() and line[0] != '#']
    return {column: tuple(member.split('.')) for column, member in words if member != '-'}


def read_table(path, mapping):
    """version -> {(structure, member): offset, or None if the cell says nothing}."""
    with open(path, encoding='utf-8') as table:
        heading, *rows = list(csv.reader(table))
    builds = {}
    for row in rows:
        version = '10.0.%s.%s' % re.search(r'_(\d+)-(\d+)\.', row[0]).groups()
        said = {mapping[name]: int(cell, 16) or None for name, cell in zip(heading, row) if name in mapping}
        known = builds.setdefault(version, said)
        if known != said:
            sys.exit('the table says two things of %s' % version)
    return builds


def ask(strata, specs, structures, version):
    """{(structure, member): (offset, grade)} in a version."""
    shown = subprocess.run([strata, 'show', specs, '--at', version + '/x64', '--format', 'json',
                            '--struct', ','.join('fltmgr!' + name for name in structures)],
                           check=True, capture_output=True, text=True).stdout
    return {(record['name'].split('!')[1], member['name']): (member.get('offset'), member.get('basis'))
            for record in json.loads(shown)['structs'] for member in (record.get('layout') or {}).get('members', [])
            if member.get('name')}


def main(strata, specs, table, mapping):
    """Compares all builds."""
    builds = read_table(table, read_mapping(mapping))
    structures = sorted({structure for said in builds.values() for structure, member in said})
    counts, differ = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda version: ask(strata, specs, structures, version), builds))
    for version, answer in zip(builds, answers):
        for member, offset in builds[version].items():
            found, basis = answer.get(member, (None, None))
            right = basis != 'attested' if offset is None else (found, basis) == (offset, 'attested')
            counts['no evidence' if offset is None else basis] += 1
            if not right:
                differ.append('%s of %s: %s %s, %s by the table' % ('.'.join(member), version, found, basis, offset))
    for grade, count in sorted(counts.items(), key=str):
        print('%s: %d' % (grade, count))
    print('\n'.join(differ[:20]), end='\n' if differ else '')
    print('%d compared, %d differ' % (sum(counts.values()), len(differ)))
    sys.exit(bool(differ) or not counts)


main(*sys.argv[1:])
