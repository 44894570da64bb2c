// SPDX-License-Identifier: 0BSD
//! Which layout a version takes, and how well it is known: the steps of pack.md.
use crate::pack::{Pack, Part, Target, NONE, REVISION};
use core::fmt;

/// How well an answer is known; a greater grade is known less well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// This build and revision was seen.
    Attested,
    /// Between two seen revisions of its build that agree.
    Bracketed,
    /// Its build was seen on one side, or the builds on both sides agree.
    Interpolated,
    /// Past all builds that were seen.
    Extrapolated,
    /// The neighbours differ.
    Disputed,
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grade::Attested => "attested",
            Grade::Bracketed => "bracketed",
            Grade::Interpolated => "interpolated",
            Grade::Extrapolated => "extrapolated",
            Grade::Disputed => "disputed",
        })
    }
}

/// Part of a part of a pack that holds targets.
#[derive(Clone, Copy)]
struct List {
    first: u32,
    count: u32,
}

impl List {
    fn get(self, pack: &Pack, index: u32) -> Option<u64> {
        if index < self.count { Some(pack.u64_at(Part::Sightings, self.first + index)) } else { None }
    }
    /// Returns the number of targets at or before one.
    fn up_to(self, pack: &Pack, target: u64) -> u32 {
        Pack::bisect(self.count, |i| pack.u64_at(Part::Sightings, self.first + i) > target)
    }
    fn has(self, pack: &Pack, target: u64) -> bool {
        let at = self.up_to(pack, target);
        at > 0 && self.get(pack, at - 1) == Some(target)
    }
    /// Returns target number `index` if it is on the architecture of another target. `index` may wrap below 0.
    fn on(self, pack: &Pack, index: u32, target: u64) -> Option<u64> {
        self.get(pack, index).filter(|found| found >> 56 == target >> 56)
    }
}

/// In the answer of a table in place of a layout: the build runs the kernel of another build.
const OF_KERNEL: u32 = 0xFFFF_FFFE;
/// The same: the structure is not on the architecture.
pub(crate) const NO_ARCH: u32 = 0xFFFF_FFFD;

/// The answers for a structure of which single members were seen: see "Tables" in pack.md.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    pack: Pack<'a>,
    index: u32,
}

/// An answer of a table: a layout, or None, and the index of its first grade.
pub(crate) type Answer = (Option<u32>, u32);

impl<'a> Table<'a> {
    /// Returns the table of a type, or None.
    pub(crate) fn new(pack: Pack<'a>, of: u32) -> Option<Table<'a>> {
        if pack.byte_at(Part::Types, of, 7) & 1 == 0 {
            return None;
        }
        let index = Pack::bisect(pack.count(Part::Tables), |i| pack.u32_at(Part::Tables, i, 0) >= of);
        Some(Table { pack, index })
    }

    fn word(&self, at: usize) -> u32 {
        self.pack.u32_at(Part::Tables, self.index, at)
    }

    fn at(&self, target: u64) -> Option<(u32, u32)> {
        let (pack, count) = (&self.pack, self.word(12));
        let end = Pack::bisect(pack.count(Part::Points), |i| pack.u64_at(Part::Points, i) > target);
        let point = end.checked_sub(1).filter(|&i| pack.u64_at(Part::Points, i) >> 56 == target >> 56)?;
        let number = if count > 256 {
            pack.u16_at(Part::Cells, self.word(4) + 2 * point)
        } else {
            pack.byte_at(Part::Cells, self.word(4) + point, 0) as u32
        };
        let answer = self.word(8) + if number < count { number } else { 0 };
        let layout = pack.u32_at(Part::Answers, answer, 0);
        if layout == NO_ARCH { None } else { Some((layout, pack.u32_at(Part::Answers, answer, 4))) }
    }

    /// Returns the answer for a target, or None if the structure is not on the architecture.
    pub(crate) fn find(&self, target: u64) -> Option<Answer> {
        let mut answer = self.at(target)?;
        if answer.0 == OF_KERNEL {
            answer = self.at(self.pack.kernel_target(target).unwrap_or(target))?;
        }
        Some((if answer.0 < NO_ARCH { Some(answer.0) } else { None }, answer.1))
    }

    /// Returns the grade of the structure, or of a member by its number, in an answer.
    pub(crate) fn grade(&self, first: u32, member: Option<u32>) -> Grade {
        let column = member.map_or(0, |member| self.pack.u16_at(Part::Columns, self.word(16) + member));
        match self.pack.byte_at(Part::Grades, first + column, 0) {
            0 => Grade::Attested,
            1 => Grade::Bracketed,
            2 => Grade::Interpolated,
            3 => Grade::Extrapolated,
            _ => Grade::Disputed,
        }
    }
}

/// The ranges and the evidence of one type.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pack: Pack<'a>,
    first: u32,
    count: u32,
    seen: List,
    documented: List,
}

