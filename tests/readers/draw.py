"""Draws questions about structures of SPECS or of the shipped specs, and answers them by `strata show --at`.

    draw.py STRATA SEED COUNT STRUCTURE,... PACK [SPECS]  >FILE

PACK is the pack of the specs, which has the names of members and the versions that were seen.

Each line of FILE is `QUESTION => ANSWER`: a member and a target, and offset, bit, width and grade, or that it is absent
and how well this is known. A quarter each: seen versions, revisions between them, builds that nobody has looked at, and
builds without a revision. The same arguments give the same lines.
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader

ARCHES = {'x86': 1, 'x86pae': 2, 'x64': 3, 'x64la57': 4, 'arm64': 5}
MEMBERS = 40  # of a structure, in one question to show


def run(*command):
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def number(text):
    parts = [int(part) for part in text.split('.')]
    return sum(part << shift for part, shift in zip(parts, (48, 32, 16, 0)))


def draw_version(draw, seen):
    """A version, as show takes it."""
    version = draw.choice(seen)
    parts = [version >> 48, version >> 32 & 0xFFFF, version >> 16 & 0xFFFF, version & 0xFFFF]
    kind = draw.randrange(4)
    if kind == 1:
        parts[3] = max(parts[3] + draw.choice((-1, 1, draw.randrange(-300, 300))), 1)
    elif kind == 2:
        parts[2] += draw.choice((-1, 1, 40, 400))
    elif kind == 3:
        parts.pop()
    return '.'.join(map(str, parts))


def answers(struct):
    """Answers by the name of the member."""
    if struct.get('absent'):
        return None

    def walk(members):
        for one in members:
            if one['name']:
                yield one['name'], '+%d %d %d %s' % (one['offset'], one.get('bit', 0) if one.get('width') else 0,
                                                     one.get('width', 0), one['basis'])
            else:
                yield from walk(one.get('members', []))
    found = dict(walk(struct['layout']['members']))
    found.update((one['name'], 'absent ' + one['basis']) for one in struct['absent_members'])
    return found


def main():
    strata, seed, count, structures = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    specs = sys.argv[6:7]
    draw = random.Random(seed)
    with open(sys.argv[5], 'rb') as file:
        pack = reader.Pack(file.read())
    kinds = {name: pack.by_name[name] for name in structures.split(',')}
    members = {name: [one for one in kind.members if one] for name, kind in kinds.items()}
    seen = sorted({target & (1 << 56) - 1 for kind in kinds.values() for target in kind.seen})
    written = 0
    while written < count:
        at, arch = draw_version(draw, seen), draw.choice(('x64', 'x64', 'x64la57', 'x86', 'arm64', 'arm64'))
        names = draw.sample(sorted(members), min(len(members), 5))
        asked = [(name, one) for name in names for one in draw.sample(members[name], min(len(members[name]), MEMBERS))]
        shown = run(strata, 'show', *specs, '--struct', ','.join('%s.%s' % pair for pair in asked), '--at',
                    '%s/%s' % (at, arch), '--format', 'json')
        version = number(shown['target']['version'])
        told = {struct['name']: (struct, answers(struct)) for struct in shown['structs']}
        for name, one in asked:
            struct, found = told.get(name, (None, None))
            if struct is None or written == count or (found is not None and one not in found):
                continue  # EPROCESS.M is asked for as a structure if EPROCESS declares it
            answer = 'none %s' % struct['basis'] if found is None else found[one]
            print('member\t%s.%s\t%016X => %s' % (name, one, ARCHES[arch] << 56 | version, answer))
            written += 1


main()
