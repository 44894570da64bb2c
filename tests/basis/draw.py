"""Writes a spec with the structures of kernels.strata, random evidence and random layouts: draw.py SEED."""
import random
import sys

rng = random.Random(int(sys.argv[1]))
BUILDS = [10240, 10586, 14393, 17763, 18362, 18363, 19041, 19042, 19045, 22000]
KERNELS = {18363: 18362, 19042: 19041, 19045: 19041}
REVISIONS = [0, 1, 5, 300, 301, 9000, 65535]


def versions(most):
    """Random versions, ascending, as text."""
    return ['10.0.%d.%d' % v for v in sorted({(rng.choice(BUILDS), rng.choice(REVISIONS[1:-1]))
                                              for _ in range(rng.randint(0, most))})]


def attests(indent, twins=()):
    """Random evidence; both kernels of each version of `twins` are attested."""
    lines = ['%sattest %s %s;' % (indent, arch, ', '.join(twins)) for arch in ('x64', 'x64_2') if twins]
    both = versions(3) if rng.random() < .6 else []
    for arch in ('x64', 'arm64', 'la57'):
        seen = [v for v in versions(8) if arch != 'x64' or v not in twins]
        if arch != 'arm64':
            seen = sorted({*seen, *(v for v in both if v not in twins)})
        if seen:
            lines.append('%sattest %s %s;' % (indent, arch, ', '.join(seen)))
    documented = sorted(rng.sample(BUILDS, rng.randint(0, 3)))
    if documented and rng.random() < .6:
        lines.append('%sattest x64 %s;' % (indent, ', '.join('%d' % b for b in documented)))
    return '\n'.join(lines)


def ranges():
    """Ranges from random revisions up to the end of a build before the next range."""
    builds = sorted(rng.sample(range(len(BUILDS)), rng.randint(0, 5)))
    for build, following in zip(builds, builds[1:] + [len(BUILDS)]):
        end = rng.randrange(build, following)
        yield '10.0.%d.%d..10.0.%d' % (BUILDS[build], rng.choice(REVISIONS[:-1]), BUILDS[end])


def places(last, is_seldom=False):
    """A cell: alternatives in random ranges; a member that is there seldom has none in some of them."""
    others = [last + 4, last + 8]
    return ', '.join(['0x%02X' % last] + [
        '%s (%s)' % ('-' if is_seldom and rng.random() < .5 else '0x%02X' % rng.choice(others), r) for r in ranges()])


def kinds():
    """Values of an enumerator, each with its range; at least one."""
    return [(2 + i, r) for i, r in enumerate(ranges())] or kinds()


twins = versions(4) or ['10.0.19041.300']
print('axis { 6.1 { 6.1-rtm = 6.1.7600; }\n10.0 {')
for build in BUILDS:
    print('    %d = 10.0.%d%s;' % (build, build, ' kernel 10.0.%d' % KERNELS[build] if build in KERNELS else ''))
print('''} }
arch x86         pointer 4 align 8  in 6.1..;
arch x64         pointer 8 align 16 in 6.1..;
arch la57  : x64 pointer 8 align 16 in 10.0..;
arch arm64       pointer 8 align 16 in 10.0..;
arch x64_1 = x64 in %s;
arch x64_2 = x64 in %s;
columns x86 | x64 | arm64;
type ULONG unsigned 4;
''' % (', '.join(twins), ', '.join(twins)))
print('attest x64_1 %s;' % ', '.join(twins))
print(attests('', twins))
for name in ('SAME', 'MOVED', 'COMES', 'BETWEEN', 'DOCUMENTED', 'BOTH'):
    since = rng.choice(['10.0.17763.%d..' % rng.choice(REVISIONS[1:-1]), '10.0.14393.5..10.0.19041']) \
        if name == 'COMES' else '6.1..'
    member = 'B' if name == 'MOVED' else 'A'
    cells = ' | '.join(places(4 * i) if name != 'COMES' else '0x00' for i in range(3))
    own = attests('    ') if name in ('DOCUMENTED', 'BOTH') else ''
    print('struct %s in %s allow gap "random" allow size "random" {\n%s\n    ULONG %s at %s;\n    size 0x40;\n}' % (
        name, since, own, member, cells))
print('struct MANY in 6.1.. allow gap "random" allow size "random" {\n%s' % attests('    '))
for name, bounds, last in ('A', '', 0x00), ('B', '', 0x10), ('C', '[2]', 0x20):
    print('    ULONG %s%s at %s;' % (name, bounds, places(last, name == 'C')))
print('    size 0x40;\n}')
alternatives = kinds()
rest = ', '.join(span for _, span in alternatives)
print('enum KIND {\n    FIRST = 0;\n    SECOND = 1, %s;\n    THIRD = 9 in %s;\n}' % (
    ', '.join('%d (%s)' % item for item in alternatives), alternatives[0][1]))
print('struct RULED in 6.1.. {')
for value, span in [(1, '6.1.. except ' + rest), *alternatives]:
    print('    ULONG A in %s at 0x00 where == %d;' % (span, value))
print('    KIND B at 0x04;\n}')
print('struct PAGES in 6.1.. allow gap "random" allow size "random" allow order "random" {\n    columns x86 | x64 | arm64 | la57;\n%s'
      % attests('    '))
for name, last in ('A', 0x00), ('B', 0x10):
    print('    ULONG %s at %s;' % (name, ' | '.join(places(last) for _ in range(4))))
print('    size 0x40;\n}')
for name in ('TWINS', 'LACKS'):
    second = ', '.join('0x%02X (%s)' % (rng.choice([0, 4, 8]), v) for v in twins)
    cells = ' | '.join(places(4 * i) for i in range(3))
    own = attests('    ', [v for v in twins if rng.random() < .6]) if name == 'LACKS' else ''
    print('struct %s in 6.1.. allow gap "random" allow size "random" {\n    columns x86 | x64 | arm64 | x64_2;\n%s\n'
          '    ULONG A at %s | %s;\n    size 0x40;\n}' % (name, own, cells, second))
