// SPDX-License-Identifier: 0BSD
//! The parts of a pack, and what is asked of a whole pack.
use crate::known::Grade;
use crate::names::{self, Names};
use crate::types::{Layout, Member, Type};
use crate::{verify, Error};
use core::fmt;

pub(crate) const NONE: u32 = 0xFFFF_FFFF;
pub(crate) const REVISION: u64 = 0xFFFF;
const HEADER: usize = 168;

/// The parts of a pack: those of its header in their order, then those after them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Texts,
    Arches,
    Versions,
    Targets,
    Sightings,
    Evidence,
    Kernels,
    Twins,
    Identities,
    Types,
    TypeIndex,
    Layouts,
    Ranges,
    Members,
    MemberIndex,
    Runs,
    Shapes,
    Values,
    // Parts after those of the header.
    Addresses,
    Points,
    Tables,
    Cells,
    Answers,
    Columns,
    Grades,
}

const PARTS: usize = 25;
const HEADER_PARTS: usize = 18;

const SIZES: [usize; PARTS] =
    [1, 8, 16, 8, 8, 8, 16, 16, 40, 28, 4, 12, 8, 8, 4, 8, 28, 8, 16, 8, 24, 1, 8, 2, 1];

/// Returns the number of `N` bytes at an offset, or 0 if they are not there, which a verified pack does not ask for.
fn load<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut value = [0; N];
    if let Some(found) = at.checked_add(N).and_then(|end| bytes.get(at..end)) {
        value.copy_from_slice(found);
    }
    value
}

pub(crate) fn load_u32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(load(bytes, at))
}

pub(crate) fn load_u64(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(load(bytes, at))
}

/// A version on an architecture: the architecture's number in the highest 8 bits, then major, minor, build, revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target(pub u64);

impl Target {
    /// Returns the target of a version on an architecture, by its number.
    pub const fn new(arch: u8, major: u8, minor: u16, build: u16, revision: u16) -> Target {
        Target((arch as u64) << 56 | (major as u64) << 48 | (minor as u64) << 32 | (build as u64) << 16 | revision as u64)
    }
    /// Returns the number of the architecture.
    pub const fn arch(self) -> u8 {
        (self.0 >> 56) as u8
    }
    /// Returns the version without the architecture.
    pub const fn version(self) -> u64 {
        self.0 & ((1 << 56) - 1)
    }
}

/// Shows the version: "10.0.26100.1742".
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v = self.version();
        write!(f, "{}.{}.{}.{}", v >> 48, v >> 32 & 0xFFFF, v >> 16 & 0xFFFF, v & 0xFFFF)
    }
}

/// The reason why something is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The structure has no layout on the architecture.
    Arch,
    /// The structure does not exist in the version.
    Version,
    /// The version's structure has no such member.
    Absent,
    /// The member exists, but nobody has documented its offset.
    Unknown,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Arch => "not on this architecture",
            Why::Version => "not in this version",
            Why::Absent => "absent",
            Why::Unknown => "its offset is unknown",
        })
    }
}

/// A kernel that was seen: its program database, its image, and the target for which its layouts are attested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// GUID of the program database, in the order of its bytes in memory; all 0 if it is not known. Of an ELF file: the
    /// first 16 bytes of its build ID.
    pub guid: [u8; 16],
    /// Age of the program database; of an ELF file: the next 4 bytes of its build ID, little-endian.
    pub age: u32,
    /// TimeDateStamp of the image.
    pub timestamp: u32,
    /// SizeOfImage of the image; 0 if the image is not known.
    pub image_size: u32,
    /// The target for which the layouts of this kernel are attested.
    pub target: Target,
}

/// An open pack. It borrows its bytes.
#[derive(Clone, Copy)]
pub struct Pack<'a> {
    parts: [&'a [u8]; PARTS],
}

