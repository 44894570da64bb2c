"""Prints questions about everything in a pack, by the description of the format alone: members, sizes, values, names,
numbers read from bytes, kernels and versions. See answer.c.

    questions.py PACK COUNT
"""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader


def targets_of(pack):
    """Targets at which something changes or that were seen, and those beside them; each architecture's first and last."""
    found = set()
    for target in [t for t, in pack.targets + pack.sightings + pack.points]:
        found |= {target, target - 1, target + 1, target | 0xFFFF, target & ~0xFFFF}
    for _, code, _, _ in pack.arches:
        found |= {code << 56 | 10 << 48, code << 56 | (1 << 56) - 2}
    return sorted(found) + [99 << 56 | 10 << 48]


def all_questions(pack, draw):
    targets = targets_of(pack)
    for kind in pack.all:
        for target in draw.sample(targets, min(len(targets), 12)):
            yield 'size', kind.name, '%016X' % target
        for name in filter(None, kind.members + ['NoSuchMember']):
            for target in draw.sample(targets, min(len(targets), 6)):
                if kind.kind in ('enum', 'flags'):
                    yield 'value', kind.name, name, '%016X' % target
                    yield 'name', kind.name, '0x%X' % draw.randrange(6), '%016X' % target
                elif '.' not in kind.name:
                    yield 'member', '%s.%s' % (kind.name, name), '%016X' % target
                    data = bytes(draw.randrange(256) for _ in range(draw.choice((8, 64, 256))))
                    yield 'read', '%s.%s' % (kind.name, name), '%016X' % target, data.hex()
    for guid, age, timestamp, size, _, _ in pack.identities + [(b'\0' * 16, 1, 0, 0, 0, 0)]:
        yield 'kernel', guid.hex(), str(age)
        yield 'image', hex(timestamp), hex(size)
    for _, name, _ in pack.versions:
        yield 'version', pack.text(name)
    for name, target, _ in pack.addresses:
        for near in (target, target + 1, target | 0xFFFF, target ^ 7 << 56):
            yield 'address', pack.text(name), '%016X' % near
    yield 'address', 'NoSuchGlobal', '%016X' % targets[0]
    yield 'version', 'no such version'
    yield 'size', 'NoSuchType', '%016X' % targets[0]
    yield 'member', 'NoSuchType.Member', '%016X' % targets[0]


def main():
    with open(sys.argv[1], 'rb') as file:
        pack = reader.Pack(file.read())
    draw = random.Random(int(sys.argv[2]))
    questions = list(all_questions(pack, draw))
    count = min(int(sys.argv[2]), len(questions))
    for question in sorted(draw.sample(questions, count)):
        print('\t'.join(question))


main()
