#!/usr/bin/env python3
"""Generated printers against `strata decode`.

print.py records GENERATED             writes records.h for print.c: all printers below that directory
print.py compare STRATA GENERATED SPECS EVENTS TARGETS PROGRAM...
                                       what decode prints for every record, architecture and layout, in each form, and
                                       for every release (TARGETS is `releases`), and for the events of that file
                                       (''), is to be what each program prints, byte for byte. TARGETS is `layouts`
                                       where a process takes long: no releases, and the rarer forms in turn;
                                       and `records` under sanitizers: one layout of each record
print.py meaning STRATA SPECS          what decode makes of times, text and floats, against what Python makes of them
"""
import datetime
import decimal
import json
import os
import random
import re
import shlex
import struct
import subprocess
import sys

# Forms of print.c, and what makes decode print the same. Of "indented" only the values are the same.
FORMS = {
    'text': [],
    'json': ['--format', 'json'],
    'indented': ['--format', 'json'],
    'wide': ['--types', '--all', '--absent'],
    'flat': ['--types', '--depth', '0', '--absent'],
    'json-flat': ['--format', 'json', '--depth', '1', '--absent'],
}

OTHER_FORMS = list(FORMS)[3:]


class Record:
    """A record as its header has it: `ranges` are (target, index of the layout, or None), `sizes` (least, size)."""

    def __init__(self, name, title, header, trees):
        self.name, self.title = name, title
        layouts = self.find_rows('LAYOUT_TABLE', header)
        self.sizes = [(int(least, 16), int(size, 16))
                      for least, size in re.findall(r'STRATA_LAYOUT\(\w+, \d+, (0x\w+), (0x\w+)\)', layouts)]
        answers = [[int(found, 16) & 0xFFFF if found.startswith('0x') else 0xFFFF
                    for found in re.findall(r'\b(?:0x|STRATA_FOUND_)\w+', row)] or [0xFFFF, 0xFFFF]
                   for row in self.find_rows('ANSWERS', header).split('\n')]
        answers = [[layout if layout < 0xFFFD else None for layout in pair] for pair in answers]
        numbers = [0] * len(trees[self.tree(header)])
        for digits, weight in ('NUMBERS', 1), ('MORE', 78):
            parts = re.findall(r'(?:STRATA_(\d+)\()?"(.*?)"', self.find_rows(digits, header))
            text = ''.join(text * int(times or 1) for times, text in parts).encode().decode('unicode_escape')
            numbers = [number + (ord(digit) - ord('0')) * weight for number, digit in zip(numbers, text)] or numbers
        self.ranges = []
        for target, number in zip(trees[self.tree(header)], numbers):
            for after, layout in enumerate(answers[number]):
                if target and (not self.ranges or self.ranges[-1][1] != layout or
                               self.ranges[-1][0] >> 56 != target >> 56):
                    self.ranges = [r for r in self.ranges if r[0] != target + after] + [(target + after, layout)]

    def tree(self, header):
        """The name of its tree."""
        return re.search(r'TABLE_OF\(strata_%s, (\w+),' % self.name, header).group(1)

    def find_rows(self, table, header):
        """The rows of one of its tables; an empty text if it has none."""
        found = re.search(r'STRATA_%s\(strata_%s(?:, \d+)?\) = \{\n(.*?)\n\};' % (table, self.name), header, re.S)
        return found.group(1) if found else ''

    def find_layout(self, target):
        """The index of its layout for a target, or None."""
        found = [r for r in self.ranges if r[0] <= target and r[0] >> 56 == target >> 56]
        return found[-1][1] if found else None


def read_trees(header):
    """Reads the trees of a header: the targets of their points, by name. The first point has none: it is 0."""
    trees = {}
    for name, rows in re.findall(r'(\w+)_segments\[\] = \{\n(.*?)\n\};', header, re.S):
        points = re.search(r'%s_points\[\d+\] = \{\n(.*?)\n\};' % name, header, re.S).group(1)
        points = [int(point, 16) for point in re.findall(r'\b0x\w+', points)]
        firsts = [(int(version, 16), int(first)) for version, first in re.findall(r'\{ (0x\w+), (\d+) \}', rows)]
        trees[name] = [0] + [version << 32 | point for (version, first), (_, end) in zip(firsts, firsts[1:])
                             for point in points[first - 1:end - 1]]
    return trees