impl<'a> Pack<'a> {
    /// Opens a pack and verifies all of it, in time proportional to its size. Bytes after the pack are ignored.
    ///
    /// # Errors
    /// `NotAPack`, `Format`, `Damaged`.
    pub fn new(bytes: &'a [u8]) -> Result<Pack<'a>, Error> {
        if bytes.len() < HEADER || &bytes[..8] != b"\x89STRPACK" {
            return Err(Error::NotAPack);
        }
        if !(crate::FORMAT_WITHOUT_TABLES..=crate::FORMAT).contains(&load_u32(bytes, 8)) {
            return Err(Error::Format(load_u32(bytes, 8)));
        }
        let size = load_u32(bytes, 12) as usize;
        if size < HEADER || size > bytes.len() || size % 8 != 0 {
            return Err(Error::Damaged);
        }
        let bytes = &bytes[..size];
        if verify::checksum(bytes) != load_u64(bytes, 16) {
            return Err(Error::Damaged);
        }
        let mut parts: [&'a [u8]; PARTS] = [&[]; PARTS];
        for (i, part) in parts.iter_mut().enumerate().take(HEADER_PARTS) {
            let offset = load_u32(bytes, 24 + 8 * i) as usize;
            let length = (load_u32(bytes, 28 + 8 * i) as usize).checked_mul(SIZES[i]).ok_or(Error::Damaged)?;
            let end = offset.checked_add(length).ok_or(Error::Damaged)?;
            *part = if offset < HEADER { None } else { bytes.get(offset..end) }.ok_or(Error::Damaged)?;
        }
        let mut pack = Pack { parts };
        let values = Part::Values as usize;
        pack.take_more(bytes, load_u32(bytes, 24 + 8 * values) as usize + pack.parts[values].len())?;
        if verify::is_sound(&pack) { Ok(pack) } else { Err(Error::Damaged) }
    }

    /// Takes the parts after those of the header, from the end of the last one on.
    fn take_more(&mut self, bytes: &'a [u8], end: usize) -> Result<(), Error> {
        let mut at = end.next_multiple_of(8);
        while at < bytes.len() {
            let (number, length) = (load_u32(bytes, at), load_u32(bytes, at + 4) as usize);
            let part = length.checked_add(at + 8).and_then(|end| bytes.get(at + 8..end)).ok_or(Error::Damaged)?;
            let index = (number as usize).saturating_add(HEADER_PARTS - 1);
            if number > 0 && index < PARTS {
                self.parts[index] = &part[..length - length % SIZES[index]];
            }
            at += 8 + length.next_multiple_of(8);
        }
        Ok(())
    }

    /// Returns name, target and address of a record.
    pub(crate) fn address_at(&self, index: u32) -> (u32, Target, u32) {
        let word = |offset| self.u32_at(Part::Addresses, index, offset);
        (word(8), Target(self.u64_at(Part::Addresses, index)), word(12))
    }

    /// Returns the bytes of a text, without the NUL.
    pub(crate) fn text_bytes(&self, offset: u32) -> &'a [u8] {
        let bytes = self.record(Part::Texts, offset);
        &bytes[..bytes.iter().position(|&byte| byte == 0).unwrap_or(0)]
    }

    pub(crate) fn count(&self, part: Part) -> u32 {
        (self.parts[part as usize].len() / SIZES[part as usize]) as u32
    }

    /// Returns the bytes of a record and everything after it.
    pub(crate) fn record(&self, part: Part, index: u32) -> &'a [u8] {
        self.parts[part as usize].get(index as usize * SIZES[part as usize]..).unwrap_or(&[])
    }

    pub(crate) fn u32_at(&self, part: Part, index: u32, at: usize) -> u32 {
        load_u32(self.record(part, index), at)
    }

    pub(crate) fn u16_at(&self, part: Part, index: u32) -> u32 {
        u16::from_le_bytes(load(self.record(part, index), 0)) as u32
    }

    pub(crate) fn byte_at(&self, part: Part, index: u32, at: usize) -> u8 {
        self.record(part, index).get(at).copied().unwrap_or(0)
    }

    /// Returns the target by which a target is looked up that runs the kernel of another build.
    pub(crate) fn kernel_target(&self, target: u64) -> Option<u64> {
        (0..self.count(Part::Kernels))
            .find(|&i| self.u64_at(Part::Kernels, i) >> 16 == Target(target).version() >> 16)
            .map(|i| load_u64(self.record(Part::Kernels, i), 8))
            .map(|kernel| target >> 56 << 56 | kernel | (target & REVISION))
    }

    pub(crate) fn u64_at(&self, part: Part, index: u32) -> u64 {
        load_u64(self.record(part, index), 0)
    }

