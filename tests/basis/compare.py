"""Compares how well layouts and members are known, and which layout is taken: the generated header, strata_pack.h and
`strata show` with the ten steps of runtime/pack.md, which tests/pack/reader.py takes.

    compare.py [--some] STRATA SPEC PACK PROGRAM ARCH...

With --some, SPEC need not have a case of every grade.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader

MEMBERS = ('SAME.A', 'MOVED.B', 'COMES.A', 'BETWEEN.A', 'DOCUMENTED.A', 'BOTH.A', 'TWINS.A', 'LACKS.A', 'RULED.A',
           'MANY.A', 'MANY.B', 'MANY.C', 'PAGES.A', 'PAGES.B')

# Commands are asked about one in so many versions, since each takes a process. Sanitizers find no more in all of them.
EVERY = 49 if '-fsanitize=' in os.environ.get('CFLAGS', '') else 7


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


def expect(pack, path, arch, version):
    """(status, basis of the structure, basis of the member, offset)"""
    name, member = path.split('.')
    kind = pack.by_name[name]
    if not kind.on(arch):
        return 'BAD_ARCH', '-', '-', 0
    number = kind.find(member)
    layout, basis = kind.stand(arch, version)
    _, own = kind.stand(arch, version, number)
    if layout is None:
        return 'BAD_VERSION', basis, basis, 0
    place = kind.place(number, layout)
    return ('OK', basis, own, place.offset) if place else ('ABSENT', basis, own, 0)


def expect_enum(pack, arch, version):
    """What KIND is: status, basis and value of SECOND; and the values that RULED accepts for A and B."""
    kind = pack.by_name['KIND']
    layout, basis = kind.stand(arch, version)
    values = {name: kind.value(i, layout) for i, name in enumerate(kind.members)}
    second = values['SECOND']
    accepted = 0, 0
    ruled = pack.by_name['RULED']
    if ruled.stand(arch, version)[0] is not None:
        # No condition holds for a version that has no rows, as when another revision of its build is taken.
        has_rows = second is not None and ruled.layout_at(arch, ruled.kernel(arch, version)) is not None
        own = 1 << second if has_rows else (1 << 32) - 1
        accepted = own, sum({1 << v for v in values.values() if v is not None})
    return ('ABSENT', '-', 0) if second is None else ('OK', basis, second), accepted


def exported(strata, spec, version, arch):
    """The value of SECOND in the header for C of a version."""
    run = subprocess.run([strata, 'export', 'c', spec, '--struct', 'RULED', '--at', '%s/%s' % (version, arch)],
                         capture_output=True, text=True)
    found = re.search(r'KIND_SECOND = (\d+)', run.stdout)
    return int(found.group(1)) if found else 0


def decoded(strata, spec, version, arch):
    """The values from 1 to 5 that `strata decode` calls SECOND."""
    run = subprocess.run([strata, 'decode', spec, '--struct', 'RULED', '--at', '%s/%s' % (version, arch), '--input',
                          'lines', '-'], input=''.join('00000000%02x000000\n' % value for value in range(1, 6)),
                         capture_output=True, text=True)
    return {int(value, 16) for value in re.findall(r' B +: 0x(\w+) \( SECOND \)', run.stdout)}


def compare_enum(strata, spec, pack, arches, case, words):
    """Prints what differs for KIND. Returns how many answers do."""
    _, arch, version = case
    wanted, accepted = expect_enum(pack, arch, version)
    answers = {'header': ((words[0], wanted[1], int(words[2])), wanted),
               'pack': ((words[3], words[4] if words[3] == 'OK' else '-', int(words[6])), wanted),
               'validate': ((int(words[7]), int(words[8])), accepted)}
    if version & 0xFFFF not in (0, 0xFFFF) and version % EVERY == 0 and accepted != (0, 0):
        name = arches[arch - 1]
        answers['export c'] = exported(strata, spec, text(version), name), wanted[2]
        seconds = {wanted[2]} & set(range(1, 6)) if wanted[0] == 'OK' else set()
        answers['decode'] = decoded(strata, spec, text(version), name), seconds
    wrong = {source: answer for source, (answer, expected) in answers.items() if answer != expected}
    for source, answer in wrong.items():
        print('KIND on %s %s: %s of %s, not %s' % (arches[arch - 1], text(version), answer, source,
                                                   answers[source][1]))
    return len(wrong)


def ask(strata, spec, operands, target):
    """What `strata show` says of structures or members at a target: (status, {structure: text})."""
    run = subprocess.run([strata, 'show', spec, '--struct', ','.join(operands), '--at', target], capture_output=True,
                         text=True)
    blocks = run.stdout.rstrip('\n').split('\n\n') if run.stdout else []
    names = [re.match(r'(?:\w+ )?(\w+)', block).group(1) for block in blocks]
    if run.returncode or sorted(names) != sorted(o.partition('.')[0] for o in operands):
        return run.returncode, {o.partition('.')[0]: run.stdout + run.stderr for o in operands}
    return 0, dict(zip(names, blocks))


def ask_all(strata, spec, operands, target):
    """The answers of one process that is asked about each structure once: {operand: (status, text)}. If it fails, a
    process for each operand."""
    status, texts = ask(strata, spec, operands, target)
    if not status:
        return {o: (0, texts[o.partition('.')[0]]) for o in operands}
    answers = {}
    for operand in operands:
        status, texts = ask(strata, spec, [operand], target)
        answers[operand] = status, texts[operand.partition('.')[0]]
    return answers


def show(strata, spec, paths, target):
    """What `strata show` says of members and their structures at a target, by path. A member that is shown alone is
    judged alone: of disputed layouts, another one may be taken than for the structure. So no process shows two members
    of a structure."""
    answers = ask_all(strata, spec, sorted({path.partition('.')[0] for path in paths}), target)
    left = [path for path in sorted(paths) if answers[path.partition('.')[0]][0] == 0]
    while left:
        turn = list({path.partition('.')[0]: path for path in left}.values())
        answers.update(ask_all(strata, spec, turn, target))
        left = [path for path in left if path not in turn]
    return {path: shown(path, *(answers[asked] for asked in (path.partition('.')[0], path) if asked in answers))
            for path in paths}


def shown(path, *answers):
    """The status, the grades and the offset in the answers about a structure and its member. Of a disputed member, its
    own place counts only in the structure."""
    member = path.partition('.')[2]
    grades, places = [], []
    for status, text in answers:
        grade = re.search(r'(attested|bracketed|interpolated|extrapolated|disputed)', text)
        grades.append(grade.group().upper() if grade else '-')
        if status:
            return 'BAD_VERSION', grades[0], grades[0], 0
        found = re.search(r'\+0x(\w+) %s\b' % member, text)
        places.append(int(found.group(1), 16) if found else None)
    if grades[1] == 'DISPUTED':
        places.pop()
    if len(set(places)) > 1:
        return 'OK', *grades, places
    if '%s is absent' % member in text:
        return 'ABSENT', grades[0], re.search(r'is absent, (\w+)', text).group(1).upper(), 0
    return 'OK', *grades, places[0]


def main():
    is_some = sys.argv[1] == '--some'
    strata, spec, pack_path, program, *arches = sys.argv[1 + is_some:]
    with open(spec) as file:
        source = file.read()
    with open(pack_path, 'rb') as file:
        pack = reader.Pack(file.read())
    cases = [(name, arch + 1, version) for name in [*MEMBERS, 'KIND'] for arch in range(len(arches)) for version in versions(source)]
    lines = ''.join('%s %x\n' % (name, arch << 56 | version) for name, arch, version in cases)
    answers = subprocess.run([program, pack_path], input=lines, capture_output=True, text=True, check=True).stdout
    expected = {case: expect(pack, *case) for case in cases if case[0] != 'KIND'}
    asked = {}
    for (name, arch, version), wanted in expected.items():
        if version & 0xFFFF not in (0, 0xFFFF) and version % EVERY == 0 and wanted[0] != 'BAD_ARCH':
            asked.setdefault((arch, version, wanted[0] == 'BAD_VERSION'), []).append(name)
    said = {(name, arch, version): answer for (arch, version, _), names in asked.items() for name, answer in
            show(strata, spec, names, '%s/%s' % (text(version), arches[arch - 1])).items()}
    wrong, seen, finer = 0, set(), 0
    for case, line in zip(cases, answers.splitlines(), strict=True):
        name, arch, version = case
        words = line.split()
        if name == 'KIND':
            wrong += compare_enum(strata, spec, pack, arches, case, words)
            continue
        wanted = expected[case]
        seen |= {wanted[1], wanted[2]}
        finer += wanted[1] != wanted[2]
        found = [tuple(words[:3]) + (int(words[3]),), tuple(words[4:7]) + (int(words[7]),)]
        if case in said:
            found.append(said[case])
        for source, answer in zip(('header', 'pack', 'show'), found):
            if answer != wanted and wanted[0] != 'BAD_ARCH':
                wrong += 1
                print('%s on %s %s: %s of the %s, not %s' % (name, arches[arch - 1], text(version), answer, source, wanted))
    missing = {'ATTESTED', 'BRACKETED', 'INTERPOLATED', 'EXTRAPOLATED', 'DISPUTED'} - seen
    if missing and not is_some:
        print('no case is', *missing)
    if not finer:
        print('no member is known better than its structure')
    print(len(cases), 'targets,', finer, 'members that are known better than their structures')
    sys.exit(1 if wrong or not finer or missing and not is_some or len(cases) < 1000 else 0)


main()
