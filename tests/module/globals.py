#!/usr/bin/env python3
"""Asks the shipped specs for each address of each global: `list` says those of `dump`, and so does `show` of a sample, by
version and by the GUID of a program database. tests/sources compares those of `dump` with the sources.

    globals.py STRATA SPEC...

The specs are those that declare globals. Prints what differs; the last line is "N compared, N differ".
"""
import json
import subprocess
import sys


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def read(globals_of):
    return {(one['name'].split('!')[-1], place['arch'], place['version']): place['address']
            for one in globals_of for place in one['addresses']}


def main(strata, *specs):
    dump = json.loads(run(strata, 'dump', *specs))
    wanted = read(dump['globals'])
    given = read(json.loads(run(strata, 'list', *specs, '--globals', '--format', 'json'))['globals'])
    kernels = {name.split('!')[-1] for name in (one['name'] for one in dump['globals'] if one['module'] == 'ntoskrnl')}
    guids = {(one['arch'], one['version']): one['pdb'] for one in dump['identities']
             if 'pdb' in one and one.get('module', 'ntoskrnl') == 'ntoskrnl'}
    differ = sorted(key for key in wanted.keys() | given.keys() if wanted.get(key, 0) != given.get(key, 0))
    asked = 0
    for (name, arch, version), address in sorted(wanted.items())[::17]:
        guid = guids.get((arch, version)) if name in kernels else None
        for target in (version + '/' + arch, guid) if guid else (version + '/' + arch,):
            shown = run(strata, 'show', name, '--at', target)
            asked += 1
            if not shown.endswith(('0x%X, attested' % address if address else 'absent, attested') + '\n'):
                differ.append((name, target))
    for one in differ[:20]:
        print('differs:', *one)
    print('%d compared, %d differ' % (len(wanted) + asked, len(differ)))
    return 1 if differ or not asked else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
