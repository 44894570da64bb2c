#!/usr/bin/env python3
"""Random specs: all commands, and each output compared with the others.

    outputs.py STRATA SCRATCH SEED COUNT [--compilers N | --quick] [--keep]

Makes COUNT specs that share one base (grammar.py), and runs each command over them: none may end by a signal, by a
status above 2, or not at all. `strata dump` is what the other outputs are compared with: headers and bundle, compiled by
N of COMPILERS, which take turns by SEED, and strata_pack.h, by outputs.c; the pack, by its description; headers of
`export c`, by pahole; what `render` writes for Python, Rust and C#; `show`, `list`, `diff` and `decode` at some versions.
The formatted specs have the same dump, a printed table gives the same spec in each format, and a symbol file the same
layouts. With --quick the fastest compiler takes headers and bundle, and a stricter one every fourth bundle.

`dump`, `list`, `render` and `table` follow the ranges of the specs. `show --at`, `decode`, `diff`, `export c`, headers
and packs take for a version that nobody looked at the layout of a neighbour: tests/pack/reader.py says which, and they
are compared with the layout that it says.

Prints each difference; the last line is "N compared, N differ".
"""
import contextlib
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [HERE] + [os.path.join(TESTS, name) for name in ('runtime', 'pack', 'render', 'dump')]
import check as rendered
import grammar
import layouts as dumped
import make_roundtrip
import reader
sys.path.insert(0, os.path.join(TESTS, 'export'))


def module(name, directory):
    """A module of tests that has the name of another one."""
    import importlib.util
    spec = importlib.util.spec_from_file_location('%s_%s' % (directory, name), os.path.join(TESTS, directory, name + '.py'))
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


export = module('compare', 'export')
packed = module('compare', 'pack')

# Without optimisation functions of the headers are called, as $unoptimised of try.sh has it.
CALLED = '-O0 -Dalways_inline=unused'
# Command, emulator: a kernel of 64 bits need not run programs of 32. The first two are the fastest. The FPU of i686
# changes signalling NaNs when it loads them: SSE does not. Functions return floats in the FPU, so none is called there.
COMPILERS = (('tcc', ''), ('clang -std=c99 ' + CALLED, ''), ('gcc -std=c99 ' + CALLED, ''),
             ('s390x-linux-gnu-gcc -std=c99 -static ' + CALLED, 'qemu-s390x'), ('g++ -std=c++11 -xc++ ' + CALLED, ''),
             ('i686-linux-gnu-gcc -std=c99 -static -msse2 -mfpmath=sse -O0', 'qemu-i386'),
             ('clang++ -std=c++11 -xc++ ' + CALLED, ''), ('gcc -std=c11 -O2', ''))
SECONDS = 120
WARNINGS = '-Wall -Wextra -Wno-unused -Wno-psabi -Werror'.split()
DIFFERENCES_MOST = 20


def text_of(version):
    return '.'.join(str(version >> shift & 0xFFFF) for shift in (48, 32, 16, 0))


