#!/usr/bin/env python3
"""Compares a spec with sheets of members: each member has the offset, bits and size that its line says.

    sheets.py STRATA SPEC TARGET SHEET.csv...

Prints "N members, M differ", and the first that differ. Exit status 1 if some differ.
"""
import collections
import csv
import json
import subprocess
import sys

SIZES = {'unsigned char': 1, 'char': 1, 'unsigned short': 2, 'short': 2, 'wchar_t': 2, 'unsigned long': 4, 'long': 4,
         'unsigned __int64': 8, '__int64': 8}


def walk(member, record, found):
    """Adds a member, or those of an anonymous aggregate."""
    for inner in member.get('members', []):
        walk(inner, record, found)
    if member.get('name'):
        width = member.get('width')
        found[record, member['name']].append((member['offset'], member.get('bit') if width else None, width or None,
                                              member['size']))


def main():
    strata, spec, target, *sheets = sys.argv[1:]
    rows = []
    for path in sheets:
        with open(path, encoding='utf-8') as lines:
            rows += csv.DictReader(lines)
    names = sorted({row['structure'].lstrip('_') for row in rows})
    shown = subprocess.run([strata, 'show', spec, '--struct', ','.join(names), '--at', target, '--format', 'json'],
                           stdout=subprocess.PIPE, check=True)
    found = collections.defaultdict(list)
    sizes = {}
    for record in json.loads(shown.stdout)['structs']:
        if record.get('layout'):
            sizes[record['name']] = record['layout']['size']
            for member in record['layout']['members']:
                walk(member, record['name'], found)
    wrong = []
    for row in rows:
        record, width = row['structure'].lstrip('_'), int(row['width'] or 0) or None
        size = SIZES.get(row['type'].replace('volatile ', '').replace('const ', ''))
        size = None if row['array'] or width else size
        places = found[record, row['member']]
        is_there = any(offset == int(row['offset'], 16) and own == width and (not width or bit == int(row['bit'])) and
                       (not size or extent == size) for offset, bit, own, extent in places)
        if not is_there or sizes.get(record) != int(row['size'], 16):
            wrong.append('%s.%s: %s, %s' % (record, row['member'], row, places))
    print('%d members, %d differ' % (len(rows), len(wrong)))
    print('\n'.join(wrong[:10]), end='\n' if wrong else '')
    sys.exit(bool(wrong))


main()
