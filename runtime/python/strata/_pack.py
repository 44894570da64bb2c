# SPDX-License-Identifier: 0BSD
"""Packs, and what is asked of them: types, layouts, members, values, versions and identities of kernels."""
import os
import uuid
from typing import Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

from ._format import NONE, Tables
from ._known import Grade, Known, Table
from ._versions import NamedVersion, UnknownVersion, find_version, version_text

REST = NONE
NO_VERSION = (1 << 56) - 1
KINDS = ('struct', 'union', 'enum', 'flags')
PROVENANCES = ('documented', 'inferred', 'corrected')


class UnknownName(KeyError):
    """The pack has no such type or member, in any version."""

    def __str__(self) -> str:
        return str(self.args[0])


class Missing(LookupError):
    """A version does not have a structure or a member, or nobody has documented its offset: see `why`.

    `grade` says how well this is known. `why` is 'arch', 'version', 'absent', 'unknown' or 'other kind'.
    """

    def __init__(self, text: str, why: str, grade: Grade) -> None:
        super().__init__(text)
        self.why, self.grade = why, grade


class Target(NamedTuple):
    """A version on an architecture, as numbers."""

    version: int
    arch: int

    @property
    def number(self) -> int:
        return self.arch << 56 | self.version

    def __str__(self) -> str:
        return version_text(self.version)


class Identity(NamedTuple):
    """A kernel that was seen: its program database, its image, and the target for which its layouts are attested.

    `build_id` has the first 20 bytes of an ELF file's build ID."""

    guid: Optional[uuid.UUID]
    age: int
    timestamp: int
    image_size: int
    target: Target
    build_id: Optional[bytes] = None


class Member:
    """A member of one layout: offset, type and grade. `offset` counts from the structure that was asked for."""

    __slots__ = ('pack', 'name', 'offset', 'size', 'count', 'columns', 'bit', 'width', 'is_signed', 'is_float',
                 'is_record', 'is_array', 'type_name', 'kind', 'meaning', 'provenance', 'grade', '_type')

    def __init__(self, pack: 'Pack', name: str, offset: int, shape: Tuple[int, ...], grade: Grade) -> None:
        _, bit, width, tag, size, count, columns, text, index, kind, provenance, meaning, _ = shape
        self.pack, self.name, self.offset, self.grade = pack, name, offset, grade
        self.size, self.count, self.columns = size, count, columns
        self.bit, self.width, self.is_signed = bit, width & 0x7F, bool(width & 0x80)
        self.is_float, self.is_record, self.is_array = tag in (0x40, 0x50), tag in (0x20, 0x30), tag in (0x10, 0x30, 0x50)
        self.type_name = pack.tables.text(text)
        self.kind = ('unsigned', 'signed', 'pointer', 'record', 'bytes', 'value', 'float')[kind]
        self.meaning = {1: 'char', 2: 'bool'}.get(meaning, 'number')
        self.provenance = PROVENANCES[provenance]
        self._type = None if index == NONE else index

    @property
    def type(self) -> Optional['Type']:
        """The structure or enum of the member, or of what it points to; None if the pack does not have it."""
        return None if self._type is None else self.pack._type(self._type)

    @property
    def is_flexible(self) -> bool:
        """True if the member goes on to the end of the buffer."""
        return self.count == REST

    @property
    def end(self) -> int:
        """The offset after the member; of a flexible one its beginning."""
        return self.offset if self.is_flexible else self.offset + self.size * self.count

    def __repr__(self) -> str:
        return '<%s +0x%X %s, %s>' % (self.name, self.offset, self.type_name, self.grade)


