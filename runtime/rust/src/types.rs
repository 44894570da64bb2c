// SPDX-License-Identifier: 0BSD
//! Types, their layouts for targets, and the members of layouts.
use crate::known::{Grade, Known, Table};
use crate::names::find_in_index;
use crate::pack::{load_u32, load_u64, weaker, Pack, Part, Target, Why, NONE};
use crate::view::View;
use crate::Error;

/// Kind of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// A structure.
    Struct,
    /// A union.
    Union,
    /// An enumeration; its members are enumerators.
    Enum,
    /// An enumeration whose values are or-ed.
    Flags,
}

/// A structure, union, enum or flags, in all versions.
#[derive(Clone, Copy)]
pub struct Type<'a> {
    pack: Pack<'a>,
    index: u32,
}

impl<'a> Type<'a> {
    pub(crate) fn new(pack: Pack<'a>, index: u32) -> Type<'a> {
        Type { pack, index }
    }

    fn word(&self, at: usize) -> u32 {
        self.pack.u32_at(Part::Types, self.index, at)
    }

    /// Returns the name; the structure that member M of S declares is "S.M".
    pub fn name(&self) -> &'a str {
        self.pack.text(self.word(0))
    }

    /// Returns the kind.
    pub fn kind(&self) -> TypeKind {
        match self.pack.record(Part::Types, self.index).get(4) {
            Some(0) => TypeKind::Struct,
            Some(1) => TypeKind::Union,
            Some(2) => TypeKind::Enum,
            _ => TypeKind::Flags,
        }
    }

    /// True for enums and flags.
    pub fn is_enum(&self) -> bool {
        matches!(self.kind(), TypeKind::Enum | TypeKind::Flags)
    }

    /// Returns the names of members or enumerators in all versions together, in the order of the spec.
    pub fn members(&self) -> impl Iterator<Item = &'a str> + 'a {
        let (pack, first) = (self.pack, self.word(8));
        (first..self.word(8 + 28)).map(move |i| pack.text(pack.u32_at(Part::Members, i, 0)))
    }

    fn find_member(&self, name: &str) -> Result<u32, Error> {
        let (first, entry) = (self.word(8), self.word(20));
        let table = self.pack.record(Part::MemberIndex, entry);
        let name_at = |i| self.pack.text(self.pack.u32_at(Part::Members, first + i, 0));
        let is_empty = name.is_empty();
        find_in_index(table, self.word(20 + 28) - entry, name, name_at)
            .filter(|_| !is_empty)
            .map(|i| first + i)
            .ok_or(Error::UnknownName)
    }

    fn stand(&self, target: Target) -> (Option<u32>, Grade, Why) {
        let known = Known::new(self.pack, self.index);
        let table = Table::new(self.pack, self.index);
        let answer = table.and_then(|table| table.find(target.0));
        if !(if table.is_some() { answer.is_some() } else { known.is_on(target) }) {
            return (None, Grade::Extrapolated, Why::Arch);
        }
        if target.version() == Target(u64::MAX).version() {
            return (None, Grade::Disputed, Why::Version);
        }
        if let (Some(table), Some((layout, first))) = (table, answer) {
            return (layout, table.grade(first, None), Why::Version);
        }
        let looked_up = known.looked_up(target.0);
        let (layout, grade) = known.stand(looked_up, None, |one, other| one == other);
        (if self.is_enum() { known.layout_at(looked_up) } else { layout }, grade, Why::Version)
    }