def read_headers(directory):
    """Reads the printers below a directory: paths, records, values of enums, names of arches by number, versions."""
    paths, records, values, arches, versions, trees = [], [], {0, 1}, {}, set(), {}
    for folder, _, names in sorted(os.walk(directory)):
        for name in names:
            with open(os.path.join(folder, name)) as file:
                trees.update(read_trees(file.read()))
    for folder, _, names in sorted(os.walk(directory)):
        for name in sorted(names):
            with open(os.path.join(folder, name)) as file:
                text = file.read()
            arches.update((int(number), arch.lower()) for arch, number in
                          re.findall(r'#define STRATA_ARCH_(\w+) (\d+)u', text))
            for parts in re.findall(r'#define STRATA_VERSION_\w+ STRATA_VERSION\((.*)\)', text):
                major, minor, build, revision = (int(part) for part in parts.split(', '))
                versions.add(major << 48 | minor << 32 | build << 16 | revision)
            if not name.endswith('_print.h'):
                continue
            paths.append(os.path.relpath(os.path.join(folder, name), directory))
            with open(os.path.join(folder, name.replace('_print.h', '.h'))) as file:
                header = file.read()
            records += [Record(c_name, title, header, trees) for c_name, title in
                        re.findall(r'STRATA_PRINT_TABLE_OF\(strata_(\w+), "(.*?)",', text)]
            values.update(int(value, 16)
                          for value in re.findall(r'^    (?:\{ \{ |STRATA_PRINT_SINCE\()(0x\w+), 0x', text, re.M))
    return paths, records, sorted(values), arches, sorted(versions)


def write_records(directory):
    paths, records = read_headers(directory)[:2]
    for path in paths:
        print('#include "%s"' % path)
    print('#define RECORDS(X) ' + ' '.join('X(%s)' % record.name for record in records))