class Layout(Mapping[str, Member]):
    """A structure's layout for a target: a mapping from names to members, in the order of the spec.

    Members that the version does not have are not in it; `grade_of` says how well that is known.
    """

    def __init__(self, type: 'Type', target: Target, number: int, grade: Grade) -> None:
        self.type, self.target, self.grade, self._number = type, target, grade, number
        at = 3 * (type._record[7] + number)
        size, self.least, self.align = type.pack.tables.layouts[at:at + 3]
        self.size = self.least if size == NONE else size

    def grade_of(self, name: str) -> Grade:
        """How well the place of a member is known, or that it is absent. UnknownName: no version has it."""
        member = self.type._member(name)
        answer = self.type._table and self.type._table.find(self.target.number)
        if self.type._table and answer:
            return self.type._table.grade(answer[1], member)
        if self.grade != Grade.DISPUTED:
            return self.grade
        known = self.type._known
        target = known.looked_up(self.target.number)
        return known.stand(target, lambda layout: self.type._key(member, layout), self._number)[1]

    def member(self, name: str) -> Member:
        """Returns a member. UnknownName: no version has it; Missing: this one does not, or its offset is unknown."""
        number = self.type._member(name)
        run, where = self.type._run(number, self._number), '%s.%s' % (self.type.name, name)
        shape = self.type.pack.tables.shapes[run[0] if run else 0]
        if shape[9] == 5:
            raise Missing('%s is an enumerator' % where, 'other kind', self.grade)
        grade = self.grade_of(name)
        if run is None or shape[3] == 0xF0:
            raise Missing('%s is absent at %s, %s' % (where, self.target, grade), 'absent', grade)
        if shape[3] == 0xE0:
            raise Missing('the offset of %s is unknown at %s, %s' % (where, self.target, grade), 'unknown', grade)
        return Member(self.type.pack, name, run[1], shape, grade)

    def __getitem__(self, name: str) -> Member:
        try:
            return self.member(name)
        except Missing as missing:
            raise KeyError(str(missing)) from missing

    def __iter__(self) -> Iterator[str]:
        shapes = self.type.pack.tables.shapes
        for i, name in enumerate(self.type.members):
            run = self.type._run(i, self._number)
            if name and run and shapes[run[0]][3] < 0xE0 and run[0] > 1:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def walk(self, prefix: str = '', base: int = 0) -> Iterator[Member]:
        """Yields all members, those of inner structures after the structure, by paths and with offsets in this one."""
        for name in self:
            member = self.member(name)
            member.name, member.offset = prefix + name, base + member.offset
            yield member
            inner = member.type
            if member.is_record and not member.is_array and inner is not None:
                try:
                    layout = inner.at(self.target)
                except Missing:
                    continue
                yield from layout.walk(member.name + '.', member.offset)

    def __repr__(self) -> str:
        return '<%s, 0x%X bytes, %s>' % (self.type.name, self.size, self.grade)


class Type:
    """A structure, union, enum or flags, in all versions."""

    def __init__(self, pack: 'Pack', index: int) -> None:
        self.pack, self.index = pack, index
        tables = pack.tables
        self._record, after = tables.types[index], tables.types[index + 1]
        self.name = tables.text(self._record[0])
        self.kind = KINDS[self._record[1]]
        self.index_low, self.index_bits = self._record[2:4]
        self._first = self._record[5]
        self.members: List[str] = [tables.text(at) for at in tables.members[2 * self._first:2 * after[5]:2]]
        self._numbers = {name: i for i, name in reversed(list(enumerate(self.members))) if name}
        self._known = Known(tables, pack._kernels, index)
        self._table = Table(tables, pack._kernels, index) if self._record[4] & 1 else None
        self._found: Dict[int, Tuple[Optional[int], Grade]] = {}

    @property
    def is_enum(self) -> bool:
        return self.kind in ('enum', 'flags')

    def at(self, target: Union[Target, str]) -> Layout:
        """Returns the layout for a target, or a text such as "24H2/x64". Missing: it has none."""
        target = self.pack.target(target)
        number, grade = self._stand(target.number)
        if number is None:
            why = 'version' if self._is_on(target.number) else 'arch'
            raise Missing('%s is not there at %s, %s' % (self.name, target, grade), why, grade)
        return Layout(self, target, number, grade)

    def member(self, name: str, target: Union[Target, str]) -> Member:
        """Returns a member of the layout for a target. UnknownName: no version has it; Missing: see Layout.member."""
        self._member(name)
        return self.at(target).member(name)

    def grade_at(self, target: Union[Target, str]) -> Grade:
        """How well the layout for a target is known, or that the structure is not there."""
        return self._stand(self.pack.target(target).number)[1]

    def value(self, name: str, target: Union[Target, str]) -> int:
        """Returns the value of an enumerator; negative ones as signed numbers. Missing: it has none."""
        member, layout = self._member(name), self.at(target)
        run = self._run(member, layout._number) if self.is_enum else None
        if run is None or run[0] != 1:
            raise Missing('%s.%s has no value at %s' % (self.name, name, layout.target), 'absent', layout.grade)
        value = self.pack.tables.values[run[1]]
        return value - (1 << 64) if value >> 63 else value

    def values(self, target: Union[Target, str]) -> Dict[str, int]:
        """Returns the enumerators that have values for a target, in the order of the spec."""
        found = {}
        for name in self.members:
            try:
                found[name] = self.value(name, target)
            except (Missing, UnknownName):
                continue
        return found

    def name_of(self, value: int, target: Union[Target, str]) -> Optional[str]:
        """Returns the name of the first enumerator with a value, or None."""
        wanted = value & (1 << 64) - 1
        return next((name for name, own in self.values(target).items() if own & (1 << 64) - 1 == wanted), None)

    def _is_on(self, number: int) -> bool:
        return self._table.find(number) is not None if self._table else self._known.is_on(number)

    def _stand(self, number: int) -> Tuple[Optional[int], Grade]:
        if number not in self._found:
            answer = self._table and self._table.find(number)
            if not self._is_on(number):
                self._found[number] = None, Grade.EXTRAPOLATED
            elif number & NO_VERSION == NO_VERSION:
                self._found[number] = None, Grade.DISPUTED
            elif self._table and answer:
                self._found[number] = answer[0], self._table.grade(answer[1])
            else:
                target = self._known.looked_up(number)
                layout, grade = self._known.stand(target)
                self._found[number] = self._known.layout_at(target) if self.is_enum else layout, grade
        return self._found[number]

    def _member(self, name: str) -> int:
        if name not in self._numbers:
            raise UnknownName('%s has no member %s' % (self.name, name))
        return self._numbers[name]

    def _run(self, member: int, layout: int) -> Optional[Tuple[int, int]]:
        """(shape, value) of a member in a layout, or None before its first run."""
        tables = self.pack.tables
        first, end = tables.members[2 * (self._first + member) + 1], tables.members[2 * (self._first + member) + 3]
        found = None
        for at in range(first, end):
            if tables.runs[2 * at + 1] >> 20 > layout:
                break
            found = at
        return None if found is None else (tables.runs[2 * found + 1] & 0xFFFFF, tables.runs[2 * found])

    def _key(self, member: int, layout: Optional[int]) -> object:
        """What two layouts must have in common to agree in a member."""
        run = None if layout is None else self._run(member, layout)
        shape = self.pack.tables.shapes[run[0] if run else 0]
        tag = shape[3]
        if run is None or tag >= 0xE0:
            return tag
        extent = shape[4:6] if tag not in (0x00, 0x40) else ()
        return run[1], shape[:4], extent, shape[8] if tag in (0x20, 0x30) else None

    def __repr__(self) -> str:
        return '<%s %s>' % (self.kind, self.name)


