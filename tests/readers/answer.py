"""Answers questions about a pack by the package of runtime/python; see answer.c. It also answers `meant TEXT`: the
version that a text means."""
import sys
import uuid

import strata

WORD = (1 << 64) - 1


def target_of(text):
    number = int(text, 16)
    return strata.Target(number & (1 << 56) - 1, number >> 56)


def place(answer):
    """A question about a place, with the answers that all of these have in common."""
    def ask(pack, path, target, *rest):
        try:
            return answer(pack.find(path, target_of(target)), *rest)
        except strata.UnknownName:
            return 'no name'
        except strata.Missing as missing:
            return 'other kind' if missing.why == 'other kind' else '%s %s' % (missing.why, missing.grade)
    return ask


@place
def member(found):
    return '+%d %d %d %d %d %d %d %s %d %d %s %s' % (
        found.offset, found.size, found.count, found.columns, found.bit, found.width, found.is_signed, found.kind,
        ('number', 'char', 'bool').index(found.meaning),
        ('documented', 'inferred', 'corrected').index(found.provenance), found.type_name, found.grade)


@place
def read(found, digits):
    if found.is_array or found.is_record or found.is_float:
        return 'other kind'
    found.meaning = 'number'
    raw = bytes.fromhex(digits)
    if found.end > len(raw):
        return 'too short'
    # A view reads by the layout of the whole structure, which may be larger than these bytes.
    return str(strata.View._scalar(OneTarget, found, memoryview(raw)[found.offset:found.end]) & WORD)


class OneTarget:
    """Stands for a view: values of enums have the names of its target."""

    class _layout:
        target = strata.Target(0, 0)


def size(pack, name, target):
    try:
        layout = pack[name].at(target_of(target))
        return '%d %d %d %s' % (layout.size, layout.least, layout.align, layout.grade)
    except strata.UnknownName:
        return 'no name'
    except strata.Missing as missing:
        return '%s %s' % (missing.why, missing.grade)


def value(pack, name, enumerator, target):
    try:
        return str(pack[name].value(enumerator, target_of(target)) & WORD)
    except strata.UnknownName:
        return 'no name'
    except strata.Missing:
        return 'none'


def name(pack, enum, number, target):
    try:
        return "'%s'" % (pack[enum].name_of(int(number, 0), target_of(target)) or '')
    except strata.Missing:
        return "''"


def number_of(found):
    return '%016X' % (found.number if found else 0)


def kernel(pack, digits, age):
    return number_of(pack.kernel(uuid.UUID(bytes_le=bytes.fromhex(digits)), int(age)))


def image(pack, timestamp, image_size):
    return number_of(pack.image(int(timestamp, 0), int(image_size, 0)))


def version(pack, text):
    return '%016X' % next((named.version for named in pack.versions if text in named.names), 0)


def meant(pack, text):
    try:
        return '%016X' % pack.target(text, next(iter(pack.arches))).version
    except strata.AmbiguousVersion:
        return 'several'
    except strata.UnknownVersion:
        return 'none'


def address(pack, name, target):
    try:
        found = pack.address(name, target_of(target))
        return 'unknown' if found is None else '0x%X' % found
    except strata.UnknownName:
        return 'no name'
    except strata.Missing as missing:
        return missing.why


def opened(path):
    try:
        strata.Pack.open(path)
        return 'sound'
    except strata.PackError:
        return 'damaged'


def main():
    if sys.argv[1] == '--open':
        for path in sys.argv[2:]:
            print(opened(path))
        return
    pack = strata.Pack.open(sys.argv[1])
    questions = {ask.__name__: ask for ask in (size, value, name, kernel, image, version, meant, address)}
    questions.update(member=member, read=read)
    for line in sys.stdin:
        fields = line.rstrip('\n').split('\t')
        print(questions[fields[0]](pack, *fields[1:]))


main()
