# SPDX-License-Identifier: 0BSD
"""Views: the bytes of a structure, read by a layout."""
import struct
from typing import Any, Callable, Iterator, List, Optional, Tuple, Union

from ._pack import Layout, Member, Missing

Bytes = Union[bytes, bytearray, memoryview]


class TooShort(ValueError):
    """The buffer ends before the structure or the member."""


class EnumValue(int):
    """A value of an enum or of flags: a number with a name. `name` is None if the version has none for it."""

    name: Optional[str]

    def __new__(cls, value: int, name: Optional[str]) -> 'EnumValue':
        self = super().__new__(cls, value)
        self.name = name
        return self

    def __repr__(self) -> str:
        return '%s (%d)' % (self.name, self) if self.name else int.__repr__(self)


class View:
    """A structure in a buffer: `view["Token"]`, and `view.Token` if no method has the name.

    Scalars are int, bool or float; values of enums are EnumValue; characters and untyped bytes are bytes; inner
    structures are views; arrays are lists. The buffer is not copied.
    """

    def __init__(self, layout: Layout, buffer: Bytes, offset: int = 0) -> None:
        """Opens a view at an offset of a buffer. TooShort: the structure does not end within the buffer."""
        self._layout, self._bytes = layout, memoryview(buffer).cast('B')[offset:]
        if len(self._bytes) < layout.least:
            raise TooShort('%s needs %d bytes, there are %d' % (layout.type.name, layout.least, len(self._bytes)))

    def layout(self) -> Layout:
        return self._layout

    def __getitem__(self, name: str) -> Any:
        """Returns the value of a member. Missing, UnknownName, TooShort."""
        return self._read(self._layout.member(name))

    def __getattr__(self, name: str) -> Any:
        if name.startswith('__'):
            raise AttributeError(name)
        try:
            return self[name]
        except LookupError as error:
            raise AttributeError(str(error)) from error

    def get(self, name: str, default: Any = None) -> Any:
        """Returns the value of a member, or `default` if this version lacks it."""
        try:
            return self[name]
        except Missing:
            return default

    def text(self, name: str) -> str:
        """Returns an array of characters up to its first NUL: of one byte as Latin-1, of two bytes as UTF-16."""
        member = self._layout.member(name)
        raw, wide = self._slice(member), member.size == 2
        units = [raw[i:i + member.size] for i in range(0, len(raw) - len(raw) % member.size, member.size)]
        end = next((i for i, unit in enumerate(units) if not any(unit)), len(units))
        return bytes(raw[:end * member.size]).decode('utf-16-le' if wide else 'latin-1', 'replace')

    def walk(self) -> Iterator[Tuple[str, Any]]:
        """Yields the members that this version has, each with its value, in the order of the spec."""
        for name in self._layout:
            yield name, self[name]

    # ---- Reading

    def _slice(self, member: Member) -> memoryview:
        end = len(self._bytes) if member.is_flexible else member.offset + member.size * member.count
        if end > len(self._bytes) or member.offset > len(self._bytes):
            raise TooShort('%s ends at %d, the buffer has %d bytes' % (member.name, end, len(self._bytes)))
        return self._bytes[member.offset:end]

    def _read(self, member: Member) -> Any:
        raw = self._slice(member)
        if member.is_record:
            return self._records(member, raw)
        if not member.is_array:
            return self._scalar(member, raw)
        if member.kind == 'bytes' or (member.meaning == 'char' and member.size == 1):
            return bytes(raw)
        values = [self._scalar(member, raw[i:i + member.size])
                  for i in range(0, len(raw) - len(raw) % member.size, member.size)]
        return [values[i:i + member.columns] for i in range(0, len(values), member.columns)] \
            if 0 < member.columns < member.count else values

    def _records(self, member: Member, raw: memoryview) -> Any:
        inner = member.type
        assert inner is not None  # the pack says so of each record
        layout = inner.at(self._layout.target)
        if not member.is_array:
            return View(layout, raw)
        return [View(layout, raw[i:i + member.size]) for i in range(0, len(raw) - member.size + 1, member.size)]

    def _scalar(self, member: Member, raw: memoryview) -> Any:
        if member.is_float:
            return struct.unpack('<f' if member.size == 4 else '<d', raw)[0]
        value = int.from_bytes(raw, 'little')
        bits = member.width or member.size * 8
        value = value >> member.bit & (1 << bits) - 1
        if member.is_signed and value >> bits - 1:
            value -= 1 << bits
        if member.meaning == 'bool':
            return bool(value)
        named = member.type
        if named is not None and named.is_enum and member.kind != 'pointer':
            return EnumValue(value, named.name_of(value, self._layout.target))
        return value

    def __repr__(self) -> str:
        return '<view of %r>' % self._layout



def read_unicode_string(string: View, read: Callable[[int, int], bytes]) -> str:
    """Returns the text of a UNICODE_STRING. `read(address, size)` returns the bytes at an address."""
    size, address = string['Length'], string['Buffer']
    return read(address, size).decode('utf-16-le', 'replace') if size and address else ''


def walk_list(head: int, layout: Layout, member: str, read: Callable[[int, int], bytes]) -> Iterator[View]:
    """Yields the structures of a doubly linked list, which hang together by a LIST_ENTRY.

    `head` is the address of the list's head, `member` names the LIST_ENTRY in the structure. A list that does not come
    back to its head ends where it comes to an entry again.
    """
    link = layout.member(member)
    pointer = layout.type.pack.find('LIST_ENTRY.Flink', layout.target).size
    address, seen = int.from_bytes(read(head, pointer), 'little'), {head}
    while address not in seen and address:
        seen.add(address)
        found = View(layout, read(address - link.offset, layout.size))
        yield found
        address = int.from_bytes(read(address, pointer), 'little')


__all__: List[str] = ['Bytes', 'EnumValue', 'TooShort', 'View', 'read_unicode_string', 'walk_list']