class Pack(Mapping[str, Type]):
    """An open pack: a mapping from names to types.

    `data` is the content of a file of `strata pack`. It is verified, unless it is `trusted`: then it opens faster, and
    a damaged pack gives wrong answers or any exception. Raises PackError.
    """

    def __init__(self, data: bytes, trusted: bool = False) -> None:
        self.tables = tables = Tables(data, trusted)
        self.arches: Dict[str, int] = {tables.text(record[0]): record[1] for record in tables.arches}
        self.pointer_sizes: Dict[str, int] = {tables.text(record[0]): record[2] for record in tables.arches}
        self.versions = self._list_versions()
        self._kernels = {system >> 16: kernel for system, kernel in tables.kernels}
        self._names = {tables.text(record[0]): i for i, record in enumerate(tables.types[:-1])}
        self._types: Dict[int, Type] = {}

    @classmethod
    def open(cls, path: Union[str, 'os.PathLike[str]'], trusted: bool = False) -> 'Pack':
        """Reads a pack from a file."""
        with open(path, 'rb') as file:
            return cls(file.read(), trusted)

    def _list_versions(self) -> List[NamedVersion]:
        found: List[NamedVersion] = []
        for version, name, is_other in self.tables.versions:
            text = self.tables.text(name)
            if is_other and found:
                found[-1] = found[-1]._replace(names=found[-1].names + (text,))
            else:
                is_release = not found or found[-1].version >> 32 != version >> 32
                found.append(NamedVersion(version, (text,), is_release))
        return found

    # ---- Targets

    def target(self, text: Union[Target, str], arch: Optional[str] = None) -> Target:
        """Returns the target of a text: "24H2/x64", or "Windows 7 SP1" with arch="x86".

        The architecture may be left out if the pack has only one. UnknownVersion; AmbiguousVersion:
        several versions have the name.
        """
        if isinstance(text, Target):
            return text
        version, slash, name = text.rpartition('/')
        if not slash:
            version, name = text, arch or ''
        if not name and len(self.arches) == 1:
            name = next(iter(self.arches))
        if name not in self.arches:
            raise UnknownVersion('%r needs one of the architectures %s' % (text, ', '.join(self.arches)))
        return Target(find_version(self.versions, version), self.arches[name])

    @property
    def identities(self) -> List[Identity]:
        """The kernels that were seen and can be told by their files."""
        return [Identity(uuid.UUID(bytes_le=guid) if any(guid) and not build else None, 0 if build else age, timestamp,
                         size, _target(number), (guid + age.to_bytes(4, 'little'))[:build] if build else None)
                for guid, age, timestamp, size, build, number in self.tables.identities]

    def kernel(self, guid: Union[uuid.UUID, str], age: int) -> Optional[Target]:
        """Returns the target of the kernel whose program database has a GUID and an age, or None."""
        wanted = (guid if isinstance(guid, uuid.UUID) else uuid.UUID(guid)).bytes_le
        return next((_target(record[5]) for record in self.tables.identities
                     if record[0] == wanted and record[1] == age and any(wanted)), None)

    def build(self, build_id: Union[bytes, str]) -> Optional[Target]:
        """Returns the target of the kernel whose ELF file has a build ID, as bytes or as hexadecimal digits, or None."""
        wanted = (bytes.fromhex(build_id) if isinstance(build_id, str) else build_id)[:20].ljust(20, b'\0')
        return self.kernel(uuid.UUID(bytes_le=wanted[:16]), int.from_bytes(wanted[16:], 'little'))

    def image(self, timestamp: int, image_size: int) -> Optional[Target]:
        """Returns the target of the kernel whose image has a TimeDateStamp and a SizeOfImage, or None."""
        return next((_target(record[5]) for record in self.tables.identities
                     if record[2] == timestamp and record[3] == image_size and image_size), None)

    def address(self, name: str, target: Union[Target, str]) -> Optional[int]:
        """Returns where a variable or function lies in the image of a target, from its beginning.

        None: nobody saw the build. An address is that of one build, with its own version and architecture, as an identity
        gives it. A name of another module than the kernel begins with the module: `fltmgr!FltGlobals`. UnknownName;
        Missing: the build has no such variable or function.
        """
        if name not in self.tables.addresses:
            raise UnknownName('the pack has no global %s' % name)
        target = self.target(target)
        address = self.tables.addresses[name].get(target.number)
        if address == 0:
            raise Missing('%s is absent at %s, attested' % (name, target), 'absent', Grade.ATTESTED)
        return address

    # ---- Types and members

    def __getitem__(self, name: str) -> Type:
        """Returns a type. `_EPROCESS` is EPROCESS, and PEB is ntdll!PEB if no other module has one."""
        index = self._names.get(name)
        if index is None:
            index = self._names.get(name.lstrip('_'))
        if index is None and '!' not in name:
            found = [i for own, i in self._names.items() if own.rpartition('!')[2] == name.lstrip('_')]
            index = found[0] if len(found) == 1 else None
        if index is None:
            raise UnknownName('the pack has no type %s' % name)
        return self._type(index)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def _type(self, index: int) -> Type:
        if index not in self._types:
            self._types[index] = Type(self, index)
        return self._types[index]

    def find(self, path: str, target: Union[Target, str]) -> Member:
        """Finds a member: "EPROCESS.Token", or through inner structures "EPROCESS.Pcb.Header.Type".

        The offset counts from the outermost structure, and the grade is the least certain one on the way. UnknownName,
        Missing.
        """
        target = self.target(target)
        parts = path.split('.')
        name, rest = next(((('.'.join(parts[:i])), parts[i:]) for i in range(1, len(parts))
                           if '.'.join(parts[:i]) in self), (parts[0], parts[1:]))
        if not rest:
            raise UnknownName('%s is no member of a structure' % path)
        member = self[name].member(rest[0], target)
        for part in rest[1:]:
            member = self._inner(member, part, target)
        member.name = path
        return member

    @staticmethod
    def _inner(outer: Member, name: str, target: Target) -> Member:
        inner = outer.type
        if not outer.is_record or outer.is_array or inner is None:
            raise Missing('%s is no structure' % outer.name, 'other kind', outer.grade)
        try:
            member = inner.member(name, target)
        except Missing as missing:
            raise Missing(str(missing), missing.why, max(missing.grade, outer.grade)) from None
        if member.is_flexible and not outer.is_flexible:
            member.count = max(outer.size * outer.count - member.offset, 0) // member.size
        member.offset += outer.offset
        member.grade = max(member.grade, outer.grade)
        return member


def _target(number: int) -> Target:
    return Target(number & (1 << 56) - 1, number >> 56)
