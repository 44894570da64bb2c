"""Compares how well layouts are known, and which one is taken: the generated header, strata_pack.h and `strata show` with
the nine steps of runtime/pack.md, which tests/pack/reader.py takes.

    compare.py [--some] STRATA SPEC PACK PROGRAM ARCH...

With --some, SPEC need not have a case of every grade.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader

MEMBERS = {'SAME': 'A', 'MOVED': 'B', 'COMES': 'A', 'BETWEEN': 'A', 'DOCUMENTED': 'A', 'BOTH': 'A',
           'TWINS': 'A', 'LACKS': 'A'}


def number(text):
    parts = [int(p) for p in text.split('.')]
    return sum(p << (48 - 16 * i) for i, p in enumerate(parts))


def text(version):
    return '.'.join(str(version >> shift & 0xFFFF) for shift in (48, 32, 16, 0))


def versions(spec):
    """Every build that the spec names, with the revisions and builds around it."""
    found = set()
    for name in re.findall(r'\d+\.\d+\.\d+(?:\.\d+)?', spec):
        version = number(name)
        build = version & ~0xFFFF
        found |= {version + d for d in (-1, 0, 1)} | {build | r for r in (0, 1, 0x7FFF, 0xFFFE, 0xFFFF)}
        found |= {build + 0x10000, build + 0x12345, build - 0x10000, build - 1}
    return sorted(v for v in found if 0 < v < 1 << 56)


def expect(pack, name, arch, version):
    kind = pack.by_name[name]
    if not kind.on(arch):
        return 'BAD_ARCH', '-', 0
    layout, basis = kind.stand(arch, version)
    if layout is None:
        return 'BAD_VERSION', '-', 0
    return 'OK', basis, kind.place(kind.find(MEMBERS[name]), layout).offset


def shown(strata, spec, name, version, arch):
    """What `strata show` says: basis and offset of the member."""
    run = subprocess.run([strata, 'show', spec, '--struct', name, '--at', '%s/%s' % (version, arch)],
                         capture_output=True, text=True)
    if run.returncode:
        return 'does not exist' in run.stderr and 'BAD_VERSION', '-', 0
    basis = re.search(r'(attested|bracketed|interpolated|extrapolated|disputed)', run.stdout.split('\n')[0]).group()
    return 'OK', basis.upper(), int(re.search(r'\+0x(\w+) %s\b' % MEMBERS[name], run.stdout).group(1), 16)


def main():
    is_some = sys.argv[1] == '--some'
    strata, spec, pack_path, program, *arches = sys.argv[1 + is_some:]
    with open(spec) as file:
        source = file.read()
    with open(pack_path, 'rb') as file:
        pack = reader.Pack(file.read())
    cases = [(name, arch + 1, version) for name in MEMBERS for arch in range(len(arches)) for version in versions(source)]
    lines = ''.join('%s %x\n' % (name, arch << 56 | version) for name, arch, version in cases)
    answers = subprocess.run([program, pack_path], input=lines, capture_output=True, text=True, check=True).stdout
    wrong, seen = 0, set()
    for case, line in zip(cases, answers.splitlines(), strict=True):
        name, arch, version = case
        words = line.split()
        wanted = expect(pack, *case)
        seen.add(wanted[1])
        found = [tuple(words[:2]) + (int(words[2]),), tuple(words[3:5]) + (int(words[5]),)]
        if version & 0xFFFF not in (0, 0xFFFF) and version % 7 == 0:  # each takes a process
            found.append(shown(strata, spec, name, text(version), arches[arch - 1]))
        for source, answer in zip(('header', 'pack', 'show'), found):
            if answer != wanted and wanted[0] != 'BAD_ARCH' or answer[1] != wanted[1]:
                wrong += 1
                print('%s on %s %s: %s of the %s, not %s' % (name, arches[arch - 1], text(version), answer, source, wanted))
    missing = {'ATTESTED', 'BRACKETED', 'INTERPOLATED', 'EXTRAPOLATED', 'DISPUTED', '-'} - seen
    if missing and not is_some:
        print('no case is', *missing)
    print(len(cases), 'targets')
    sys.exit(1 if wrong or missing and not is_some or len(cases) < 1000 else 0)


main()
