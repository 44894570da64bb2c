#!/usr/bin/env python3
"""Generates headers for fuzz_runtime*.c, and tables.h beside them, through which it calls every macro that they have.

    runtime_tables.py [--pack] STRATA DIRECTORY SPEC...      SPECs are files or directories

With --pack, make_roundtrip.py takes a pack in place of the specs, which may then have anything.
tables.h is what make_roundtrip.py makes of them, the records that print.py knows, and for each kind of macro of
record_reader.mustache a list of X(structure, macro, structure that it opens, or NONE).
"""
import glob
import os
import re
import subprocess
import sys

RUNTIME_TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'runtime')


def script(name, *arguments):
    return subprocess.run([sys.executable, os.path.join(RUNTIME_TESTS, name), *arguments], check=True,
                          stdout=subprocess.PIPE, text=True).stdout


def main():
    is_packed = sys.argv[1] == '--pack'
    strata, directory, *specs = sys.argv[1 + is_packed:]
    dump = os.path.join(directory, 'dump.json')
    os.makedirs(directory, exist_ok=True)
    subprocess.run([strata, 'gen', '--names', '-o', directory, *specs], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    with open(dump, 'w') as file:
        subprocess.run([strata, 'dump', *specs], check=True, stdout=file, stderr=subprocess.DEVNULL)
    paths = [path for path in glob.glob(os.path.join(directory, '**', '*.h'), recursive=True)
             if os.path.basename(path) != 'tables.h']
    headers = sorted(os.path.relpath(path, directory) for path in paths if not path.endswith('_print.h'))
    files = [path for spec in specs
             for path in ([spec] if os.path.isfile(spec) else
                          sorted(glob.glob(os.path.join(spec, '**', '*.strata'), recursive=True)))]
    if is_packed:
        files = [directory.rstrip('/') + '.strpack']
        subprocess.run([strata, 'pack', '-q', '-o', *files, *specs], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    text = ''.join(open(path).read() for path in paths).replace('\\\n', ' ')
    calls = re.findall(r'^#define (strata_\w+)\([^)]*\) +strata_(follow|follow_at|deref|string_utf8|string_utf16)\('
                       r'(?:&strata_(\w+)_table, .*)?strata_(\w+)_const_view\(v\)', text, re.M)
    calls += [(name, 'walk', '', owner) for name, owner in
              re.findall(r'^#define (strata_\w+)\([^)]*\) +strata_walk_member\(walk, &strata_(\w+)_table', text, re.M)]
    with open(os.path.join(directory, 'tables.h'), 'w') as file:
        file.write(script('print.py', 'records', directory))
        file.write(script('make_roundtrip.py', '--tables', dump, *headers, *files))
        for kind in ('follow', 'follow_at', 'deref', 'string_utf8', 'string_utf16', 'walk'):
            listed = ' '.join('X(%s, %s, %s)' % (owner, name, record or 'NONE')
                              for name, k, record, owner in sorted(calls) if k == kind)
            file.write('#define READER_%s(X) %s\n' % (kind.upper(), listed))


if __name__ == '__main__':
    main()
