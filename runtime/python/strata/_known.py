# SPDX-License-Identifier: 0BSD
"""Which layout a version takes, and how well it is known: the steps of pack.md."""
import enum
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Callable, Dict, List, Optional, Sequence, Tuple

from ._format import NO_ARCH, NONE, OF_KERNEL, Tables

if TYPE_CHECKING:
    from typing import Any

Key = Callable[[Optional[int]], 'Any']


class Grade(enum.IntEnum):
    """How well an answer is known; a greater number is known less well."""

    ATTESTED = 0
    BRACKETED = 1
    INTERPOLATED = 2
    EXTRAPOLATED = 3
    DISPUTED = 4

    def __str__(self) -> str:
        return self.name.lower()


class Table:
    """The answers for a structure of which single members were seen: see "Tables" in pack.md."""

    def __init__(self, tables: Tables, kernels: Dict[int, int], index: int) -> None:
        at = 6 * list(tables.tables[::6]).index(index)
        self.cell, self.answer, self.count, self.column, self.width = tables.tables[at + 1:at + 6]
        self.tables, self.kernels = tables, kernels

    def _at(self, target: int) -> Optional[Tuple[int, int]]:
        """(layout, index of the first grade) of an answer; None if the structure is not on the architecture."""
        tables = self.tables
        point = bisect_right(tables.points, target) - 1
        if point < 0 or tables.points[point] >> 56 != target >> 56:
            return None
        number = tables.cells[self.cell + point]
        if self.count > 256:
            at = self.cell + 2 * point
            number = tables.cells[at] | tables.cells[at + 1] << 8
        at = 2 * (self.answer + (number if number < self.count else 0))
        layout, grades = tables.answers[at:at + 2]
        return None if layout == NO_ARCH else (layout, grades)

    def find(self, target: int) -> Optional[Tuple[Optional[int], int]]:
        """(layout or None, index of the first grade); None if the structure is not on the architecture."""
        answer = self._at(target)
        if answer and answer[0] == OF_KERNEL:
            kernel = self.kernels.get(target >> 16 & (1 << 40) - 1)
            answer = answer if kernel is None else self._at((target >> 56 << 56) | kernel | (target & 0xFFFF))
        return answer and (None if answer[0] >= NO_ARCH else answer[0], answer[1])

    def grade(self, first: int, member: Optional[int] = None) -> Grade:
        """The grade of the structure, or of a member by its number, in an answer."""
        return Grade(self.tables.grades[first + (0 if member is None else self.tables.columns[self.column + member])])


