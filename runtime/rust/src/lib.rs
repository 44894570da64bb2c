// SPDX-License-Identifier: 0BSD
//! Layouts of structures in all versions and on all architectures, out of the packs of `strata pack`.
//!
//! ```no_run
//! # fn main() -> Result<(), strata::Error> {
//! # let bytes: &[u8] = &[];
//! let pack = strata::Pack::new(bytes)?;
//! let target = pack.target("Windows 10 22H2", "x64")?;
//! let token = pack.find("EPROCESS.Token", target)?;
//! assert!(token.grade <= strata::Grade::Interpolated && token.offset != 0);
//! # Ok(()) }
//! ```
//!
//! A pack is verified once, in [`Pack::new`]; after that no call reads outside of it and none panics, whoever made it.
//! Nothing is copied or allocated. A [`Target`] is a version on an architecture. Answers have a [`Grade`]; that
//! something is not there is an answer, too, in [`Error::Missing`].
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod known;
mod names;
mod pack;
mod types;
mod verify;
mod view;

pub use known::Grade;
pub use names::{Name, Names};
pub use pack::{Identity, Pack, Target, Why};
pub use types::{Kind, Layout, Meaning, Member, Members, Provenance, Type, TypeKind};
pub use view::{Units, View};

/// The format of packs that this crate reads.
pub const FORMAT: u32 = 3;
/// The format of packs without tables, which this crate reads, too.
const FORMAT_WITHOUT_TABLES: u32 = 2;

/// A question without the answer that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// The bytes are no pack.
    NotAPack,
    /// The pack has another format.
    Format(u32),
    /// The pack ends early, is damaged, or was forged.
    Damaged,
    /// The pack has no such type or member, in any version.
    UnknownName,
    /// No version has the name.
    UnknownVersion,
    /// Several versions have the name: "22H2" is one of Windows 10 and one of Windows 11.
    AmbiguousVersion,
    /// The pack has no such architecture.
    UnknownArch,
    /// The target does not have it, or its offset is unknown; the grade says how well that is known.
    Missing(Why, Grade),
    /// The buffer ends before the structure or the member.
    TooShort,
    /// The member has another kind: an array was read as a number, a structure was looked for in a number.
    OtherKind,
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Error::NotAPack => f.write_str("not a pack"),
            Error::Format(format) => write!(f, "a pack of format {}, not {} or {}", format, FORMAT_WITHOUT_TABLES, FORMAT),
            Error::Damaged => f.write_str("a damaged pack"),
            Error::UnknownName => f.write_str("no such type or member in any version"),
            Error::UnknownVersion => f.write_str("no such version"),
            Error::AmbiguousVersion => f.write_str("several versions have this name"),
            Error::UnknownArch => f.write_str("no such architecture"),
            Error::Missing(why, grade) => write!(f, "{}, {}", why, grade),
            Error::TooShort => f.write_str("the buffer is too short"),
            Error::OtherKind => f.write_str("the member has another kind"),
        }
    }
}