def make_bytes(random_source, values, least, size):
    """Bytes of several kinds and lengths, never none at all: decode passes over empty lines."""
    def random_bytes(count):
        return bytes(random_source.randrange(256) for _ in range(count))

    def known_values(count):
        found = b''
        while len(found) < count:
            width = random_source.choice((1, 2, 4, 8))
            found += (random_source.choice(values) & (1 << 8 * width) - 1).to_bytes(width, 'little')
        return found[:count]

    size = max(size, 1)
    sparse = bytes(random_source.choice((0, 0, 0, 1, 2, 0x80)) for _ in range(size))
    return [bytes(size), b'\xff' * size, random_bytes(size), known_values(size), known_values(size), sparse,
            random_bytes(max(least - 1, 1)), random_bytes(max(size // 2, 1)), known_values(size + 13)]


def find_targets(record, arches, versions):
    """The first target of every layout on every arch, and of every release; whether it is the former."""
    targets = {target for target, _ in record.ranges} | {arch << 56 | v for arch in arches for v in versions}
    seen = set()
    for target in sorted(targets):
        layout = record.find_layout(target)
        marks = {(target >> 56, layout), target >> 32}
        if layout is not None and not marks <= seen:
            yield target, layout, (target >> 56, layout) not in seen
            seen |= marks


def spell_target(target, arches):
    parts = [target >> shift & 0xFFFF for shift in (32, 16, 0)]
    return '%d.%d.%d.%d/%s' % (target >> 48 & 0xFF, *parts, arches[target >> 56])


def run(command, text):
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def strip_text(answer):
    """A structure as decode prints it, less the lines that say what it is and what is disputed, and what lies behind its
    end."""
    answer = answer.split('\n', 1)[1]
    if answer.startswith('   disputed: '):
        answer = answer.split('\n', 1)[1]
    return answer.split('\nrest\n')[0] + '\n' if '\nrest\n' in answer else answer


def strip_json(answer, title):
    begin = '"data":{"struct":"%s","value":' % title
    value = answer[answer.index(begin) + len(begin):]
    end = value.rindex('},"rest":"') if json.loads(answer).get('rest') else len(value) - 2
    return value[:end]


def is_json(form):
    return 'json' in FORMS[form]


def decode(strata, specs, record, at, form, lines):
    """Returns the output of decode for each of these bytes."""
    status, out, error = run([strata, 'decode', specs, '--struct', record.title, '--at', at, '--input', 'lines',
                              *FORMS[form], '-'],
                             ''.join(line.hex() + '\n' for line in lines))
    if status > 1:
        sys.exit('%s --at %s: %s' % (record.title, at, error))
    if is_json(form):
        answers = [strip_json(answer, record.title) for answer in out.split('\n')[:-1]]
    else:
        answers = [strip_text(answer.rstrip('\n') + '\n') for answer in out.split('\n\n')]
    if len(answers) != len(lines):
        sys.exit('%s --at %s: %d answers for %d lines' % (record.title, at, len(answers), len(lines)))
    return answers


class Cases:
    """Questions for a program, and the right answers."""

    def __init__(self):
        self.questions, self.answers, self.names, self.forms = [], [], [], []

    def add(self, name, record, target, form, data, answer, status):
        self.questions.append('%s %x %s %s\n' % (record.title, target, form, data.hex()))
        self.answers.append('%s%s%s\n' % (answer, '\n' if is_json(form) else '', status))
        self.names.append(name)
        self.forms.append(form)


def add_records(cases, strata, specs, records, values, arches, versions, targets):
    random_source = random.Random(1)
    turn, seen = 0, set()
    for record in records:
        for target, layout, is_new in find_targets(record, arches, versions):
            forms = ['text', 'json', 'indented', *OTHER_FORMS] if is_new else ['text', 'json']
            if targets != 'releases':
                if not is_new or (targets == 'records' and record.title in seen):
                    continue
                seen.add(record.title)
                forms[3:] = [OTHER_FORMS[turn % len(OTHER_FORMS)]]
                turn += 1
            least, size = record.sizes[layout]
            lines = make_bytes(random_source, values, least, size)
            at = spell_target(target, arches)
            answers = {}
            for form in forms:
                # All bytes in the forms of most users, some of each layout in the others.
                asked = lines if form in ('text', 'json') else lines[2:3] + lines[6:7]
                same = answers.setdefault(tuple(FORMS[form]), {})
                if not same:
                    same.update(zip(asked, decode(strata, specs, record, at, form, asked)))
                for data in asked:
                    status = 'OK' if len(data) >= least else 'TOO_SHORT'
                    cases.add('%s %s %s' % (record.title, at, form), record, target, form, data, same[data], status)


def add_events(cases, strata, specs, records, arches, path):
    """Header and data of each event, from decode's JSON and its text."""
    by_title = {record.title: record for record in records}
    numbers = {name: number for number, name in arches.items()}
    texts = run([strata, 'decode', specs, '--event', path], '')[1].split('\n\n')
    events = run([strata, 'decode', specs, '--event', path, '--format', 'json'], '')[1].splitlines()
    with open(path) as file:
        lines = [bytes.fromhex(line) for line in file if not line.startswith('#')]
    if not len(texts) == len(events) == len(lines) or not lines:
        sys.exit('%s: %d lines, but %d events' % (path, len(lines), len(events)))
    for text, event, line in zip(texts, events, lines):
        parsed = json.loads(event)
        arch = numbers[parsed['target']['arch']]
        sections = re.split(r'\n(?=\S)', text.rstrip('\n'))[1:]
        for part, section in zip(('header', 'data'), sections):
            record = by_title[parsed[part]['struct']]
            target = [t for t, _ in record.ranges if t >> 56 == arch][-1]
            least, size = record.sizes[record.find_layout(target)]
            data = line[:least] if part == 'header' else line[-size:]
            value = re.search('"%s":{"struct":"%s","value":(.*)' % (part, record.title), event).group(1)
            length = json.JSONDecoder().raw_decode(value)[1]
            for form, answer in (('text', section + '\n'), ('json', value[:length])):
                cases.add('event %s %s' % (parsed['event'], part), record, target, form, data, answer, 'OK')


def parse_lines(answer):
    """Returns the values of an answer in JSON, with keys in their order, and the status after them."""
    value, status = answer.rsplit('\n', 2)[:2]
    return json.loads(value, object_pairs_hook=list), status


def compare(strata, generated, specs, events, targets, programs):
    _, records, values, arches, versions = read_headers(generated)
    cases = Cases()
    add_records(cases, strata, specs, records, values, arches, versions, targets)
    if events:
        add_events(cases, strata, specs, records, arches, events)
    passed = failed = 0
    for program in programs:
        status, out, error = run(shlex.split(program), ''.join(cases.questions))
        answers = out.split('end\n')
        if status or answers.pop() or len(answers) != len(cases.answers):
            print('FAIL %s: exit status %d\n%s' % (program, status, error))
            failed += 1
            continue
        for name, form, wanted, got, question in zip(cases.names, cases.forms, cases.answers, answers,
                                                     cases.questions):
            if wanted == got or (form == 'indented' and parse_lines(wanted) == parse_lines(got)):
                passed += 1
                continue
            failed += 1
            if failed <= 3:
                print('FAIL print: %s: not what decode prints\n%s--- decode\n%s--- %s\n%s' %
                      (name, question, wanted, program, got))
    print('%d %d' % (passed, failed))
    return failed


def spell_time(ticks):
    """The text of a time; Python knows only the years 1 to 9999, but the calendar repeats itself every 400 years."""
    cycles, rest = divmod(ticks, 146097 * 864000000000)
    seconds, fraction = divmod(rest, 10000000)
    time = datetime.datetime(1601, 1, 1) + datetime.timedelta(seconds=seconds)
    year = time.year + 400 * cycles
    spelled = '%04d' % year if 0 <= year <= 9999 else '%+07d' % year
    return spelled + time.strftime('-%m-%dT%H:%M:%S.') + '%07dZ' % fraction


def spell_utf16(units):
    text = units.decode('utf-16-le', 'surrogatepass').split('\0')[0]
    return re.sub('[\ud800-\udfff]', '\ufffd', text)


def check_meaning(strata, specs):
    random_source = random.Random(2)
    years = [(datetime.datetime(year, month, day) - datetime.datetime(1601, 1, 1)).days * 864000000000
             for year in (1601, 1700, 1896, 1900, 1999, 2000, 2001, 2004, 2100, 9999)
             for month, day in ((1, 1), (2, 28), (3, 1), (12, 31))]
    times = [ticks + near for ticks in years + [0, 1 << 63, -1 << 63] for near in (-1, 0, 1)]
    times += [random_source.getrandbits(64) >> random_source.randrange(64) for _ in range(2000)]
    units = (0, 0x22, 0x5C, 0x41, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE9, 0x85, 0x202E, 0xFEFF, 0xFFFF)
    lines, wanted = [], []
    for ticks in times:
        bits = (ticks & 2 ** 64 - 1).to_bytes(8, 'little')
        unsigned, signed = (int.from_bytes(bits, 'little', signed=signed) for signed in (False, True))
        name = b''.join(random_source.choice(units).to_bytes(2, 'little') for _ in range(8))
        image = bytes(random_source.choice((0x41, 0x5C, 0x1F, 0x80, 0xFF, 0)) for _ in range(8))
        lines.append((bits * 4 + name + image + bytes(8)).hex())
        wanted.append({'Time': spell_time(unsigned), 'Stamp': unsigned if unsigned < 1 << 53 else '0x%016x' % unsigned,
                       'Times': [spell_time(signed)] * 2, 'Name': spell_utf16(name),
                       'Image': image.decode('latin-1').split('\0')[0], 'Units': [0] * 4})
    status, out, error = run([strata, 'decode', specs, '--struct', 'SHOWN', '--at', '1.0/x64', '--format', 'json', '-'],
                             '\n'.join(lines))
    got = [json.loads(line)['data']['value'] for line in out.split('\n')[:-1]]
    wrong = [(line, a, b) for line, a, b in zip(lines, wanted, got) if a != b]
    if status or len(got) != len(wanted):
        print('FAIL print: meaning: exit status %d, %d answers for %d lines\n%s' % (status, len(got), len(wanted), error))
        return len(wanted)
    for line, a, b in wrong[:3]:
        print('FAIL print: meaning of %s:\n%s\n--- decode\n%s' % (line, a, b))
    passed, failed = check_floats(strata, specs)
    print('%d %d' % (len(wanted) - len(wrong) + passed, len(wrong) + failed))
    return len(wrong) + failed


def make_floats(random_source, fraction_bits, exponent_most):
    """Bits of floats: any, powers of two and their neighbours, subnormal ones, decimal ones."""
    form = '<f' if fraction_bits == 23 else '<d'
    most = 38 if fraction_bits == 23 else 308
    for _ in range(1500):
        exponent = random_source.randrange(exponent_most)
        number = random_source.randrange(1, 10 ** random_source.randrange(1, 18))
        decimal_text = '%de%d' % (number, random_source.randrange(-most, most + 1) - len(str(number)))
        yield random_source.getrandbits(fraction_bits + exponent_most.bit_length()) % (exponent_most << fraction_bits)
        yield (exponent << fraction_bits) + random_source.choice((0, 1, 2, (1 << fraction_bits) - 1))
        yield random_source.getrandbits(random_source.randrange(1, fraction_bits))
        yield int.from_bytes(struct.pack(form, float(decimal_text)), 'little')


def is_shortest_single(text, bits):
    """True if a reader gets the float back from the text, but from no number of fewer digits beside it."""
    number = decimal.Decimal(text)
    if struct.pack('<f', float(text)) != struct.pack('<I', bits):
        return False
    digits = len(number.normalize().as_tuple().digits)
    exact = decimal.Decimal(struct.unpack('<f', struct.pack('<I', bits))[0])
    for rounding in (decimal.ROUND_DOWN, decimal.ROUND_UP) if digits > 1 else ():
        shorter = decimal.Context(prec=digits - 1, rounding=rounding).plus(exact)
        if abs(shorter) < 3e38 and struct.pack('<f', float(shorter)) == struct.pack('<I', bits):
            return False
    return True


def check_floats(strata, specs):
    """Doubles are what Python writes for them. Of singles, which Python does not have, the text must be the shortest."""
    random_source = random.Random(3)
    doubles, singles = list(make_floats(random_source, 52, 0x7FF)), list(make_floats(random_source, 23, 0xFF))
    pairs = [(d | random_source.getrandbits(1) << 63, s | random_source.getrandbits(1) << 31)
             for d, s in zip(doubles, singles)]
    pairs += [(0x7FF << 52, 0xFF << 23), (0xFFF << 52, 0x1FF << 23), (0x7FF8 << 48, 0x7FC << 20), (0, 0), (1, 1)]
    lines = '\n'.join(struct.pack('<QI', *pair).hex() for pair in pairs)
    texts = re.findall(r'Double +: (.*)\n.*Single +: (.*)\n',
                       run([strata, 'decode', specs, '--struct', 'FLOATS', '--at', '1.0/x86', '--input', 'lines', '-'], lines)[1])
    answers = run([strata, 'decode', specs, '--struct', 'FLOATS', '--at', '1.0/x86', '--input', 'lines', '--format', 'json', '-'], lines)[1]
    values = [json.loads(line, parse_float=str)['data']['value'] for line in answers.splitlines()]
    passed = failed = 0
    if not len(texts) == len(values) == len(pairs):
        print('FAIL print: floats: %d texts, %d values for %d lines' % (len(texts), len(values), len(pairs)))
        return 0, len(pairs)
    for (double, single), text, value in zip(pairs, texts, values):
        numbers = struct.unpack('<df', struct.pack('<QI', double, single))
        is_finite = [number - number == 0 for number in numbers]
        wanted = [repr(numbers[0]), text[1] if is_finite[1] else repr(numbers[1])]
        json_wanted = [spelled if finite else None for spelled, finite in zip(wanted, is_finite)]
        if list(text) == wanted and [value['Double'], value['Single']] == json_wanted and (
                not is_finite[1] or is_shortest_single(text[1], single)):
            passed += 1
            continue
        failed += 1
        if failed <= 3:
            print('FAIL print: floats %016x and %08x: %s, in JSON %s' % (double, single, text, value))
    return passed, failed


if __name__ == '__main__':
    if sys.argv[1] == 'meaning':
        sys.exit(1 if check_meaning(*sys.argv[2:]) else 0)
    if sys.argv[1] == 'records':
        write_records(sys.argv[2])
    else:
        sys.exit(1 if compare(*sys.argv[2:7], sys.argv[7:]) else 0)
