// SPDX-License-Identifier: 0BSD
//! Views: the bytes of a structure, read by a layout.
use crate::types::{Layout, Member};
use crate::Error;

/// A structure at the beginning of a buffer.
#[derive(Clone, Copy)]
pub struct View<'a, 'b> {
    layout: Layout<'a>,
    bytes: &'b [u8],
}

impl<'a, 'b> View<'a, 'b> {
    pub(crate) fn new(layout: Layout<'a>, bytes: &'b [u8]) -> Result<View<'a, 'b>, Error> {
        if bytes.len() < layout.least as usize {
            return Err(Error::TooShort);
        }
        Ok(View { layout, bytes })
    }

    /// Returns the layout by which it reads.
    pub fn layout(&self) -> Layout<'a> {
        self.layout
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// Finds a member by a path through inner structures, such as `Pcb.Header.Type`.
    ///
    /// # Errors
    /// `UnknownName`, `Missing`, `OtherKind`.
    pub fn member(&self, path: &str) -> Result<Member<'a>, Error> {
        let mut parts = path.split('.');
        let mut member = self.layout.member(parts.next().unwrap_or(""))?;
        for part in parts {
            member = member.inner(part, self.layout.target)?;
        }
        Ok(member)
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// As `member`, and `TooShort`, `OtherKind`.
    pub fn get(&self, path: &str) -> Result<u64, Error> {
        self.member(path)?.get(self.bytes)
    }

    /// Returns the bytes of a member.
    ///
    /// # Errors
    /// As `member`, and `TooShort`.
    pub fn slice(&self, path: &str) -> Result<&'b [u8], Error> {
        self.member(path)?.slice(self.bytes)
    }

    /// Returns the name of the value of an enum; None if this version has none for it.
    ///
    /// # Errors
    /// As `get`.
    pub fn name(&self, path: &str) -> Result<Option<&'a str>, Error> {
        let member = self.member(path)?;
        let value = member.get(self.bytes)?;
        Ok(member.type_of().and_then(|of| of.name_of(value, self.layout.target)))
    }

    /// Opens a view of an inner structure.
    ///
    /// # Errors
    /// As `member`, and `TooShort`; `OtherKind`: it is no single structure.
    pub fn inner(&self, path: &str) -> Result<View<'a, 'b>, Error> {
        self.inner_at(path, 0).and_then(|view| if self.member(path)?.is_array() { Err(Error::OtherKind) } else { Ok(view) })
    }

    /// Opens a view of element `index` of an array of structures.
    ///
    /// # Errors
    /// As `inner`; `TooShort`: the array or the buffer ends before.
    pub fn inner_at(&self, path: &str, index: u32) -> Result<View<'a, 'b>, Error> {
        let member = self.member(path)?;
        let of = member.type_of().filter(|_| member.is_record()).ok_or(Error::OtherKind)?;
        let at = (index as usize).checked_mul(member.size as usize).ok_or(Error::TooShort)?;
        let bytes = member.slice(self.bytes)?.get(at..).ok_or(Error::TooShort)?;
        of.at(self.layout.target)?.view(bytes)
    }

    /// Returns the characters of an array up to its first NUL, as units of one or two bytes.
    ///
    /// # Errors
    /// As `slice`.
    pub fn text(&self, path: &str) -> Result<Units<'b>, Error> {
        let member = self.member(path)?;
        Ok(Units { bytes: member.slice(self.bytes)?, is_wide: member.size == 2 })
    }
}

/// The characters of a text: of UTF-16, or of Latin-1 if they have one byte.
#[derive(Clone)]
pub struct Units<'b> {
    bytes: &'b [u8],
    is_wide: bool,
}

impl<'b> Units<'b> {
    /// Returns the characters of a UTF-16 text in memory, such as the buffer of a UNICODE_STRING.
    pub fn wide(bytes: &'b [u8]) -> Units<'b> {
        Units { bytes, is_wide: true }
    }

    /// Returns the characters; an unpaired surrogate is U+FFFD.
    pub fn chars(self) -> impl Iterator<Item = char> + 'b {
        char::decode_utf16(self).map(|found| found.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

impl<'b> Iterator for Units<'b> {
    type Item = u16;

    fn next(&mut self) -> Option<u16> {
        let size = if self.is_wide { 2 } else { 1 };
        let raw = self.bytes.get(..size)?;
        self.bytes = &self.bytes[size..];
        Some(raw.iter().rev().fold(0u16, |unit, &byte| unit.wrapping_shl(8) | byte as u16)).filter(|&unit| unit != 0)
    }
}
