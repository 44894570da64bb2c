"""Asks about enumerations of real kernels: a pack (read by the description of its format alone, and by PROGRAM, values.c)
and `strata show`.

    values.py STRATA PROGRAM DIRECTORY SEED COUNT ENUM...

A question is an enumeration, a version and an architecture: of seen versions, others of their builds, builds without a
revision, and builds that nobody has looked at. The answer is a value or an absence of each enumerator, and a grade. An
enumeration is attested in a version if some line of the specs attests the version by files that have enumerations.
DIRECTORY is for files. Exit status 1 if two answers differ.
"""
import json
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader

TYPES = 'specs/ntoskrnl/types.strata'
WITHOUT_ENUMS = {'Volatility'}
# Builds of which nobody, or somebody, has looked at some revision.
BUILDS = ('5.1.2600', '5.2.3790', '6.0.6001', '6.1.7601', '6.2.9200', '10.0.15063', '10.0.18363', '10.0.19045',
          '10.0.22631', '10.0.26100', '10.0.27000')


def number(text):
    return sum(int(part) << 48 - 16 * i for i, part in enumerate(text.split('.')))


def text(version):
    return '.'.join(str(version >> shift & 0xFFFF) for shift in (48, 32, 16, 0))


def read_attested():
    """{(arch, version)}: what lines of the specs attest by files that have enumerations, and what by others."""
    attested, others = set(), set()
    with open(TYPES) as file:
        for arch, versions, by in re.findall(r'^attest (\w+) ([^;]*?) by "([^"]*)";', file.read(), re.M):
            versions = {(arch, number(v)) for v in re.split(r',\s*', versions) if v.count('.') == 3}
            (others if by in WITHOUT_ENUMS else attested).update(versions)
    return attested, others - attested


def of_pack(kind, arch, version, enumerator):
    """(value or None, grade) of an enumerator. If values of others are disputed, its own layouts are compared."""
    member = kind.find(enumerator['name'])
    layout, basis = kind.stand(arch, version)
    if basis == 'DISPUTED':
        _, basis = kind.stand_as(arch, kind.kernel(arch, version),
                                 lambda number: None if number is None else kind.value(member, number), layout)
    return None if layout is None else kind.value(member, layout), basis.lower()


def draw(rng, seen):
    arch, version = rng.choice(seen)
    version = rng.choice((version, version, version + rng.randint(1, 60), version & ~0xFFFF,
                          number(rng.choice(BUILDS)) + rng.randint(0, 3000)))
    return arch, version


def main():
    strata, program, directory, seed, count, *names = sys.argv[1:]
    path = os.path.join(directory, 'values.strpack')
    subprocess.run((strata, 'pack', '--struct', ','.join(names), '-o', path), check=True, stdout=subprocess.DEVNULL)
    with open(path, 'rb') as file:
        pack = reader.Pack(file.read())
    arches = {pack.text(name): code for name, code, _, _ in pack.arches}
    attested, others = read_attested()
    rng, wrong, values, asked = random.Random(int(seed)), 0, 0, []
    for i in range(int(count)):
        name = rng.choice(names)
        arch, version = rng.choice(sorted(others)) if i % 3 == 0 else draw(rng, sorted(attested | others))
        at = text(version) + '/' + arch
        done = subprocess.run((strata, 'show', name, '--at', at, '--format', 'json'), capture_output=True, text=True)
        if done.returncode:
            if 'not described' not in done.stderr and 'nobody has described' not in done.stderr:
                sys.exit('%s at %s: %s' % (name, at, done.stderr))
            layout, _ = pack.by_name[name].stand(arches[arch], version)
            if layout is not None:
                wrong += 1
                print('%s at %s: the pack has it' % (name, at))
            continue
        enum, = json.loads(done.stdout)['enums']
        kind = pack.by_name[name]
        is_attested = (arch, kind.kernel(arches[arch], version)) in attested
        if kind.stand(arches[arch], version)[1].lower() != enum['basis']:
            wrong += 1
            print('%s at %s: show says %s' % (name, at, enum['basis']))
        if is_attested < (enum['basis'] == 'attested') or (is_attested and enum['basis'] not in ('attested', 'disputed')):
            wrong += 1
            print('%s at %s: %s' % (name, at, enum['basis']))
        for enumerator in enum['values']:
            shown, basis = enumerator['value'], enumerator['basis']
            packed = of_pack(kind, arches[arch], version, enumerator)
            values += 1
            asked.append(('%s %s %x' % (name, enumerator['name'], arches[arch] << 56 | version),
                          '%s %s' % ('absent' if packed[0] is None else packed[0], packed[1])))
            if packed != (None if shown is None else shown & (1 << 64) - 1, basis):
                wrong += 1
                print('%s.%s at %s: show says %s, %s; the pack %s, %s' % (name, enumerator['name'], at, shown, basis, *packed))
    said = subprocess.run((program, path), input='\n'.join(question for question, _ in asked), capture_output=True,
                          check=True, text=True).stdout.splitlines()
    for (question, answer), one in zip(asked, said, strict=True):
        if answer != one:
            wrong += 1
            print('%s: strata_pack.h says %s, not %s' % (question, one, answer))
    print('REPORT values: %s questions, %d values, %d answers differ' % (count, values, wrong))
    sys.exit(bool(wrong))


main()
