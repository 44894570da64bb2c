"""What `strata table` says of one member: its text is read by the words of published tables alone."""
import bisect
import re

from answers import FOREVER, number

LATE = {'5.1': '5.1-sp2', '5.2': '5.2-sp1', '6.0': '6.0-sp1'}  # the point at which "late" begins


class Words:
    """Names of versions: the range of versions of each."""

    def __init__(self, axis, builds):
        ends = {one['begin']: one for release in axis['releases'] for one in release['points']}
        self.bounds = sorted({*map(number, ends), *builds, *(number(one['version']) for one in ends.values())})
        self.named = {}
        for release in axis['releases']:
            begin, end = number(release['begin']), number(release['end']) if release['end'] else FOREVER
            self.named[release['name']] = begin, end
            for point in release['points']:
                name = re.sub(r'-(sp\d|rtm)$', lambda found: ' ' + found.group(1).upper(), point['name'])
                self.named[name] = number(point['begin']), number(point['end']) if point['end'] else FOREVER
                if point['name'] == LATE.get(release['name']):
                    self.named['early ' + release['name']] = begin, number(point['begin'])
                    self.named['late ' + release['name']] = number(point['begin']), end

    def find(self, name):
        if name in self.named:
            return self.named[name]
        begin = number(name)
        if name.count('.') < 3:  # a build: all its revisions
            return begin, begin + 0x10000
        # A build that somebody saw runs to the next bound of its build, if it has one.
        next_bound = bisect.bisect_right(self.bounds, begin)
        runs_on = begin in self.bounds and next_bound < len(self.bounds)
        end = min(self.bounds[next_bound], (begin | 0xFFFF) + 1) if runs_on else begin + 1
        return begin, end

    def has(self, words, version):
        """True if `5.1 to 6.0`, `6.1 and higher`, `6.0 only` or a name means the version too."""
        first, _, last = re.sub(r' only$', '', words).partition(' to ')
        if first.endswith(' and higher'):
            return version >= self.find(first[:-len(' and higher')])[0]
        return self.find(first)[0] <= version < self.find(last or first)[1]

    def value(self, cell, version):
        """The text of a cell for a version, or None: the version is not there. An empty cell is `?`."""
        if cell in ('', '-'):
            return None if cell else '?'
        rest = None
        for piece in cell.split('; '):
            if piece.startswith('not in '):
                if self.has(piece[len('not in '):], version):
                    return None
                continue
            text, words = re.fullmatch(r'(\S+)(?: \((.+)\))?', piece).groups()
            if not words:
                rest = text
            elif self.has(words, version):
                return text
        return rest

    def holds(self, cell, version):
        """True if a cell of versions has a version."""
        pieces = cell.split('; ')
        return not any(piece.startswith('not in ') and self.has(piece[len('not in '):], version) for piece in pieces) \
            and any(self.has(piece, version) for piece in pieces if not piece.startswith('not in '))


def read_rows(text):
    """The architectures that the columns are about, and the rows of the tables of sizes and of offsets, by heading."""
    headings, rows, arches = None, [], set()
    for line in text.splitlines():
        if line.startswith('Basis: '):
            while '(' in line:  # what stands in brackets is about the names before it
                line = re.sub(r'\([^()]*\)', '', line)
            arches = set(re.findall(r'\w+', line[len('Basis: '):]))
        if not line.endswith('|'):
            headings = None
            continue
        cells = [cell.strip() for cell in re.split(r'(?<!\\)\|', line[:-1])]
        if headings is None:
            headings = cells
        elif not set(line) <= set('-|'):
            rows.append(dict(zip(headings, cells)))
    return arches, [row for row in rows if 'Definition' not in row], [row for row in rows if 'Definition' in row]


def enclosing(definition, position):
    """The offsets that stand behind a member, which ends at a position, and behind each aggregate around it."""
    depth = 0
    for found in re.finditer(r'^|[{}]', definition[position:]):
        depth += {'{': 1, '}': -1}.get(found.group(), 0)
        is_end = not found.group() or found.group() == '}' and depth < 0
        if is_end:
            depth = 0
            said = re.match(r';? /\* at (0x\w+)', definition[position + found.end():])
            yield said and said.group(1)


def find_place(words, table, member, arch, fallback, version):
    """(offset, bit, width) of the member, or None. `?` if nobody has described it on the architecture. One without a
    column of its own has that of its fallback."""
    arches, sizes, rows = table
    found = []
    arch = arch if arch in arches else fallback
    held = [row for row in sizes if words.holds(row['Versions'], version)]
    if arch not in arches or sizes and not held or any(row.get('Size (%s)' % arch) == '-' for row in held):
        return None
    for row in rows:
        if 'Versions' in row and not words.holds(row['Versions'], version):
            continue
        cells = [words.value(row.get('%s (%s)' % (heading, arch), row.get(heading)) or '', version)
                 for heading in ('Offset', 'Mask')]
        if cells[0] is None:
            continue
        # In a definition with braces a member, and what encloses it, has its offset behind it, if it is another.
        inner, behind = re.search(r'\b%s\b(?:[^;]*;|$)' % re.escape(member), row['Definition']), None
        for found_behind in enclosing(row['Definition'], inner.end()):
            behind = behind or found_behind
        offset = behind or cells[0]
        bit = re.match(r' /\* (?:at 0x\w+, )?bit (\d+) \*/', row['Definition'][inner.end():])
        bit = bit and bit.group(1)
        width = re.search(r'\b%s : (\d+);' % re.escape(member), row['Definition'])
        if bit is None and width and cells[1] not in (None, '?'):
            bit = (int(cells[1], 16) & -int(cells[1], 16)).bit_length() - 1
        found.append('?' if offset == '?' else
                     (int(offset, 16), int(bit or 0), int(width.group(1)) if width else 0))
    return found[0] if len(found) == 1 else found or None