class Batch:
    def __init__(self, strata, scratch, seed):
        self.strata, self.scratch, self.seed = strata, scratch, seed
        self.random = random.Random(seed)
        self.compared = 0
        self.differences = []

    # ---- Comparing

    def same(self, where, expected, actual):
        self.compared += 1
        if expected != actual:
            self.differences.append('%s: %.1000s, not %.1000s' % (where, actual, expected))

    def path(self, name):
        return os.path.join(self.scratch, name)

    def read(self, name):
        with open(self.path(name), encoding='utf-8') as file:
            return file.read()

    # ---- Running

    def run(self, *command, statuses=(0,)):
        """Runs a command of strata; its output. A status that the command must not have is a difference."""
        name = ' '.join(command)
        try:
            run = subprocess.run([self.strata, *command], capture_output=True, cwd=self.scratch, timeout=SECONDS,
                                 stdin=subprocess.DEVNULL, check=False)
        except subprocess.TimeoutExpired:
            self.same(name, 'an end', 'no end')
            return ''
        self.compared += 1
        self.said = run.stderr.decode('utf-8', 'replace')
        if run.returncode not in statuses:
            self.differences.append('%.300s: status %d\n%.2000s' % (name, run.returncode, self.said))
        return run.stdout.decode('utf-8')

    def json(self, *command, statuses=(0,)):
        text = self.run(*command, statuses=statuses)
        try:
            return json.loads(text)
        except ValueError as error:
            self.same(' '.join(command), 'JSON', '%s: %.200s' % (error, text))
            return {}

    # ---- The commands, one after the other

    def make(self, count):
        shutil.rmtree(self.scratch, ignore_errors=True)
        grammar.write_specs(self.seed, count, self.path('specs'))

    def check(self):
        self.run('check', 'specs', statuses=(0, 1))
        codes = sorted(set(re.findall(r'\[([a-z-]+)\]$', self.said, re.M)))
        self.run('explain', *codes)
        # All that can be reported, as JSON and with the fixes.
        found = self.run('check', '-W', 'all', '--format', 'json', 'specs', statuses=(0, 1))
        for line in found.splitlines():
            json.loads(line)
        self.json('check', '--format', 'sarif', 'specs', statuses=(0, 1))
        self.run('check', '--suggest', 'specs', statuses=(0, 1))

    def fmt(self):
        """The canonical form is the canonical form of itself, and means the same."""
        shutil.copytree(self.path('specs'), self.path('formatted/specs'))
        self.run('fmt', 'formatted/specs')
        self.run('fmt', '--check', 'formatted/specs')
        self.dump_text = self.run('dump', 'specs')
        self.same('the dump of the formatted specs', True, self.run('dump', 'formatted/specs') == self.dump_text)

    def pack(self):
        self.dump = json.loads(self.dump_text)
        self.run('pack', 'specs', '-o', 'specs.strpack')
        self.run('pack', 'specs', '-o', 'specs.strpack', '--check')
        with open(self.path('specs.strpack'), 'rb') as file:
            pack = reader.Pack(file.read())
        comparison = packed.Comparison(pack, self.dump, ())
        comparison.run()
        self.compared += comparison.compared
        self.differences += comparison.differences
        self.model = make_roundtrip.PackModel(self.dump, pack)

    def headers(self, compilers):
        """Two compilers: one has the headers, the other one the bundle."""
        self.run('gen', '--names', 'specs', '-o', 'headers')
        self.run('gen', '--names', 'specs', '-o', 'headers', '--check')
        self.run('bundle', '--names', 'specs', '-o', 'bundle/bundle.h', '--with', 'print,assert,reader,identity')
        headers = sorted(name for name in os.listdir(self.path('headers')) if not name.endswith('_print.h'))
        for name, included in (('headers', headers), ('bundle', ['bundle.h'])):
            with open(self.path(name + '/tables.h'), 'w', encoding='utf-8') as file:
                file.write(make_roundtrip.Writer(self.model).program(included))
        for i, (command, emulator) in enumerate(compilers):
            self.compile(command.split(), emulator, ('headers', 'bundle')[i % 2])

    def compile(self, command, emulator, name):
        what = '%s by %s' % (name, ' '.join(command))
        warnings = [] if command[0] == 'tcc' else WARNINGS
        told = subprocess.run([*command, *warnings, '-I' + name, '-I' + TESTS + '/../runtime', '-I' + TESTS + '/runtime',
                               '-I' + TESTS + '/pack', *(['-DWITHOUT_PACK'] if name == 'bundle' else []), HERE + '/outputs.c', '-o', 'program'],
                              cwd=self.scratch, capture_output=True, text=True, check=False)
        self.same(what, (0, ''), (told.returncode, told.stderr))
        if told.returncode:
            return
        ran = subprocess.run([*emulator.split(), './program', 'specs.strpack'], cwd=self.scratch, capture_output=True,
                             text=True, timeout=10 * SECONDS, check=False)
        counts = re.fullmatch(r'(\d+) checks, (\d+) failed', ran.stdout.rstrip('\n').rpartition('\n')[2])
        self.compared += int(counts[1]) if counts else 0
        self.same(what, (0, '0'), (ran.returncode, counts and counts[2] and (counts[2] if counts[2] == '0' else ran.stdout)))

    def render(self):
        files = {'ctypes': 'rendered.py', 'rust': 'rendered.rs', 'csharp': 'rendered.cs'}
        for template, out in files.items():
            self.run('render', 'specs', '--template', template + '.mustache', '-o', out)
        with open(self.path('list'), 'w', encoding='utf-8') as file:
            file.write(self.run('render', 'specs', '--template', TESTS + '/render/list.mustache'))
        with open(self.path('dump.json'), 'w', encoding='utf-8') as file:
            file.write(self.dump_text)
        checks = [('context', [])] + [(name, [self.path(out)]) for name, out in files.items()]
        for name, arguments in checks:
            said = io.StringIO()
            before = rendered.compared
            with contextlib.redirect_stdout(said):
                rendered.CHECKS[name](self.path('dump.json'), self.path('list'), *arguments)
            self.compared += rendered.compared - before
            self.differences += ['render, %s: %s' % (name, line) for line in said.getvalue().splitlines()]

    def tables(self):
        for form in ('text', 'md', 'html'):
            self.run('table', 'specs', '--format', form)
        self.run('table', 'specs', '--as-documented')
        os.mkdir(self.path('again'))
        names = [s['name'] for s in self.dump['structs'] if re.fullmatch(r'S\d+_\d', s['name'])]
        for name in self.random.sample(names, min(2, len(names))):
            self.table(name)

    def table(self, name):
        """The table of a structure says the same in each format, and all offsets of the structure. The importer reads
        the tables of people, who write no builds and no reserved words: it says what it cannot read."""
        found = []
        for form, suffix in (('text', 'txt'), ('md', 'md'), ('html', 'html')):
            page = self.run('table', 'specs', '--struct', name, '--format', form)
            if '/* unaccounted' in page:
                return  # in an aggregate, the importer keeps it as a comment, and loses offsets behind it
            if re.search(r'\d+\.\d+\.\d+', page):
                return  # a revision that the base does not attest ends at the next point, so that rows share versions
            with open(self.path('page.' + suffix), 'w', encoding='utf-8') as file:
                file.write(page)
            self.run('import', 'table', '--struct', name, '--use', 'specs/used.strata', 'page.' + suffix, '-o',
                     'again/again.strata', statuses=(0, 1))
            is_whole = not self.said
            text = self.run('dump', '--no-all', '-I', 'specs', 'again/again.strata', statuses=(0, 1) if not is_whole else (0,))
            if not is_whole or not text:
                return
            layouts = next((s['layouts'] for s in json.loads(text)['structs'] if s['name'] == name), [])
            found.append([(layout['arch'], layout['from'], layout['to'], layout['size'],
                           list(dumped.members(layout['members']))) for layout in layouts])
        for layouts in found[1:]:
            self.same('the table of %s, imported' % name, found[0], layouts)

    def others(self):
        self.run('list', 'specs')
        self.json('list', 'specs', '--format', 'json')
        self.json('coverage', 'specs', '--format', 'json')
        for form in ('text', 'md', 'html'):
            self.run('show', 'specs', '--struct', '*', '--format', form)
            self.run('coverage', 'specs', '--all', '--format', form)
        self.run('site', 'specs', '-o', 'site')
        self.run('site', 'specs', '-o', 'site', '--check')
        self.same('data in the site', True, os.path.exists(self.path('site/index.html')))

    # ---- Outputs at one version

    def targets(self, count):
        """Random (arch, version): versions at which something begins or ends, and others."""
        edges = {v for layouts in self.model.records.values() for l in layouts for v in (l.first, l.end) if v}
        edges.update(t & (1 << 56) - 1 for t in {t for r in self.model.pack.all for t in r.seen})
        edges = sorted(edges)
        for _ in range(count):
            arch = self.random.choice(self.dump['arches'])
            inside = [v for v in edges if any(self.model.axis.number(r['begin']) <= v and (
                r['end'] is None or v + 7 < self.model.axis.number(r['end'])) for r in arch['versions'])]
            arch, version = arch['name'], self.random.choice(inside or edges)
            # Neither 0 nor 0xFFFF as a revision: a build without one is asked for in another way.
            yield arch, version if version & 0xFFFF else version + 7

    def at(self, arch, version):
        at = '%s/%s' % (text_of(version), arch)
        taken = {name: self.model.taken(name, arch, version) for name in self.model.records}
        taken = {name: layout for name, layout in taken.items() if layout}
        if not taken:
            return
        self.show(at, taken)
        self.decode(at, taken)
        self.export(at, taken)
        self.symbols(at)
        self.run('coverage', 'specs', '--at', at)
        self.run('render', 'specs', '--template', 'rust.mustache', '--at', at)

    def members(self, layout):
        """Named members with a known place: {name: (offset, the dump's member)}."""
        return {e.name: e for e in layout.entries if e.is_known}

    def show(self, at, taken):
        text = self.run('show', 'specs', '--struct', ','.join(taken), '--at', at)
        found = {}
        for line in text.splitlines():
            head = re.match(r'(?:struct|union) ([\w.]+)(?:,|$)', line)
            row = re.match(r'\s+\+0x([0-9A-F]+)\s+(\w+)\s+:', line)
            if head:
                held = found.setdefault(head[1], set())
                size = re.search(r'0x([0-9A-F]+) bytes', line)
                if head[1] in taken:
                    layout = taken[head[1]]
                    self.same('show of %s at %s, size' % (head[1], at), layout.size if layout.is_sized else None,
                              int(size[1], 16) if size else None)
            elif row:
                held.add((row[2], int(row[1], 16)))
        for name, layout in taken.items():
            for member, entry in self.members(layout).items():
                self.same('show of %s.%s at %s' % (name, member, at), True, (member, entry.offset) in found.get(name, ()))

    def decode(self, at, taken):
        """Numbers of random bytes: those that the dump's places give."""
        for name, layout in self.random.sample(sorted(taken.items()), min(6, len(taken))):
            size = min(layout.size, 0x2000)
            if size < layout.least or not size:
                continue
            data = self.random.randbytes(size)
            told = self.json('decode', 'specs', '--struct', name, '--at', at, '--format', 'json', '--hex', data.hex())
            values = told.get('data', {}).get('value')
            for member, entry in self.members(layout).items():
                value = rendered.scalars(values.get(member)) if isinstance(values, dict) else None
                if entry.kind != 'SCALAR' or not isinstance(value, int) or entry.offset + entry.size > size:
                    continue
                bits = int.from_bytes(data[entry.offset:entry.offset + entry.size], 'little') >> entry.bit
                bits &= (1 << entry.bits) - 1
                if isinstance(value, bool):
                    bits, value = bool(bits), bool(value)
                if entry.is_signed and bits >> entry.bits - 1:
                    bits -= 1 << entry.bits
                self.same('decode of %s.%s at %s' % (name, member, at), bits, int(value))

    def export(self, at, taken):
        self.run('export', 'c', 'specs', '--at', at, '-o', 'header.h')
        told = subprocess.run(['gcc', *export.WARNINGS, '-g', '-fno-eliminate-unused-debug-types',
                               '-m%d' % (8 * next(a['pointer'] for a in self.dump['arches'] if a['name'] == at.split('/')[1])),
                               '-x', 'c', '-c', 'header.h', '-o', 'header.o'],
                              cwd=self.scratch, capture_output=True, text=True, check=False)
        self.same('export c at ' + at, (0, ''), (told.returncode, told.stderr))
        if told.returncode:
            return
        omitted = export.omissions(self.read('header.h'))
        pahole = subprocess.run(['pahole', 'header.o'], cwd=self.scratch, capture_output=True, text=True, check=False).stdout
        found = export.described(pahole)
        for name, layout in taken.items():
            tag = export.c_name(name)
            if tag in found:
                why = export.difference(name, layout.data, found[tag], dict(omitted.get(tag, {})))
                self.same('export c at ' + at, None, why)

    def symbols(self, at):
        text = self.run('dump', 'specs', '--format', 'isf', '--at', at)
        with open(self.path('symbols.json'), 'w', encoding='utf-8') as file:
            file.write(text)
        self.run('import', 'isf', '--version', at.split('/')[0], '--use', 'specs/base.strata', 'symbols.json', statuses=(0, 1, 2))

    def diff(self, old, new):
        """What a diff says of its two sides is what their layouts say."""
        sides = ['%s/%s' % (text_of(version), arch) for arch, version in (old, new)]
        told = self.json('diff', 'specs', '--from', sides[0], '--to', sides[1], '--format', 'json', statuses=(0, 1))
        for form in ('text', 'html'):
            self.run('diff', 'specs', '--from', sides[0], '--to', sides[1], '--format', form, statuses=(0, 1))
        for struct in told.get('structs', ()):
            for key, (arch, version) in (('old', old), ('new', new)):
                layout = self.model.taken(struct['name'], arch, version)
                side = struct[key]
                self.same('diff of %s' % struct['name'], layout is None, 'absent' in side)
                if not layout or 'absent' in side:
                    continue
                self.same('diff of %s, size' % struct['name'], layout.size if layout.is_sized else None, side['size'])
                places = self.members(layout)
                for member in struct['members']:
                    if member[key] and member['name'] in places:
                        self.same('diff of %s.%s' % (struct['name'], member['name']), places[member['name']].offset,
                                  member[key]['offset'])


def main():
    options = [argument for argument in sys.argv[5:] if argument.startswith('--')]
    strata, scratch, seed, count = sys.argv[1:5]
    turn = int(seed) % len(COMPILERS)
    count_of = int(sys.argv[sys.argv.index('--compilers') + 1]) if '--compilers' in options else 2
    compilers = (COMPILERS + COMPILERS)[turn:turn + count_of]
    if '--quick' in options:
        compilers = COMPILERS[0], COMPILERS[int(seed) % 4 == 0]
    batch = Batch(os.path.abspath(strata), os.path.abspath(scratch), int(seed))
    batch.make(int(count))
    batch.check()
    batch.fmt()
    if not batch.differences:
        batch.pack()
        batch.headers(compilers)
        batch.render()
        batch.tables()
        batch.others()
        targets = list(batch.targets(2))
        for arch, version in targets:
            batch.at(arch, version)
        batch.diff(*targets)
    for difference in batch.differences[:DIFFERENCES_MOST]:
        print(difference)
    print('%d compared, %d differ' % (batch.compared, len(batch.differences)))
    if not batch.differences and '--keep' not in options:
        shutil.rmtree(batch.scratch)
    sys.exit(bool(batch.differences))


if __name__ == '__main__':
    main()
