"""Compares what the comments of generated headers say of offsets with the layouts that `strata dump` has.

offsets.py STRATA DIRECTORY SPECS...: writes headers into the directory. Prints what differs, then the number of
members.
"""
import json
import os
import re
import subprocess
import sys

MEMBER = re.compile(r'^/\* ((?:(?!\*/).)*?) \*/\n#define STRATA_\w+?_M_(\w+) ', re.S | re.M)
SECTION = re.compile(r'^/\* ---- (.*?)(?:: .*?)? ---- \*/$', re.S | re.M)
PLACE = r'(?:0x[0-9A-F]+|\?)(?: bit \d+)?(?: \([^)]*\))?'


class Axis:
    """Begins and ends of versions by name, as tuples of four numbers."""

    def __init__(self, axis):
        self.begins, self.ends = {}, {}
        for release in axis['releases']:
            for item in [release] + release['points']:
                self.begins.setdefault(item['from'], number(item['begin']))
                self.begins.setdefault(item['name'], number(item['begin']))
                self.ends[item['to']] = number(item['end'])
                self.ends.setdefault(item['name'], number(item['end']))

    def range(self, text):
        """The begin and the end of `6.1`, `5.1..6.0`, `..6.0` or `6.3..`.

        A full build stands for all revisions up to the next one that somebody has seen: its end is its own version.
        """
        first, dots, last = text.partition('..')
        last = last if dots else first
        begin = self.begins.get(first) or (number(first) if first else (0, 0, 0, 0))
        return begin, self.end(last) if last else None

    def end(self, name):
        if name in self.ends:
            return self.ends[name]
        return number(name)


def number(text):
    """A version as four numbers; None for the end of all."""
    if text is None:
        return None
    parts = [int(part) for part in text.split('.')]
    return tuple(parts + [0] * (4 - len(parts)))


def name_in_c(name):
    """A name as headers have it: underscores do not stand at the ends, and never two in a row."""
    return re.sub('_+', '_', name).strip('_')


def list_members(members):
    """Names with offset and bit, or None if that is unknown; those of anonymous aggregates too."""
    for member in members:
        if member.get('name') is None:
            yield from list_members(member.get('members', []))
            continue
        place = (member.get('offset'), member.get('bit') if member.get('width') else None)
        is_known = place[0] is not None and (not member.get('width') or place[1] is not None)
        yield member['name'], place if is_known else None


def find_runs(struct):
    """By member and arch: ascending [begin, end, (offset, bit) or None]; and the first version by arch."""
    runs, firsts = {}, {}
    for layout in struct['layouts']:
        seen = set()
        firsts.setdefault(layout['arch'], number(layout['begin']))
        for name, place in list_members(layout['members']):
            if name in seen:
                continue
            seen.add(name)
            known = runs.setdefault(name_in_c(name), {}).setdefault(layout['arch'], [])
            begin, end = number(layout['begin']), number(layout['end'])
            if known and known[-1][1] == begin and known[-1][2] == place:
                known[-1][1] = end
            else:
                known.append([begin, end, place])
    return runs, firsts


def whole_comment(text, before):
    """A comment as one line, or for `the same, bit 3` the one before with this bit."""
    text = ' '.join(text.split())
    same = re.match(r'the same(?:, bit (\d+))?$', text)
    if not same:
        return text
    return re.sub(r' bit \d+', ' bit ' + same.group(1), before) if same.group(1) else before


def read_comment(text, axis, arches):
    """By arch: a list of [begin, end, place]. A begin that is not said is True; an end that is not said is False."""
    found = {}
    arch = '(?:%s)' % '|'.join(sorted(map(re.escape, arches), key=len, reverse=True))
    pattern = r'; (%s(?:, %s)*): (%s(?:, %s)*)(?=;|$)' % (arch, arch, PLACE, PLACE)
    for names, places in re.findall(pattern, text):
        runs = []
        for place in re.findall(PLACE, places):
            offset, bit, versions = re.match(r'(0x\w+|\?)(?: bit (\d+))?(?: \((.*)\))?$', place).groups()
            begin, end = axis.range(versions) if versions else (True, False)
            begin = True if versions and versions.startswith('..') else begin
            runs.append([begin, end, None if offset == '?' else (int(offset, 16), int(bit) if bit else None)])
        for name in names.split(', '):
            found[name] = runs
    return found


def agrees(said, wanted, first):
    """True if a comment says the runs of the layouts. A run that does not say its begin follows the one before; the
    first one begins with the first version of the structure."""
    if said is None or len(said) != len(wanted):
        return False
    if len(said) == 1 and said[0][:2] == [True, False]:
        return said[0][2] == wanted[0][2]
    before = [first] + [run[1] for run in wanted]
    return all(is_same_end(None if a[1] is False else a[1], b[1]) and a[2] == b[2] and
               b[0] == (end if a[0] is True else a[0]) for a, b, end in zip(said, wanted, before))


def is_same_end(said, wanted):
    """True for the end of a range, or for a full build that is the last that somebody has seen in it."""
    return said == wanted or (said is not None and wanted is not None and said < wanted and said[3] + said[2] > 0)


def compare(headers, dump):
    axis = Axis(dump['axis'])
    count = failed = 0
    structs = {}
    for struct in dump['structs']:
        structs.setdefault(struct['name'], []).append(find_runs(struct))
    arches = {layout['arch'] for struct in dump['structs'] for layout in struct['layouts']}
    for path in headers:
        with open(path) as file:
            parts = SECTION.split(file.read())
        for title, body in zip(parts[1::2], parts[2::2]):
            before = None
            for text, name in MEMBER.findall(body):
                text = before = whole_comment(text, before)
                said = read_comment(text, axis, arches)
                wanted = [(runs.get(name_in_c(name), {}), firsts) for runs, firsts in structs.get(title, [])]
                count += 1
                if any(set(said) == set(runs) and all(agrees(said[arch], runs[arch], firsts[arch]) for arch in runs)
                       for runs, firsts in wanted):
                    continue
                failed += 1
                print('%s: %s.%s: the comment says %s, the layouts %s' % (path, title, name, text, wanted))
    return count, failed


def main():
    strata, directory, specs = sys.argv[1], sys.argv[2], sys.argv[3:]
    subprocess.run([strata, 'gen', '-q', *specs, '-o', directory], check=True)
    dump = json.loads(subprocess.run([strata, 'dump', '-q', *specs], check=True, capture_output=True).stdout)
    headers = [os.path.join(folder, name) for folder, _, names in os.walk(directory) for name in names
               if name.endswith('.h') and not name.endswith(('_assert.h', '_print.h', '_identity.h'))]
    count, failed = compare(sorted(headers), dump)
    print('%d members compared' % count)
    sys.exit(failed != 0 or count == 0)


main()
