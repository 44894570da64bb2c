#!/usr/bin/env python3
"""Writes a spec as large as the folded kernels of 213 versions: make_spec.py [SCALE]; or as one kernel: make_spec.py kernel [SCALE]

1,600 structures (times SCALE), 28,000 rows and 213 versions, in the mixture that kernels show: most structures never
change, some often; members come, go and change their type, and all behind them move. Bit-fields, arrays, pointers, nested
and anonymous aggregates, structures by value; a fifth with two columns. The same text every time; `check` finds
nothing in it. One kernel is 1,772 structures of one version for x64 alone.
"""

import random
import sys

STRUCTS, ROWS = 1600, 28000
KERNEL_STRUCTS, KERNEL_ROWS = 1772, 15700  # build 22000; the folded kernels have larger structures
ARCHES = (("x86", 4), ("x64", 8))

# Releases, their points, and how many full builds of each point somebody has looked at besides.
AXIS = [
    ("6.0", [("6.0-rtm", 6000, 4), ("6.0-sp1", 6001, 6), ("6.0-sp2", 6002, 8)]),
    ("6.1", [("6.1-rtm", 7600, 8), ("6.1-sp1", 7601, 18)]),
    ("6.2", [("6.2-rtm", 9200, 6)]),
    ("6.3", [("6.3-rtm", 9600, 12)]),
    ("10.0", [("1507", 10240, 10), ("1511", 10586, 8), ("1607", 14393, 16), ("1703", 15063, 10), ("1709", 16299, 10),
              ("1803", 17134, 10), ("1809", 17763, 14), ("1903", 18362, 12), ("2004", 19041, 24), ("21H2", 22000, 20)]),
]

KERNEL_AXIS = [("10.0", [("21H2", 22000, 0)])]

# name -> size, or None for that of a pointer
SCALARS = [("ULONG", 4, 30), ("UCHAR", 1, 12), ("USHORT", 2, 8), ("LONG", 4, 8), ("ULONGLONG", 8, 10),
           ("LONGLONG", 8, 4), ("PVOID", None, 8), ("SIZE_T", None, 8)]
WORDS = ("Active Allocation Apc Base Buffer Cache Callback Context Count Current Cycle Deferred Depth Device Dispatcher "
         "Event Extension Flags Flush Free Global Handle Header Idle Index Initial Irp Kernel Last Length Limit Link List "
         "Lock Map Maximum Memory Minimum Mode Node Notify Object Offset Owner Page Parent Pending Pool Port Previous "
         "Priority Process Quota Reference Reserved Resource Section Sequence Session Size Stack State Status System "
         "Table Thread Time Timer Token Total Type User Vad Version Wait Work").split()


def round_up(value, align):
    return (value + align - 1) // align * align


class Member:
    """One member as the versions see it: what it is, and from which version on and up to which."""

    def __init__(self, kind, name, type_name, sizes, aligns, count, first):
        self.kind, self.name, self.type, self.count = kind, name, type_name, count
        self.sizes, self.aligns = sizes, aligns      # of one element, by arch
        self.first, self.last = first, None          # epochs
        self.inner = []                              # rows of a nested aggregate
        self.bits = []                               # (name, bit, width) of a group of bit-fields
        self.offsets = {}                            # (epoch, arch) -> bytes

    def rows(self):
        return len(self.bits) or (1 + len(self.inner))


class Struct:
    def __init__(self, name, arches):
        self.name, self.arches = name, arches
        self.members = []
        self.starts = [0]                            # version index where each epoch begins
        self.sizes, self.aligns = {}, {}             # (epoch, arch) -> bytes; arch -> bytes, in the last epoch

    def rows(self):
        return sum(m.rows() for m in self.members)

    def alive(self, member, epoch):
        return member.first <= epoch and (member.last is None or epoch <= member.last)

    def lay_out(self):
        for arch, _ in self.arches:
            for epoch in range(len(self.starts)):
                end, self.aligns[arch] = 0, 1
                for member in self.members:
                    if not self.alive(member, epoch):
                        continue
                    at = round_up(end, member.aligns[arch])
                    member.offsets[epoch, arch] = at
                    self.aligns[arch] = max(self.aligns[arch], member.aligns[arch])
                    end = at + member.sizes[arch] * (member.count or 1)
                self.sizes[epoch, arch] = round_up(max(end, 1), self.aligns[arch])