    /// Returns the layout for a target.
    ///
    /// # Errors
    /// `Missing`: the grade says how well it is known that the type is not there.
    pub fn at(&self, target: Target) -> Result<Layout<'a>, Error> {
        let (number, grade, why) = self.stand(target);
        let number = number.ok_or(Error::Missing(why, grade))?;
        let record = self.pack.record(Part::Layouts, self.word(16) + number);
        let (size, least, align) = (load_u32(record, 0), load_u32(record, 4), load_u32(record, 8));
        Ok(Layout { of: *self, target, number, size: if size == NONE { least } else { size }, least, align, grade })
    }

    /// Returns a member of the layout for a target. A name that no version has is `UnknownName` for all targets.
    pub(crate) fn member_at(&self, name: &str, target: Target) -> Result<Member<'a>, Error> {
        let member = self.find_member(name)?;
        self.at(target)?.take(member)
    }

    /// Returns the shape and the value of a member's run in a layout.
    fn run(&self, member: u32, layout: u32) -> Option<(u32, u32)> {
        let pack = &self.pack;
        let first = pack.u32_at(Part::Members, member, 4);
        let count = pack.u32_at(Part::Members, member + 1, 4) - first;
        let at = Pack::bisect(count, |i| pack.u32_at(Part::Runs, first + i, 4) >> 20 > layout);
        let run = first + at.checked_sub(1)?;
        Some((pack.u32_at(Part::Runs, run, 4) & 0xF_FFFF, pack.u32_at(Part::Runs, run, 0)))
    }

    /// True if two layouts agree in a member.
    fn is_same(&self, member: u32, one: Option<u32>, other: Option<u32>) -> bool {
        let find = |layout: Option<u32>| layout.and_then(|number| self.run(member, number)).unwrap_or((0, 0));
        let ((left, value), (right, other_value)) = (find(one), find(other));
        let (left, right) = (self.pack.record(Part::Shapes, left), self.pack.record(Part::Shapes, right));
        let tag = left[3];
        if tag >= 0xE0 || right[3] >= 0xE0 {
            return tag == right[3];
        }
        value == other_value
            && left[..4] == right[..4]
            && (matches!(tag, 0x00 | 0x40) || left[4..12] == right[4..12])
            && (!matches!(tag, 0x20 | 0x30) || left[20..24] == right[20..24])
    }

    /// Returns the value of an enumerator for a target; a negative one in two's complement.
    ///
    /// # Errors
    /// `UnknownName`, `Missing`, `OtherKind`: it is no enum.
    pub fn value(&self, name: &str, target: Target) -> Result<u64, Error> {
        if !self.is_enum() {
            return Err(Error::OtherKind);
        }
        let member = self.find_member(name)?;
        let layout = self.at(target)?;
        self.value_of(member, layout.number).ok_or(Error::Missing(Why::Absent, layout.grade))
    }

    fn value_of(&self, member: u32, layout: u32) -> Option<u64> {
        let (shape, value) = self.run(member, layout)?;
        if shape == 1 { Some(self.pack.u64_at(Part::Values, value)) } else { None }
    }

    /// Returns the name of the first enumerator with a value; None if there is none, "" if it has no name.
    pub fn name_of(&self, value: u64, target: Target) -> Option<&'a str> {
        let layout = if self.is_enum() { self.at(target).ok()? } else { return None };
        (self.word(8)..self.word(8 + 28))
            .find(|&i| self.value_of(i, layout.number) == Some(value))
            .map(|i| self.pack.text(self.pack.u32_at(Part::Members, i, 0)))
    }
}

/// A layout of a structure, or the values of an enum, for a target.
#[derive(Clone, Copy)]
pub struct Layout<'a> {
    of: Type<'a>,
    number: u32,
    /// The requested target.
    pub target: Target,
    /// Size in bytes; the least size if nobody has documented it.
    pub size: u32,
    /// Size in bytes that a buffer must have: the size, or the bytes before an array without an end.
    pub least: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// How well the layout is known.
    pub grade: Grade,
}

impl<'a> Layout<'a> {
    /// Returns the type.
    pub fn of(&self) -> Type<'a> {
        self.of
    }

    /// Returns how well the place of a member is known, or that it is absent.
    ///
    /// # Errors
    /// `UnknownName`.
    pub fn grade_of(&self, name: &str) -> Result<Grade, Error> {
        Ok(self.member_grade(self.of.find_member(name)?))
    }

    fn member_grade(&self, member: u32) -> Grade {
        let table = Table::new(self.of.pack, self.of.index);
        if let Some((table, (_, first))) = table.and_then(|table| Some((table, table.find(self.target.0)?))) {
            return table.grade(first, Some(member - self.of.word(8)));
        }
        if self.grade != Grade::Disputed {
            return self.grade;
        }
        let known = Known::new(self.of.pack, self.of.index);
        let looked_up = known.looked_up(self.target.0);
        known.stand(looked_up, Some(Some(self.number)), |one, other| {
            one == other || self.of.is_same(member, one, other)
        }).1
    }

    /// Returns a member.
    ///
    /// # Errors
    /// `UnknownName`; `Missing`: this version lacks it, or its offset is unknown; `OtherKind`: it is an enumerator.
    pub fn member(&self, name: &str) -> Result<Member<'a>, Error> {
        self.take(self.of.find_member(name)?)
    }

    fn take(&self, member: u32) -> Result<Member<'a>, Error> {
        let pack = self.of.pack;
        let (index, offset) = self.of.run(member, self.number).unwrap_or((0, 0));
        let shape = pack.record(Part::Shapes, index);
        if shape[24] == 5 {
            return Err(Error::OtherKind);
        }
        let grade = self.member_grade(member);
        match shape[3] {
            0xF0 => Err(Error::Missing(Why::Absent, grade)),
            0xE0 => Err(Error::Missing(Why::Unknown, grade)),
            _ => Ok(Member {
                pack,
                shape: index,
                name: pack.text(pack.u32_at(Part::Members, member, 0)),
                offset,
                size: load_u32(shape, 4),
                count: load_u32(shape, 8),
                grade,
            }),
        }
    }

    /// Returns the named members that this version has, in the order of the spec.
    pub fn members(&self) -> Members<'a> {
        Members { layout: *self, next: self.of.word(8), end: self.of.word(8 + 28) }
    }

    /// Opens a view of the structure at the beginning of a buffer.
    ///
    /// # Errors
    /// `TooShort`.
    pub fn view<'b>(&self, bytes: &'b [u8]) -> Result<View<'a, 'b>, Error> {
        View::new(*self, bytes)
    }
}

