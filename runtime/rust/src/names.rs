// SPDX-License-Identifier: 0BSD
//! Names: the hash tables of types and members, and versions as people name them.
use crate::pack::{load_u32, Pack, Part, REVISION};
use crate::Error;

// ---- Types and members

/// Returns the number of a name in a hash table with `size` entries.
pub(crate) fn find_in_index<'a>(table: &[u8], size: u32, name: &str, name_at: impl Fn(u32) -> &'a str) -> Option<u32> {
    let mut hash = 0u64;
    for &byte in name.as_bytes() {
        hash = hash.rotate_left(7) ^ byte as u64;
    }
    hash = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for i in 0..size {
        let at = ((hash >> 32) as u32).wrapping_add(i) & (size - 1);
        let entry = load_u32(table, at as usize * 4);
        if entry & 0xFFFF == 0 {
            return None;
        }
        let number = (entry & 0xFFFF) - 1;
        if (entry >> 16) as u64 == hash >> 48 && name_at(number) == name {
            return Some(number);
        }
    }
    None
}

// ---- Names of versions

/// A name of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// The name: "11-24H2", "Windows 7 SP1".
    pub text: &'a str,
    /// The version, as in a target: major (8 bits), minor, build and revision (16 each).
    pub version: u64,
    /// True for further names of the version before.
    pub is_other: bool,
    /// True for a release, such as "10.0"; false for one of its points.
    pub is_release: bool,
    /// Number of the release or point that has the name.
    pub owner: u32,
}

/// The names of versions in a pack.
#[derive(Clone)]
pub struct Names<'a> {
    pack: Pack<'a>,
    index: u32,
    last: Option<Name<'a>>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(pack: Pack<'a>) -> Names<'a> {
        Names { pack, index: 0, last: None }
    }
}

impl<'a> Iterator for Names<'a> {
    type Item = Name<'a>;

    fn next(&mut self) -> Option<Name<'a>> {
        if self.index == self.pack.count(Part::Versions) {
            return None;
        }
        let version = self.pack.u64_at(Part::Versions, self.index);
        let text = self.pack.text(self.pack.u32_at(Part::Versions, self.index, 8));
        let is_other = self.last.is_some() && self.pack.u32_at(Part::Versions, self.index, 12) != 0;
        self.index += 1;
        let (is_release, owner) = match self.last {
            Some(last) if is_other => (last.is_release, last.owner),
            Some(last) => (last.version >> 32 != version >> 32, last.owner + 1),
            None => (true, 0),
        };
        self.last = Some(Name { text, version, is_other, is_release, owner });
        self.last
    }
}

const SYNONYMS: [(&str, &str); 8] = [
    ("win", "windows"), ("w", "windows"), ("service", "s"), ("pack", "p"),
    ("version", ""), ("build", ""), ("os", ""), ("microsoft", ""),
];

fn is_separator(byte: u8) -> bool {
    byte <= b' ' || b"-_,()[]".contains(&byte)
}

/// The bytes of a name in the form in which names are compared: "windows1124h2" of "Win 11 24H2".
struct Folded<'a> {
    rest: &'a [u8],
    run: &'a [u8],
}

fn folded(text: &[u8]) -> Folded<'_> {
    Folded { rest: text, run: &[] }
}

impl<'a> Iterator for Folded<'a> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some((&first, rest)) = self.run.split_first() {
                self.run = rest;
                return Some(first.to_ascii_lowercase());
            }
            let first = *self.rest.first()?;
            let size = self.rest.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(self.rest.len()).max(1);
            let (run, rest) = self.rest.split_at(size);
            self.rest = rest;
            if !is_separator(first) {
                let synonym = SYNONYMS.iter().find(|(word, _)| word.as_bytes().eq_ignore_ascii_case(run));
                self.run = synonym.map_or(run, |(_, plain)| plain.as_bytes());
            }
        }
    }
}

fn is_same(one: &[u8], other: &[u8]) -> bool {
    folded(one).eq(folded(other))
}

/// Returns the offsets at which the words of a name begin.
fn starts(name: &[u8]) -> impl Iterator<Item = usize> + '_ {
    (0..name.len()).filter(move |&i| !is_separator(name[i]) && (i == 0 || is_separator(name[i - 1])))
}

/// True if a text is a name, or a name without its first words.
fn is_end(text: &[u8], name: &[u8]) -> bool {
    starts(name).any(|start| is_same(text, &name[start..]))
}

