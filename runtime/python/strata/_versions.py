# SPDX-License-Identifier: 0BSD
"""Versions as people name them, by the rules of pack.md: "24H2", "win11-24h2", "Windows 7 SP1", "26100.1742"."""
import re
from typing import List, NamedTuple, Optional, Tuple

_SYNONYMS = {'win': 'windows', 'w': 'windows', 'service': 's', 'pack': 'p', 'version': '', 'build': '', 'os': '',
             'microsoft': ''}
ANY = 0xFFFF  # the revision of a build that is named without one


class UnknownVersion(KeyError):
    """A text means no version."""

    def __str__(self) -> str:
        return str(self.args[0])


class AmbiguousVersion(UnknownVersion):
    """A text means several versions, which the message names: "22H2" is one of Windows 10 and one of Windows 11."""


class NamedVersion(NamedTuple):
    """A release or a point of the axis: its version, and the names that mean it alone; the first is its own."""

    version: int
    names: Tuple[str, ...]
    is_release: bool


def version_text(version: int) -> str:
    """Returns a version as four numbers: "10.0.26100.1742"."""
    return '.'.join(str(n) for n in (version >> 48, version >> 32 & 0xFFFF, version >> 16 & 0xFFFF, version & 0xFFFF))


def _words(text: str) -> List[str]:
    """The folded words of a name that are not empty."""
    words = re.split(r'[-_,()\[\]\x00-\x20]+', text)
    folded = (re.sub('[A-Za-z]+', lambda run: _SYNONYMS.get(run[0].lower(), run[0].lower()), word) for word in words)
    return [word for word in folded if word]


def _is_part(text: str, name: str) -> bool:
    """True if a folded text is words of a name side by side."""
    words = _words(name)
    return any(''.join(words[i:k]) == text for i in range(len(words)) for k in range(i + 1, len(words) + 1))


def _is_end(text: str, name: str) -> bool:
    """True if a folded text is a name, or a name without its first words."""
    words = _words(name)
    return any(''.join(words[i:]) == text for i in range(len(words)))


def _number(text: str) -> Optional[Tuple[int, ...]]:
    if not re.fullmatch(r'[0-9]{1,5}(\.[0-9]{1,5}){0,3}', text):
        return None
    parts = tuple(int(part) for part in text.split('.'))
    return parts if max(parts) <= 0xFFFF else None


def _releases_of_build(axis: List[NamedVersion], build: int) -> List[int]:
    """The releases (as version >> 32) that a build may be of: see `Names of versions` in pack.md."""
    points = [(named.version >> 32, named.version >> 16 & 0xFFFF) for named in axis if not named.is_release]
    releases = sorted({release for release, _ in points})
    for (one, first), (other, second) in zip(points, points[1:]):
        if second < first or (second == first and one != other):
            return []
    below = [release for release, own in points if own <= build]
    above = [release for release, own in points if own == build] or [r for r, own in points if own > build]
    if not below:
        return []
    return [r for r in releases if below[-1] <= r <= (above[0] if above else below[-1])]


def _find_build(axis: List[NamedVersion], text: str) -> List[int]:
    parts = _number(text)
    if parts is None:
        return []
    if len(parts) >= 3:
        version = parts[0] << 48 | parts[1] << 32 | parts[2] << 16 | (parts[3] if len(parts) > 3 else ANY)
        return [version] if any(named.version >> 32 == version >> 32 for named in axis) else []
    rest = parts[0] << 16 | (parts[1] if len(parts) > 1 else ANY)
    return [release << 32 | rest for release in _releases_of_build(axis, parts[0])]


def _fits(axis: List[NamedVersion], words: str, version: int) -> bool:
    """True if words and a build are of one version: "Windows 11 26100.1742"."""
    point = None
    for named in axis:
        if not named.is_release and named.version <= version:
            point = named
    return any((named is point or (named.is_release and named.version >> 32 == version >> 32)) and
               any(_is_part(words, name) for name in named.names) for named in axis)


def find_version(axis: List[NamedVersion], text: str) -> int:
    """Returns the version that a text means. UnknownVersion, AmbiguousVersion."""
    words = _words(text)
    folded = ''.join(words)
    meant = [named for named in axis if folded and any(_is_end(folded, name) for name in named.names)]
    if len(meant) == 1:
        return meant[0].version
    if meant:
        raise AmbiguousVersion('%r is %s' % (text, ' or '.join(named.names[0] for named in meant)))
    found = _find_build(axis, words[-1]) if words else []
    if len(found) == 1 and (len(words) == 1 or _fits(axis, ''.join(words[:-1]), found[0])):
        return found[0]
    if len(found) > 1 and len(words) == 1:
        raise AmbiguousVersion('%r is %s' % (text, ' or '.join(map(version_text, found))))
    raise UnknownVersion('no version is called %r' % text)
