"""Compares what the name of a version means: `strata show --at NAME`, the constant of the generated header, and the name
in a pack find the same layout with the same basis.

    named.py list STRATA SPEC             prints NAMED("6.0-sp1", 6_0_SP1) for each release and point
    named.py compare STRATA SPEC PROGRAM PACK
"""
import json
import re
import subprocess
import sys


def names(strata, spec):
    dump = json.loads(subprocess.run([strata, 'dump', spec], capture_output=True, check=True).stdout)
    for release in dump['axis']['releases']:
        yield release['name'], False
        for point in release['points']:
            yield point['name'], not point['version'].endswith('.0')


def shown(strata, spec, name, target):
    """What `strata show` says: status, basis and offset of the member."""
    run = subprocess.run([strata, 'show', spec, '--struct', name, '--at', target], capture_output=True, text=True)
    if run.returncode:
        return 'BAD_VERSION' if 'does not exist' in run.stderr else run.stderr, '-', '0'
    basis = re.search(r'(attested|bracketed|interpolated|extrapolated|disputed)', run.stdout.split('\n')[0]).group()
    return 'OK', basis.upper(), str(int(re.search(r'\+0x(\w+) A\b', run.stdout).group(1), 16))


def compare(strata, spec, program, pack):
    known = dict(names(strata, spec))
    wrong, lines, bases = 0, 0, set()
    for line in subprocess.run([program, pack], capture_output=True, text=True, check=True).stdout.splitlines():
        name, target, *words = line.split()
        answers = tuple(words[:3]), tuple(words[3:]), shown(strata, spec, name, target)
        status = answers[2][0]
        bases.add(answers[2][1])
        lines += 1
        if len({a if a[0] == 'OK' else status for a in answers}) > 1 and not (status != 'OK' and all(
                a[0] in ('BAD_ARCH', 'BAD_VERSION') for a in answers)):
            wrong += 1
            print('%s at %s: the header %s, the pack %s, show %s' % ((name, target) + answers))
        if answers[2][1] == 'ATTESTED' and not known[target.split('/')[0]]:
            wrong += 1
            print('%s at %s is attested, but names no revision' % (name, target))
    missing = {'ATTESTED', 'INTERPOLATED', 'EXTRAPOLATED', 'DISPUTED', '-'} - bases
    if missing:
        print('no case is', *missing)
    print(lines, 'targets')
    return 1 if wrong or missing or lines != len(known) * 6 else 0


if sys.argv[1] == 'list':
    for name, _ in names(*sys.argv[2:]):
        print('NAMED("%s", %s)' % (name, re.sub(r'\W', '_', name).upper()))
else:
    sys.exit(compare(*sys.argv[2:]))