/// True if a text is words of a name side by side.
fn is_part(text: &[u8], name: &[u8]) -> bool {
    let is_word_end = |&end: &usize| end == name.len() || is_separator(name[end]);
    starts(name).any(|start| (start + 1..=name.len()).filter(is_word_end).any(|end| is_same(text, &name[start..end])))
}

/// Returns the version that a text means.
pub(crate) fn find_version(pack: &Pack, text: &str) -> Result<u64, Error> {
    let text = text.as_bytes();
    if folded(text).next().is_none() {
        return Err(Error::UnknownVersion);
    }
    let mut meant = pack.versions().filter(|name| is_end(text, name.text.as_bytes()));
    if let Some(first) = meant.next() {
        let is_alone = meant.all(|name| name.owner == first.owner);
        return if is_alone { Ok(first.version) } else { Err(Error::AmbiguousVersion) };
    }
    let start = starts(text).filter(|&at| folded(&text[at..]).next().is_some()).last().unwrap_or(0);
    let has_words = folded(&text[..start]).next().is_some();
    match find_build(pack, &text[start..]) {
        Err(Error::AmbiguousVersion) if has_words => Err(Error::UnknownVersion),
        Ok(version) if has_words && !fits(pack, &text[..start], version) => Err(Error::UnknownVersion),
        found => found,
    }
}

/// Parses one to four numbers of 16 bits with dots between them. Returns them and their number.
fn parse(text: &[u8]) -> Option<([u64; 4], usize)> {
    let mut parts = [0u64; 4];
    let mut count = 0;
    for part in text.split(|&byte| byte == b'.') {
        if count == 4 || part.is_empty() || part.len() > 5 || !part.iter().all(u8::is_ascii_digit) {
            return None;
        }
        parts[count] = part.iter().fold(0, |number, digit| number * 10 + (digit - b'0') as u64);
        count += 1;
    }
    if parts.iter().all(|&part| part <= 0xFFFF) { Some((parts, count)) } else { None }
}

/// Returns the version of a build: "10.0.26100.1742", "26100.1742", "26100".
fn find_build(pack: &Pack, text: &[u8]) -> Result<u64, Error> {
    let mut plain = [0u8; 24];
    let mut size = 0;
    for byte in folded(text) {
        *plain.get_mut(size).ok_or(Error::UnknownVersion)? = byte;
        size += 1;
    }
    let (parts, count) = parse(&plain[..size]).ok_or(Error::UnknownVersion)?;
    if count >= 3 {
        let version = parts[0] << 48 | parts[1] << 32 | parts[2] << 16 | if count == 4 { parts[3] } else { REVISION };
        let is_known = pack.versions().any(|name| name.version >> 32 == version >> 32);
        return if is_known { Ok(version) } else { Err(Error::UnknownVersion) };
    }
    let (below, above) = find_releases(pack, parts[0]).ok_or(Error::UnknownVersion)?;
    let revision = if count == 2 { parts[1] } else { REVISION };
    if below == above { Ok(below << 32 | parts[0] << 16 | revision) } else { Err(Error::AmbiguousVersion) }
}

/// Returns the first and the last release that a build may be of, as versions without their lower half. None if there is
/// none, or if the builds of the axis do not ascend through all releases: then a build says nothing of its release.
fn find_releases(pack: &Pack, build: u64) -> Option<(u64, u64)> {
    let points = || pack.versions().filter(|name| !name.is_release && !name.is_other);
    let own = |name: &Name| (name.version >> 32, name.version >> 16 & 0xFFFF);
    let is_order = points().zip(points().skip(1)).all(|(one, other)| {
        let ((release, first), (next, second)) = (own(&one), own(&other));
        first < second || (first == second && release == next)
    });
    let below = points().filter(|name| own(name).1 <= build).last().filter(|_| is_order)?;
    let equal = points().find(|name| own(name).1 == build);
    let above = equal.or_else(|| points().find(|name| own(name).1 > build)).unwrap_or(below);
    Some((own(&below).0, own(&above).0))
}

/// True if words and a build are of one version: "Windows 11 26100.1742".
fn fits(pack: &Pack, words: &[u8], version: u64) -> bool {
    let point = pack.versions().filter(|name| !name.is_release && name.version <= version).last();
    pack.versions().any(|name| {
        let is_point = point.map_or(false, |point| point.owner == name.owner);
        (is_point || (name.is_release && name.version >> 32 == version >> 32))
            && is_part(words, name.text.as_bytes())
    })
}