/// The members of a layout.
#[derive(Clone)]
pub struct Members<'a> {
    layout: Layout<'a>,
    next: u32,
    end: u32,
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    fn next(&mut self) -> Option<Member<'a>> {
        while self.next < self.end {
            self.next += 1;
            match self.layout.take(self.next - 1) {
                Ok(member) if !member.name.is_empty() => return Some(member),
                _ => continue,
            }
        }
        None
    }
}

/// Kind of a member's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Unsigned integer, enum or flags.
    Unsigned,
    /// Signed integer.
    Signed,
    /// Pointer.
    Pointer,
    /// Structure or union.
    Record,
    /// Bytes without a known type.
    Bytes,
    /// IEEE 754 floating-point number.
    Float,
}

/// Meaning of an integer, by its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A number, or a value of an enum or flags.
    Number,
    /// A character; of 2 bytes a unit of UTF-16.
    Char,
    /// 0 is false, 1 is true.
    Bool,
}

/// Origin of a member's offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// The document states it.
    Documented,
    /// Inferred from the members around it.
    Inferred,
    /// The document states another offset, which is wrong.
    Corrected,
}

/// A member of one layout.
#[derive(Clone, Copy)]
pub struct Member<'a> {
    pack: Pack<'a>,
    shape: u32,
    /// The name.
    pub name: &'a str,
    /// Offset in bytes from the structure that was asked for.
    pub offset: u32,
    /// Size in bytes of an element, or of a bit-field's storage unit.
    pub size: u32,
    /// Number of elements; 1 if it is no array, `u32::MAX` if it goes on to the end of the buffer.
    pub count: u32,
    /// How well the place is known.
    pub grade: Grade,
}

impl<'a> Member<'a> {
    fn byte(&self, at: usize) -> u8 {
        self.pack.record(Part::Shapes, self.shape).get(at).copied().unwrap_or(0)
    }

    /// Returns the lowest bit of a bit-field and its width; (0, 0) if it is none.
    pub fn bits(&self) -> (u32, u32) {
        (self.byte(1) as u32, (self.byte(2) & 0x7F) as u32)
    }

    /// True if its integers are signed.
    pub fn is_signed(&self) -> bool {
        self.byte(2) & 0x80 != 0
    }