class Known:
    """The ranges and the evidence of one type."""

    def __init__(self, tables: Tables, kernels: Dict[int, int], index: int) -> None:
        record, after = tables.types[index], tables.types[index + 1]
        ranges = tables.ranges[2 * record[6]:2 * after[6]]
        self.starts = [tables.targets[i] for i in ranges[::2]]
        self.numbers: List[Optional[int]] = [None if n == NONE else n for n in ranges[1::2]]
        seen, documented, end = tables.evidence[2 * record[9]:2 * record[9] + 3]
        self.seen = list(tables.sightings[seen:documented])
        self.documented = list(tables.sightings[documented:end])
        self.kernels = kernels
        self.twins = tables.twins

    def is_on(self, target: int) -> bool:
        """True if the type has a range on the architecture of a target."""
        return any(start >> 56 == target >> 56 for start in self.starts)

    def layout_at(self, target: int) -> Optional[int]:
        """Returns the number of the layout that the ranges give for a target."""
        at = bisect_right(self.starts, target) - 1
        return self.numbers[at] if at >= 0 and self.starts[at] >> 56 == target >> 56 else None

    def looked_up(self, target: int) -> int:
        """Step 1: the target, or the same revision of the build beside it, which runs the same kernel."""
        kernel = self.kernels.get(target >> 16 & (1 << 40) - 1)
        if kernel is None or self._of_build(target) or not any(t >> 56 == target >> 56 for t in self.seen):
            return target
        return (target >> 56 << 56) | kernel | (target & 0xFFFF)

    def stand(self, target: int, key: Optional[Key] = None,
              chosen: Optional[int] = None) -> Tuple[Optional[int], Grade]:
        """Steps 2 to 10 for a target that looked_up returned. With `key`, two layouts count as the same if their keys
        are equal, and `chosen` is the layout of the target."""
        same = key or _itself
        own = self._of_build(target)
        ruled = self.layout_at(target) if key is None else chosen
        if target in own:
            return ruled, Grade.DISPUTED if self._is_ambiguous(target, target, same) else Grade.ATTESTED
        is_any = target & 0xFFFF == 0xFFFF
        if own and target & 0xFFFF in (0, 0xFFFF):
            layout = self.layout_at(own[-1]) if key is None else chosen
            is_any, grade = True, Grade.INTERPOLATED
            first, last = own[0], own[-1]
        else:
            before, after, layout, grade = self._between(target, same, ruled)
            first, last = target if before is None else before, target if after is None else after
        if self._is_ambiguous(first, last, same) or (is_any and not self._is_even(target, same, layout)):
            grade = Grade.DISPUTED
        return layout, grade

    def _of_build(self, target: int) -> Sequence[int]:
        first = bisect_left(self.seen, target >> 16 << 16)
        return self.seen[first:bisect_right(self.seen, target | 0xFFFF)]

    def _is_even(self, target: int, same: Key, layout: Optional[int]) -> bool:
        """True if the ranges give all revisions of the build a layout that is the same."""
        first = target >> 16 << 16
        begins = self.starts[bisect_right(self.starts, first):bisect_right(self.starts, target | 0xFFFF)]
        wanted = same(layout)
        return all(same(self.layout_at(begin)) == wanted for begin in [first, *begins])

    def _is_ambiguous(self, first: int, last: int, same: Key) -> bool:
        """True if an attested version from first to last has a second kernel with another layout."""
        return any(first <= one <= last and one in self.seen and other in self.seen and
                   same(self.layout_at(one)) != same(self.layout_at(other)) for one, other in self.twins)

    def _neighbours(self, target: int) -> Tuple[Optional[int], Optional[int], bool, bool]:
        """The targets beside a target, if a document speaks of it, and if a neighbour comes from a document."""
        arch = target >> 56
        at = bisect_right(self.seen, target)
        before = self.seen[at - 1] if at and self.seen[at - 1] >> 56 == arch else None
        after = self.seen[at] if at < len(self.seen) and self.seen[at] >> 56 == arch else None
        at = bisect_right(self.documented, target)
        if at % 2:
            return before, after, True, False
        by_document = False
        if at and self.documented[at - 1] >> 56 == arch and (before is None or self.documented[at - 1] - 1 > before):
            before, by_document = self.documented[at - 1] - 1, True
        if at < len(self.documented) and self.documented[at] >> 56 == arch and \
                (after is None or self.documented[at] < after):
            after, by_document = self.documented[at], True
        return before, after, False, by_document

    def _between(self, target: int, same: Key, own: Optional[int]
                 ) -> Tuple[Optional[int], Optional[int], Optional[int], Grade]:
        """(before, after, layout, grade) by steps 4 to 10, without twins."""
        before, after, is_documented, by_document = self._neighbours(target)
        is_of_older = before is not None and before >> 16 == target >> 16
        is_of_newer = after is not None and after >> 16 == target >> 16
        if is_documented and not is_of_older and not is_of_newer:
            return before, after, own, Grade.INTERPOLATED
        older = None if before is None else self.layout_at(before)
        newer = None if after is None else self.layout_at(after)
        if is_of_older != is_of_newer:
            beside = older if is_of_older else newer
            return before, after, own, Grade.INTERPOLATED if same(own) == same(beside) else Grade.DISPUTED
        if before is None or after is None:
            return before, after, own, Grade.EXTRAPOLATED
        if same(own) not in (same(older), same(newer)):
            return before, after, own, Grade.DISPUTED
        if same(older) == same(newer):
            is_bracketed = is_of_older and not by_document
            return before, after, own, Grade.BRACKETED if is_bracketed else Grade.INTERPOLATED
        begin = after if before >> 16 == after >> 16 else after >> 16 << 16
        is_change = self.layout_at(begin - 1) == older and self.layout_at(begin) == newer
        return before, after, newer if is_change else own, Grade.DISPUTED


def _itself(layout: Optional[int]) -> Optional[int]:
    return layout
