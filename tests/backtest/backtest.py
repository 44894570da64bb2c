"""Leaves kernels out, and compares what the others say of them with what they say themselves.

    backtest.py STRATA DIRECTORY EVERY KERNEL...

Every EVERYth kernel is left out. For each of these, the grade of each structure in a pack of the others, and the places
of its members, are compared with a pack of that kernel alone. Prints for each grade how many members were compared, and
how many differ. "nothing served": the others have no layout for that version. tests/pack/reader.py reads the packs.
Exit status: 1 if a member of grade ATTESTED or BRACKETED differs.
"""
import collections
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader


def version_of(path):
    return tuple(int(p) for p in re.search(r'-(\d+\.\d+\.\d+\.\d+)\.json', path).group(1).split('.'))


def packed(strata, directory, name, kernels):
    tree, pack = os.path.join(directory, name), os.path.join(directory, name + '.strpack')
    subprocess.run([strata, 'import', 'isf', '-o', tree, *kernels], check=True, capture_output=True)
    subprocess.run([strata, 'pack', tree, '-o', pack, '--arch', 'x64'], check=True, capture_output=True)
    with open(pack, 'rb') as file:
        return reader.Pack(file.read())


def places(kind, layout):
    found = {}
    for index, member in enumerate(kind.members):
        place = kind.place(index, layout)
        if place:
            found[member] = (place.offset, place.bit, place.width)
    return found


def main():
    strata, directory, every, *kernels = sys.argv[1:]
    kernels.sort(key=version_of)
    left = kernels[::int(every)]
    rest = [k for k in kernels if k not in left]
    pack = packed(strata, directory, 'rest', rest)
    arch = next(n for name, n, *_ in pack.arches if pack.text(name) == 'x64')
    counts = collections.defaultdict(lambda: [0, 0])
    cache = {}
    for kernel in left:
        truth = packed(strata, directory, 'one', [kernel])
        own_arch = next(n for name, n, *_ in truth.arches if truth.text(name) == 'x64')
        a, b, c, d = version_of(kernel)
        version = a << 48 | b << 32 | c << 16 | d
        for kind in truth.all:
            if kind.kind not in ('struct', 'union') or kind.name not in pack.by_name:
                continue
            other = pack.by_name[kind.name]
            own = kind.layout_at(own_arch, version)
            if own is None:
                continue
            layout, basis = other.stand(arch, version)
            key = (kind.name, layout)
            if layout is not None and key not in cache:
                cache[key] = places(other, layout)
            if layout is None:
                counts['nothing served'][0] += len(places(kind, own))
                continue
            for member, place in places(kind, own).items():
                counts[basis][0] += 1
                differs = cache[key].get(member) != place
                counts[basis][1] += differs
                if differs and basis in ('ATTESTED', 'BRACKETED'):
                    print(kernel[-40:], kind.name, member, place, cache[key].get(member))
        shutil.rmtree(os.path.join(directory, 'one'))
    for basis in ('ATTESTED', 'BRACKETED', 'INTERPOLATED', 'EXTRAPOLATED', 'DISPUTED', 'nothing served'):
        total, wrong = counts[basis]
        rate = ', %.2f %%' % (100 * wrong / total) if total else ''
        print('%-14s %9d members, %7d differ%s' % (basis, total, wrong, rate))
    print(len(left), 'kernels left out of', len(kernels))
    sys.exit(1 if counts['ATTESTED'][1] or counts['BRACKETED'][1] else 0)


main()
