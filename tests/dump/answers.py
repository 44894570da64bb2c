"""What `strata dump` answers: where a member lies in a version, and how well that is known."""
import bisect

GRADES = ['attested', 'bracketed', 'interpolated', 'extrapolated', 'disputed']
FOREVER = 1 << 64


def number(text):
    return sum(int(part) << 48 - 16 * i for i, part in enumerate(text.split('.')))


def text(version):
    return '.'.join(str(version >> shift & 0xFFFF) for shift in (48, 32, 16, 0))


def find_entry(members, name):
    """(offset, bit, width) of a member of a layout."""
    for member in members:
        if member['name'] == name:
            return member['offset'], member.get('bit', 0) if member.get('width') else 0, member.get('width', 0)
        found = None if member['name'] else find_entry(member.get('members', []), name)
        if found:
            return found
    return None


class Answers:
    """A dump. Versions are numbers."""

    def __init__(self, dump):
        self.dump = dump
        self.structs = {struct['name']: struct for struct in dump['structs']}
        self.evidence = [set(map(number, one['attested'])) for one in dump['evidence']]
        self.builds = [number(build) for build in dump['axis']['attested']]
        self.kernels = {number(point['version']) >> 16: number(point['kernel']) >> 16
                        for release in dump['axis']['releases'] for point in release['points'] if 'kernel' in point}
        self.on = {(name, on['arch']): on for name, struct in self.structs.items() for on in struct['on']}
        self.ends, self.columns = {}, {}

    def at(self, ranges, version):
        """The range of a version, or None in a hole between them."""
        known = self.ends.get(id(ranges))
        if known is None:
            known = self.ends[id(ranges)] = ([number(one['begin']) for one in ranges],
                                             [number(one['end']) if one.get('end') else FOREVER for one in ranges])
        begins, ends = known
        place = bisect.bisect_right(begins, version) - 1
        return ranges[place] if place >= 0 and version < ends[place] else None

    def has_arch(self, arch, version):
        """True if the version has the architecture."""
        return any(self.at(one['versions'], version) for one in self.dump['arches'] if one['name'] == arch)

    def of_kernel(self, version):
        """The version of the kernel that a version of the system runs."""
        build = self.kernels.get(version >> 16)
        return version if build is None else build << 16 | version & 0xFFFF

    def standing(self, structure, arch, version):
        """(number of a layout or None, grade of all members or None, what tells that of one; None stands for the size)."""
        on = self.on.get((structure, arch))
        if not on:
            return None, 'extrapolated', None
        answer = self.at(on['answers'], version)
        if answer is None:
            version = self.of_kernel(version)
            answer = self.at(on['answers'], version)
        if 'grades' in on:
            row, columns = self.find_row(on['grades'], version)
            same = GRADES[int(row[0])] if row == row[0] * len(row) else None
            return answer['layout'], same, lambda member: GRADES[int(row[columns[member]])]
        if answer['basis'] == 'disputed':
            return answer['layout'], None, lambda member: (
                answer['basis'] if member is None or member in answer['disputed'] else answer['others'])
        return answer['layout'], 'attested' if version in self.evidence[on['evidence']] else answer['basis'], None

    def find_row(self, grades, version):
        """The grades of members, where single ones were seen, and the column of each. A build that runs the kernel of
        another build has those of the same revision of it."""
        columns = self.columns.get(id(grades))
        if columns is None:
            columns = self.columns[id(grades)] = {member: i for i, members in enumerate(grades['columns'])
                                                  for member in members}
            columns[None] = 1
        row = self.at(grades['ranges'], version)['row']
        return (grades['rows'][row], columns) if row is not None else self.find_row(grades, self.of_kernel(version))

    def of_member(self, structure, member, arch, version):
        """((offset, bit, width) or None, grade)."""
        layout, same, grade = self.standing(structure, arch, version)
        place = layout is not None and find_entry(self.structs[structure]['layouts'][layout]['members'], member)
        return place or None, same or grade(member)
