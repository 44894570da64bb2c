"""Leaves kernels out, and compares what the others say of them with what they say themselves.

    backtest.py STRATA COMPARE AXIS DIRECTORY KERNEL...

Every way below leaves some of the KERNELs out, imports the rest, and asks a pack of the rest for the kernels that were
left out. COMPARE, compare.c, compares the answers with packs of each kernel alone. Prints a table: a row for each grade,
a column for each way, with the members compared and the percentage that differs; then the same of structures. AXIS is a
spec that says which builds of the system run the kernel of another build.

    2nd, 4th, 16th          every 2nd, 4th or 16th kernel, the first one included
    build                   all kernels of a build, for each build
    next-build              all kernels of a build and all later ones; asks for the build
    later                   the newer half of the kernels of a build and all later ones; asks for that half
    system                  as every 2nd, but asks for the builds of the system that run the kernel of another build
    alone                   as every 2nd, 4th, 16th and build, but asks for the build, revisions 0 and 0xFFFF; compares
                            with all of its kernels

Exit status: 0; 1 if something attested or bracketed differs; 2 if a command fails.
"""
import collections
import os
import re
import shutil
import subprocess
import sys

GRADES = ['ATTESTED', 'BRACKETED', 'INTERPOLATED', 'EXTRAPOLATED', 'DISPUTED', 'UNSERVED']
COLUMNS = ['2nd', '4th', '16th', 'build', 'next-build', 'later', 'system', 'alone']
ANY = 0xFFFF


class Kernel:
    def __init__(self, path):
        self.path = path
        self.parts = [int(p) for p in re.search(r'-(\d+\.\d+\.\d+\.\d+)\.json', path).group(1).split('.')]
        self.version = sum(p << (48 - 16 * i) for i, p in enumerate(self.parts))
        self.build = self.version >> 16


def run(*command):
    done = subprocess.run(command, capture_output=True)
    if done.returncode:
        sys.stderr.write(' '.join(command[:3]) + ': ' + done.stderr.decode())
        sys.exit(2)
    return done.stdout


class Test:
    def __init__(self, strata, compare, directory):
        self.strata, self.compare, self.directory = strata, compare, directory
        self.counts = collections.Counter()
        self.wrong = []
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)

    def pack(self, name, kernels):
        spec, pack = (os.path.join(self.directory, name + end) for end in ('.strata', '.strpack'))
        with open(spec, 'wb') as file:
            file.write(run(self.strata, 'import', 'isf', *(k.path for k in kernels)))
        run(self.strata, 'pack', spec, '-o', pack, '--arch', 'x64')
        return pack

    def ask(self, rest, questions):
        """Asks a pack of `rest`; a question is a column, the version asked for, and the kernel."""
        pack = self.pack('rest', rest)
        lines = ''.join('%s %x %x %s\n' % (column, asked, kernel.version, kernel.pack)
                        for column, asked, kernel in questions)
        done = subprocess.run([self.compare, pack, 'x64'], input=lines, capture_output=True, text=True)
        if done.returncode > 1:
            sys.exit(done.stderr or done.returncode)
        for line in done.stdout.splitlines():
            if line.startswith('wrong: '):
                self.wrong.append(line)
                continue
            column, grade, _, *members, _, structures, differ = line.split()
            for i, count in enumerate((*members, structures, differ)):
                self.counts[column, grade, i] += int(count)


def read_systems(axis):
    """{build of the kernel: builds of the system that run it}."""
    found = collections.defaultdict(list)
    with open(axis) as file:
        source = re.sub('//.*', '', file.read())
    for system, own in re.findall(r'= *(\d+\.\d+\.\d+) +kernel +(\d+\.\d+\.\d+)', source):
        found[number(own)].append(number(system))
    return found


def number(text):
    major, minor, build = (int(p) for p in text.split('.'))
    return major << 32 | minor << 16 | build


def alone(kernels, systems):
    """Questions for the builds without their revisions."""
    return [('alone', build << 16 | revision, kernel) for kernel in kernels for revision in (0, ANY)
            for build in (kernel.build, *systems[kernel.build])]


def ask_all(test, kernels, systems):
    for every in (2, 4, 16):
        left = kernels[::every]
        rest = [k for k in kernels if k not in left]
        questions = [('%d%s' % (every, 'nd' if every == 2 else 'th'), k.version, k) for k in left]
        if every == 2:
            questions += [('system', build << 16 | k.version & 0xFFFF, k) for k in kernels
                          for build in systems[k.build]]
        test.ask(rest, questions + alone(kernels, systems))
    for build in sorted({k.build for k in kernels}):
        own, before = ([k for k in kernels if k.build == build], [k for k in kernels if k.build < build])
        half = (len(own) + 1) // 2
        rest = [k for k in kernels if k.build != build]
        test.ask(rest, [('build', k.version, k) for k in own] + alone(own, systems))
        if before:
            test.ask(before, [('next-build', k.version, k) for k in own])
        if half < len(own):
            test.ask(before + own[:half], [('later', k.version, k) for k in own[half:]])


def print_table(test, title, first):
    print('%-24s' % title + ''.join('%20s' % c for c in COLUMNS))
    for grade in GRADES:
        cells = []
        for column in COLUMNS:
            total, differ = (test.counts[column, grade, first + i] for i in (0, 1))
            cells.append('%d  %.3f %%' % (total, 100 * differ / total) if total else '-')
        print(('%-24s' % grade + ''.join('%20s' % cell for cell in cells)).rstrip())


def main():
    strata, compare, axis, directory, *paths = sys.argv[1:]
    test = Test(strata, compare, directory)
    kernels = sorted(map(Kernel, paths), key=lambda k: k.version)
    systems = read_systems(axis)
    for kernel in kernels:
        kernel.pack = test.pack('%x' % kernel.version, [kernel])
    ask_all(test, kernels, systems)
    print_table(test, 'members', 0)
    print_table(test, 'structures', 2)
    print('%d kernels, of %d builds' % (len(kernels), len({k.build for k in kernels})))
    for line in test.wrong[:20]:
        print(line)
    sys.exit(1 if test.wrong else 0)


main()