class Maker:
    def __init__(self, axis=None, arches=ARCHES):
        self.random = random.Random(213)
        self.axis, self.arches = axis or AXIS, arches
        self.versions = []                           # names, ascending
        self.ends = []                               # the same as the end of a range: a point's name means all of its builds
        self.builds = []                             # those that are no points
        self.structs = []
        self.by_value = []                           # structures that never change, in both columns
        for release, points in self.axis:
            for name, build, more in points:
                self.versions.append(name)
                self.ends.append("%s.%d.0" % (release, build))
                for i in range(more):
                    full = "%s.%d.%d" % (release, build, 100 + 37 * i)
                    self.versions.append(full)
                    self.ends.append(full)
                    self.builds.append(full)

    def name(self, taken):
        while True:
            name = "".join(self.random.choices(WORDS, k=self.random.choice((1, 2, 2, 3))))
            if name in taken:
                name += str(len(taken))
            if name not in taken:
                taken.add(name)
                return name

    def scalar(self):
        name, size, _ = self.random.choices(SCALARS, weights=[s[2] for s in SCALARS])[0]
        sizes = {arch: size or pointer for arch, pointer in ARCHES}
        return name, sizes

    def member(self, taken, first):
        draw = self.random.random()
        if draw < 0.20:
            target = self.random.choice(self.structs).name if self.structs else "VOID"
            sizes = dict(ARCHES)
            return Member("pointer", self.name(taken), target, sizes, sizes, 0, first)
        if draw < 0.27 and self.by_value:
            inner = self.random.choice(self.by_value)
            sizes = {arch: inner.sizes[0, arch] for arch, _ in ARCHES}
            return Member("record", self.name(taken), inner.name, sizes, dict(inner.aligns), 0, first)
        if draw < 0.34:
            return self.bit_group(taken, first)
        if draw < 0.40:
            return self.aggregate(taken, first)
        name, sizes = self.scalar()
        count = self.random.choice((2, 3, 4, 8, 16, 32)) if draw > 0.90 else 0
        return Member("scalar", self.name(taken), name, sizes, sizes, count, first)

    def bit_group(self, taken, first):
        sizes = {arch: 4 for arch, _ in ARCHES}
        group, bit = Member("bits", None, "ULONG", sizes, sizes, 0, first), 0
        for _ in range(self.random.randint(2, 6)):
            width = self.random.choice((1, 1, 1, 2, 3, 5))
            group.bits.append((self.name(taken), bit, width))
            bit += width
        return group

    def aggregate(self, taken, first):
        """A nested struct or an anonymous union of scalars, laid out naturally within."""
        union = self.random.random() < 0.5
        group = Member("union" if union else "struct", None if union else self.name(taken), None, {}, {}, 0, first)
        names = taken if union else set()
        chosen = [self.scalar() for _ in range(self.random.randint(2, 4))]
        group.inner = [(name, self.name(names)) for name, _ in chosen]
        for arch, _ in ARCHES:
            group.aligns[arch] = max(sizes[arch] for _, sizes in chosen)
            end = 0
            for _, sizes in chosen:
                end = max(end, sizes[arch]) if union else round_up(end, sizes[arch]) + sizes[arch]
            group.sizes[arch] = round_up(end, group.aligns[arch])
        return group

    def struct(self, index, rows):
        arches = self.arches if self.random.random() < 0.2 else self.arches[-1:]
        struct, taken = Struct("_S%04d_%s" % (index, self.name(set()).upper()), arches), set()
        epochs = self.random.choices((1, 2, 3, 5, 8, 14), weights=(60, 14, 10, 8, 6, 2))[0]
        epochs = min(epochs, len(self.versions))
        struct.starts += sorted(self.random.sample(range(1, len(self.versions)), epochs - 1))
        while struct.rows() < rows:
            member = self.member(taken, 0)
            if struct.rows() + member.rows() <= rows:
                struct.members.append(member)
        # Every later epoch takes a member away, or lets one begin that was not there before; the first one stays.
        for epoch in range(1, epochs):
            member = self.random.choice(struct.members)
            if member is not struct.members[0] and member.first == 0 and member.last is None:
                if self.random.random() < 0.7:
                    member.first = epoch
                else:
                    member.last = epoch - 1
        struct.lay_out()
        self.structs.append(struct)
        if epochs == 1 and len(arches) == 2 and rows < 20:
            self.by_value.append(struct)
        return struct

    def make(self, count, rows):
        """So many structures with so many rows together."""
        left = rows
        for index in range(count):
            mean = left / (count - index)
            rows = left if index == count - 1 else max(2, min(int(self.random.expovariate(1 / mean)) + 1, int(mean * 8)))
            rows = max(1, min(rows, left - 2 * (count - index - 1)))
            left -= rows
            self.struct(index, rows)

    # --- text

    def range(self, struct, first, last):
        """Epochs first to last as a set of versions; None: all."""
        from_name = self.versions[struct.starts[first]]
        end = len(struct.starts) - 1
        if first == 0 and last == end:
            return None
        to_name = self.ends[struct.starts[last + 1] - 1] if last < end else None
        if last == end:
            return from_name + ".."
        if first == 0:
            return ".." + to_name
        return to_name if struct.starts[first] == struct.starts[last + 1] - 1 else from_name + ".." + to_name

    def cell(self, struct, values, first, last):
        """Values by epoch for each arch, runs of one value together; the last alternative stands bare."""
        columns = []
        for arch, _ in struct.arches:
            runs = []
            for epoch in range(first, last + 1):
                value = values[epoch, arch]
                if runs and runs[-1][0] == value:
                    runs[-1][2] = epoch
                else:
                    runs.append([value, epoch, epoch])
            parts = ["0x%02X (%s)" % (value, self.range(struct, a, b)) for value, a, b in runs[:-1]]
            columns.append(", ".join(parts + ["0x%02X" % runs[-1][0]]))
        return " | ".join(columns[:1] if len(set(columns)) == 1 else columns)

    def member_text(self, struct, member):
        last = len(struct.starts) - 1 if member.last is None else member.last
        versions = self.range(struct, member.first, last)
        at = ("in %s " % versions if versions else "") + "at " + self.cell(struct, member.offsets, member.first, last)
        if member.kind == "bits":
            return ["    %s %s : %d %s bit %d;" % (member.type, name, width, at, bit) for name, bit, width in member.bits]
        if member.inner:
            head = "    %s %s%s {" % (member.kind, member.name + " " if member.name else "", at)
            return [head] + ["        %s %s;" % row for row in member.inner] + ["    };"]
        return ["    %s %s%s%s %s;" % (member.type, "*" if member.kind == "pointer" else "", member.name,
                                       "[%d]" % member.count if member.count else "", at)]

    def write(self, out):
        out.write("axis {\n")
        for release, points in self.axis:
            out.write("    %s { %s }\n" % (release, " ".join("%s = %s.%d;" % (n, release, b) for n, b, _ in points)))
        out.write("}\narch x86 pointer 4 align 8;\narch x64 pointer 8 align 8;\ncolumns x86 | x64;\n")
        for name, size, _ in SCALARS:
            if name == "PVOID":
                out.write("type PVOID pointer;\n")
            else:
                out.write("type %s %s %s;\n" % (name, "signed" if name in ("LONG", "LONGLONG") else "unsigned",
                                                size or "4 | 8"))
        out.write("attest %s;\n" % ",\n    ".join([self.axis[0][0] + ".."] + self.builds))
        for struct in self.structs:
            out.write("\nstruct %s in %s.. {\n" % (struct.name, self.axis[0][0]))
            if len(struct.arches) == 1:
                out.write("    columns x64;\n")
            out.write("    size %s;\n" % self.cell(struct, struct.sizes, 0, len(struct.starts) - 1))
            for member in struct.members:
                out.write("\n".join(self.member_text(struct, member)) + "\n")
            out.write("}\n")


def main(arguments):
    one_kernel = arguments[1:2] == ["kernel"]
    scale = int((arguments[1 + one_kernel:] or ["1"])[0])
    if one_kernel:
        maker = Maker(KERNEL_AXIS, ARCHES[1:])
        maker.make(KERNEL_STRUCTS * scale, KERNEL_ROWS * scale)
        maker.write(sys.stdout)
        return
    maker = Maker()
    maker.make(STRUCTS * scale, ROWS * scale)
    if len(maker.versions) != 213 or sum(s.rows() for s in maker.structs) != ROWS * scale:
        sys.exit("make_spec.py: %d versions, %d rows" % (len(maker.versions), sum(s.rows() for s in maker.structs)))
    maker.write(sys.stdout)


if __name__ == "__main__":
    main(sys.argv)