    /// True if it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self.byte(3), 0x10 | 0x30 | 0x50)
    }

    /// True if it is a structure or an array of structures.
    pub fn is_record(&self) -> bool {
        matches!(self.byte(3), 0x20 | 0x30)
    }

    /// True if it goes on to the end of the buffer.
    pub fn is_flexible(&self) -> bool {
        self.count == NONE
    }

    /// Returns the number of columns of a two-dimensional array.
    pub fn columns(&self) -> u32 {
        self.pack.u32_at(Part::Shapes, self.shape, 12)
    }

    /// Returns the type as the spec spells it, without bounds: "LIST_ENTRY *".
    pub fn type_name(&self) -> &'a str {
        self.pack.text(self.pack.u32_at(Part::Shapes, self.shape, 16))
    }

    /// Returns its structure or enum, or that of what it points to.
    pub fn type_of(&self) -> Option<Type<'a>> {
        let index = self.pack.u32_at(Part::Shapes, self.shape, 20);
        if index == NONE { None } else { Some(Type::new(self.pack, index)) }
    }

    /// Returns the kind of its value.
    pub fn kind(&self) -> Kind {
        match self.byte(24) {
            0 => Kind::Unsigned,
            1 => Kind::Signed,
            2 => Kind::Pointer,
            3 => Kind::Record,
            6 => Kind::Float,
            _ => Kind::Bytes,
        }
    }

    /// Returns the meaning of its integers.
    pub fn meaning(&self) -> Meaning {
        match self.byte(26) {
            1 => Meaning::Char,
            2 => Meaning::Bool,
            _ => Meaning::Number,
        }
    }

    /// Returns the origin of its offset.
    pub fn provenance(&self) -> Provenance {
        match self.byte(25) {
            1 => Provenance::Inferred,
            2 => Provenance::Corrected,
            _ => Provenance::Documented,
        }
    }

    /// Returns a member of the structure that this member is, with its offset in the structure around both.
    ///
    /// # Errors
    /// `UnknownName`, `Missing`; `OtherKind`: this member is no structure.
    pub fn inner(&self, name: &str, target: Target) -> Result<Member<'a>, Error> {
        let of = self.type_of().filter(|_| self.is_record() && !self.is_array()).ok_or(Error::OtherKind)?;
        let mut member = of.member_at(name, target).map_err(|error| match error {
            Error::Missing(why, grade) => Error::Missing(why, weaker(grade, self.grade)),
            other => other,
        })?;
        if member.is_flexible() && !self.is_flexible() {
            member.count = self.size.saturating_mul(self.count).saturating_sub(member.offset) / member.size.max(1);
        }
        member.offset = member.offset.checked_add(self.offset).ok_or(Error::Damaged)?;
        member.grade = weaker(member.grade, self.grade);
        Ok(member)
    }

    /// Returns the bytes of the member in those of its structure.
    ///
    /// # Errors
    /// `TooShort`.
    pub fn slice<'b>(&self, bytes: &'b [u8]) -> Result<&'b [u8], Error> {
        let rest = bytes.get(self.offset as usize..).ok_or(Error::TooShort)?;
        if self.is_flexible() {
            return Ok(rest);
        }
        (self.size as usize).checked_mul(self.count as usize).and_then(|size| rest.get(..size)).ok_or(Error::TooShort)
    }

    /// Reads the integer from the bytes of its structure; a signed one is extended to 64 bits.
    ///
    /// # Errors
    /// `TooShort`; `OtherKind`: it is an array, a float or a structure.
    pub fn get(&self, bytes: &[u8]) -> Result<u64, Error> {
        if self.byte(3) != 0 {
            return Err(Error::OtherKind);
        }
        Ok(self.decode(self.slice(bytes)?))
    }

    /// Reads element `index` of an array of integers, or of a single one.
    ///
    /// # Errors
    /// `TooShort`: the array or the buffer ends before; `OtherKind`.
    pub fn get_at(&self, bytes: &[u8], index: u32) -> Result<u64, Error> {
        if !matches!(self.byte(3), 0x00 | 0x10) {
            return Err(Error::OtherKind);
        }
        let at = (index as usize).checked_mul(self.size as usize).ok_or(Error::TooShort)?;
        let end = at.checked_add(self.size as usize).ok_or(Error::TooShort)?;
        self.slice(bytes)?.get(at..end).map(|raw| self.decode(raw)).ok_or(Error::TooShort)
    }

    /// Reads the float from the bytes of its structure.
    ///
    /// # Errors
    /// `TooShort`, `OtherKind`.
    pub fn get_f64(&self, bytes: &[u8]) -> Result<f64, Error> {
        if self.byte(3) != 0x40 {
            return Err(Error::OtherKind);
        }
        let raw = self.slice(bytes)?;
        Ok(if raw.len() == 4 { f32::from_bits(load_u32(raw, 0)) as f64 } else { f64::from_bits(load_u64(raw, 0)) })
    }

    fn decode(&self, raw: &[u8]) -> u64 {
        let mut value = raw.iter().rev().fold(0u64, |value, &byte| value << 8 | byte as u64);
        let (bit, width) = self.bits();
        let bits = if width != 0 { width } else { raw.len() as u32 * 8 };
        if bits == 0 || bits >= 64 {
            return value;
        }
        value = value >> bit & ((1 << bits) - 1);
        if self.is_signed() && value >> (bits - 1) & 1 != 0 {
            value |= !0 << bits;
        }
        value
    }
}