    /// Returns the text at an offset; "" if it is no UTF-8.
    pub(crate) fn text(&self, offset: u32) -> &'a str {
        core::str::from_utf8(self.text_bytes(offset)).unwrap_or("")
    }

    /// Returns the number of the first of `count` items for which `is_after` is true; it must be true for all later.
    pub(crate) fn bisect(count: u32, is_after: impl Fn(u32) -> bool) -> u32 {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_after(middle) { high = middle } else { low = middle + 1 }
        }
        low
    }

    // ---- Targets

    /// Returns names and numbers of the architectures.
    pub fn arches(&self) -> impl Iterator<Item = (&'a str, u8)> + '_ {
        let pack = *self;
        (0..self.count(Part::Arches)).map(move |i| {
            (pack.text(pack.u32_at(Part::Arches, i, 0)), pack.record(Part::Arches, i).get(4).copied().unwrap_or(0))
        })
    }

    /// Returns the names of versions, those of one version side by side.
    pub fn versions(&self) -> Names<'a> {
        Names::new(*self)
    }

    /// Returns the target of a version, as people name it, on an architecture: `("Windows 7 SP1", "x64")`.
    ///
    /// # Errors
    /// `UnknownVersion`, `AmbiguousVersion`, `UnknownArch`.
    pub fn target(&self, version: &str, arch: &str) -> Result<Target, Error> {
        let number = self.arches().find(|(name, _)| *name == arch).ok_or(Error::UnknownArch)?.1;
        Ok(Target((number as u64) << 56 | names::find_version(self, version)?))
    }

    /// Returns the kernels that were seen and can be told by their files.
    pub fn identities(&self) -> impl Iterator<Item = Identity> + '_ {
        let pack = *self;
        (0..self.count(Part::Identities)).map(move |i| {
            let record = pack.record(Part::Identities, i);
            Identity {
                guid: load(record, 0),
                age: load_u32(record, 16),
                timestamp: load_u32(record, 20),
                image_size: load_u32(record, 24),
                target: Target(load_u64(record, 32)),
            }
        })
    }

    /// Returns the target of the kernel whose program database has a GUID and an age.
    pub fn kernel(&self, guid: &[u8; 16], age: u32) -> Option<Target> {
        self.identities().find(|i| &i.guid == guid && i.age == age && *guid != [0; 16]).map(|i| i.target)
    }

    /// Returns the target of the kernel whose ELF file has a build ID. The first 20 bytes count.
    pub fn build(&self, build_id: &[u8]) -> Option<Target> {
        let mut name = [0; 20];
        let size = build_id.len().min(name.len());
        name[..size].copy_from_slice(&build_id[..size]);
        self.kernel(&load(&name, 0), load_u32(&name, 16))
    }

    /// Returns the target of the kernel whose image has a TimeDateStamp and a SizeOfImage.
    pub fn image(&self, timestamp: u32, size: u32) -> Option<Target> {
        self.identities().find(|i| i.timestamp == timestamp && i.image_size == size && size != 0).map(|i| i.target)
    }

    /// Returns where a variable or function lies in the image of a target, from the beginning of the image; `None` if
    /// nobody saw the build. An address is that of one build, with its own version and architecture, as an identity gives
    /// it. A name of another module than the kernel begins with the module: `fltmgr!FltGlobals`.
    ///
    /// # Errors
    /// `UnknownName`; `Missing`: the build has no such variable or function.
    pub fn address(&self, name: &str, target: Target) -> Result<Option<u32>, Error> {
        let key = |i| {
            let (text, own, _) = self.address_at(i);
            (self.text_bytes(text), own)
        };
        let first = Pack::bisect(self.count(Part::Addresses), |i| key(i).0 >= name.as_bytes());
        let found = Pack::bisect(self.count(Part::Addresses), |i| key(i) >= (name.as_bytes(), target));
        if first == self.count(Part::Addresses) || key(first).0 != name.as_bytes() {
            return Err(Error::UnknownName);
        }
        if found == self.count(Part::Addresses) || key(found) != (name.as_bytes(), target) {
            return Ok(None);
        }
        match self.address_at(found).2 {
            0 => Err(Error::Missing(Why::Absent, Grade::Attested)),
            address => Ok(Some(address)),
        }
    }

    // ---- Types and members

    /// Returns all structures, unions, enums and flags.
    pub fn types(&self) -> impl Iterator<Item = Type<'a>> + '_ {
        let pack = *self;
        (0..self.count(Part::Types) - 1).map(move |i| Type::new(pack, i))
    }

    /// Returns a type by its name. `_EPROCESS` is EPROCESS, and `PEB` is `ntdll!PEB` if no other module has one.
    ///
    /// # Errors
    /// `UnknownName`.
    pub fn get(&self, name: &str) -> Result<Type<'a>, Error> {
        let plain = name.trim_start_matches('_');
        for wanted in [name, plain] {
            let table = self.record(Part::TypeIndex, 0);
            let name_at = |i| self.text(self.u32_at(Part::Types, i, 0));
            if let Some(index) = names::find_in_index(table, self.count(Part::TypeIndex), wanted, name_at) {
                return Ok(Type::new(*self, index));
            }
        }
        let is_it = |t: &Type| t.name().rsplit_once('!').map_or(false, |(_, own)| own == plain);
        let mut found = self.types().filter(|t| !name.contains('!') && is_it(t));
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            _ => Err(Error::UnknownName),
        }
    }

    /// Finds a member: `EPROCESS.Token`, or through inner structures `EPROCESS.Pcb.Header.Type`.
    ///
    /// The offset counts from the outermost structure, and the grade is the least certain one on the way.
    ///
    /// # Errors
    /// `UnknownName`, `Missing`, `OtherKind`.
    pub fn find(&self, path: &str, target: Target) -> Result<Member<'a>, Error> {
        let (structure, rest) = path
            .match_indices('.')
            .map(|(at, _)| (&path[..at], &path[at + 1..]))
            .find_map(|(name, rest)| self.get(name).ok().map(|found| (found, rest)))
            .ok_or(Error::UnknownName)?;
        let mut parts = rest.split('.');
        let mut member = structure.member_at(parts.next().unwrap_or(""), target)?;
        for part in parts {
            member = member.inner(part, target)?;
        }
        Ok(member)
    }

    /// Returns the layout of a structure, by its name: the same as `get` and [`Type::at`].
    ///
    /// # Errors
    /// `UnknownName`, `Missing`.
    pub fn layout(&self, structure: &str, target: Target) -> Result<Layout<'a>, Error> {
        self.get(structure)?.at(target)
    }
}

/// The least certain of two grades.
pub(crate) fn weaker(one: Grade, other: Grade) -> Grade {
    if one < other { other } else { one }
}