/// The answer for one target: a layout, or None; the number of a layout counts from the type's first.
pub(crate) type Standing = (Option<u32>, Grade);

impl<'a> Known<'a> {
    pub(crate) fn new(pack: Pack<'a>, index: u32) -> Known<'a> {
        let first = pack.u32_at(Part::Types, index, 12);
        let evidence = pack.u32_at(Part::Types, index, 24);
        let (seen, documented) = (pack.u32_at(Part::Evidence, evidence, 0), pack.u32_at(Part::Evidence, evidence, 4));
        Known {
            pack,
            first,
            count: pack.u32_at(Part::Types, index + 1, 12) - first,
            seen: List { first: seen, count: documented - seen },
            documented: List { first: documented, count: pack.u32_at(Part::Evidence, evidence + 1, 0) - documented },
        }
    }

    fn start(&self, range: u32) -> u64 {
        self.pack.u64_at(Part::Targets, self.pack.u32_at(Part::Ranges, self.first + range, 0))
    }

    /// Returns the number of ranges that begin at or before a target.
    fn ranges_up_to(&self, target: u64) -> u32 {
        Pack::bisect(self.count, |i| self.start(i) > target)
    }

    fn on_arch(&self, range: u32, target: u64) -> bool {
        range < self.count && self.start(range) >> 56 == target >> 56
    }

    /// True if the type has a range on the architecture of a target.
    pub(crate) fn is_on(&self, target: Target) -> bool {
        let at = self.ranges_up_to(target.0);
        self.on_arch(at, target.0) || self.on_arch(at.wrapping_sub(1), target.0)
    }

    /// Returns the layout that the ranges give for a target.
    pub(crate) fn layout_at(&self, target: u64) -> Option<u32> {
        let at = self.ranges_up_to(target).wrapping_sub(1);
        let number = if self.on_arch(at, target) { self.pack.u32_at(Part::Ranges, self.first + at, 4) } else { NONE };
        if number == NONE { None } else { Some(number) }
    }

    /// Returns the first attested target of the build of a target, and the first one after the build, as indices.
    fn build(&self, target: u64) -> (u32, u32) {
        let base = target & !REVISION;
        (self.seen.up_to(&self.pack, base.wrapping_sub(1)), self.seen.up_to(&self.pack, target | REVISION))
    }

    /// Step 1: the target, or the same revision of the build beside it, which runs the same kernel.
    pub(crate) fn looked_up(&self, target: u64) -> u64 {
        let pack = &self.pack;
        let (first, end) = self.build(target);
        let has_arch = [first.wrapping_sub(1), end].iter().any(|&i| self.seen.on(pack, i, target).is_some());
        if first != end || !has_arch {
            return target;
        }
        pack.kernel_target(target).unwrap_or(target)
    }

    /// Steps 2 to 10 for a target of `looked_up`. Two layouts are the same if `same` says so. `chosen` is the layout of
    /// the target if it is known already, as for members.
    pub(crate) fn stand(
        &self,
        target: u64,
        chosen: Option<Option<u32>>,
        same: impl Fn(Option<u32>, Option<u32>) -> bool,
    ) -> Standing {
        let ruled = chosen.unwrap_or_else(|| self.layout_at(target));
        if self.seen.has(&self.pack, target) {
            let is_twin = self.is_ambiguous(target, target, &same);
            return (ruled, if is_twin { Grade::Disputed } else { Grade::Attested });
        }
        let (first, end) = self.build(target);
        let mut is_any = target & REVISION == REVISION;
        let (before, after, found, grade);
        if first < end && (is_any || target & REVISION == 0) {
            is_any = true;
            let last = self.seen.get(&self.pack, end - 1).unwrap_or(target);
            found = chosen.unwrap_or_else(|| self.layout_at(last));
            grade = Grade::Interpolated;
            before = Some(target & !REVISION);
            after = Some(target | REVISION);
        } else {
            let around = self.around(target);
            before = around.before;
            after = around.after;
            let judged = self.judge(target, &around, ruled, &same);
            found = chosen.unwrap_or(judged.0);
            grade = judged.1;
        }
        let is_disputed = self.is_ambiguous(before.unwrap_or(target), after.unwrap_or(target), &same)
            || (is_any && !self.is_even(target, found, &same));
        (found, if is_disputed { Grade::Disputed } else { grade })
    }

    /// True if the ranges give all revisions of a build a layout that is the same as one.
    fn is_even(&self, target: u64, layout: Option<u32>, same: &impl Fn(Option<u32>, Option<u32>) -> bool) -> bool {
        let base = target & !REVISION;
        same(self.layout_at(base), layout)
            && (self.ranges_up_to(base)..self.ranges_up_to(target | REVISION))
                .all(|i| same(self.layout_at(self.start(i)), layout))
    }

    /// True if an attested version from `first` to `last` has a second kernel with another layout.
    fn is_ambiguous(&self, first: u64, last: u64, same: &impl Fn(Option<u32>, Option<u32>) -> bool) -> bool {
        (0..self.pack.count(Part::Twins)).any(|i| {
            let record = self.pack.record(Part::Twins, i);
            let (one, other) = (crate::pack::load_u64(record, 0), crate::pack::load_u64(record, 8));
            first <= one
                && one <= last
                && self.seen.has(&self.pack, one)
                && self.seen.has(&self.pack, other)
                && !same(self.layout_at(one), self.layout_at(other))
        })
    }

    /// Step 4: the neighbours of a target.
    fn around(&self, target: u64) -> Around {
        let pack = &self.pack;
        let at = self.seen.up_to(pack, target);
        let run = self.documented.up_to(pack, target);
        let mut around = Around {
            before: self.seen.on(pack, at.wrapping_sub(1), target),
            after: self.seen.on(pack, at, target),
            is_documented: run % 2 == 1,
            is_by_document: false,
        };
        if around.is_documented {
            return around;
        }
        if let Some(end) = self.documented.on(pack, run.wrapping_sub(1), target) {
            if around.before.map_or(true, |before| end.wrapping_sub(1) > before) {
                around.before = Some(end.wrapping_sub(1));
                around.is_by_document = true;
            }
        }
        if let Some(begin) = self.documented.on(pack, run, target) {
            if around.after.map_or(true, |after| begin < after) {
                around.after = Some(begin);
                around.is_by_document = true;
            }
        }
        around
    }

    /// Steps 5 to 10.
    fn judge(
        &self,
        target: u64,
        around: &Around,
        own: Option<u32>,
        same: &impl Fn(Option<u32>, Option<u32>) -> bool,
    ) -> Standing {
        let build = target >> 16;
        let is_of_older = around.before.map_or(false, |before| before >> 16 == build);
        let is_of_newer = around.after.map_or(false, |after| after >> 16 == build);
        if around.is_documented && !is_of_older && !is_of_newer {
            return (own, Grade::Interpolated);
        }
        let older = around.before.and_then(|before| self.layout_at(before));
        let newer = around.after.and_then(|after| self.layout_at(after));
        if is_of_older != is_of_newer {
            let is_same = same(own, if is_of_older { older } else { newer });
            return (own, if is_same { Grade::Interpolated } else { Grade::Disputed });
        }
        let (before, after) = match (around.before, around.after) {
            (Some(before), Some(after)) => (before, after),
            _ => return (own, Grade::Extrapolated),
        };
        if !same(own, older) && !same(own, newer) {
            return (own, Grade::Disputed);
        }
        if same(older, newer) {
            let is_bracketed = is_of_older && !around.is_by_document;
            return (own, if is_bracketed { Grade::Bracketed } else { Grade::Interpolated });
        }
        let begin = if before >> 16 == after >> 16 { after } else { after & !REVISION };
        let is_change = self.layout_at(begin.wrapping_sub(1)) == older && self.layout_at(begin) == newer;
        (if is_change { newer } else { own }, Grade::Disputed)
    }
}

/// What is known around a target.
struct Around {
    before: Option<u64>,
    after: Option<u64>,
    is_documented: bool,
    is_by_document: bool,
}
