// SPDX-License-Identifier: 0BSD
//! The checks of pack.md: everything that later calls rely on.
use crate::known::NO_ARCH;
use crate::pack::{load_u32, load_u64, Pack, Part, NONE};

/// Returns the checksum of a pack.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = 0u64;
    for at in (0..bytes.len()).step_by(8).filter(|&at| at != 16) {
        sum = (sum ^ load_u64(bytes, at)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^= sum >> 32;
    }
    sum
}

/// True if all counts and references of a pack are valid.
pub(crate) fn is_sound(pack: &Pack) -> bool {
    let (texts, types, members) = (pack.count(Part::Texts), pack.count(Part::Types), pack.count(Part::Members));
    texts != 0
        && types != 0
        && members != 0
        && pack.count(Part::Shapes) >= 2
        && pack.record(Part::Texts, texts - 1).first() == Some(&0)
        && [(Part::Arches, 0), (Part::Versions, 8), (Part::Types, 0), (Part::Members, 0), (Part::Shapes, 16)]
            .iter()
            .all(|&(part, at)| (0..pack.count(part)).all(|i| pack.u32_at(part, i, at) < texts))
        && rises(pack, Part::Types, 8, members - 1)
        && rises(pack, Part::Types, 12, pack.count(Part::Ranges))
        && rises(pack, Part::Types, 16, pack.count(Part::Layouts))
        && rises(pack, Part::Types, 20, pack.count(Part::MemberIndex))
        && rises(pack, Part::Members, 4, pack.count(Part::Runs))
        && ascends(pack, Part::Targets, 0, pack.count(Part::Targets))
        && is_evidence(pack)
        && (0..pack.count(Part::Layouts)).all(|i| pack.u32_at(Part::Layouts, i, 8).is_power_of_two())
        && is_index(pack, Part::TypeIndex, 0, pack.count(Part::TypeIndex), types - 1)
        && (0..pack.count(Part::Shapes)).all(|i| is_shape(pack, i))
        && (0..types - 1).all(|i| is_type(pack, i))
        && are_addresses(pack, texts)
        && are_tables(pack, types - 1)
}

/// True if each type that says so has a valid table, and no other type has one. Cells are checked where they are read,
/// because tables may share them.
fn are_tables(pack: &Pack, types: u32) -> bool {
    let count = pack.count(Part::Tables);
    let flagged = (0..types).filter(|&i| pack.byte_at(Part::Types, i, 7) & 1 != 0).count();
    let type_at = |i| pack.u32_at(Part::Tables, i, 0);
    let (mut answers, mut columns) = (0, 0);
    flagged == count as usize
        && (0..count).all(|i| {
            type_at(i) < types
                && (i == 0 || type_at(i - 1) < type_at(i))
                && is_table(pack, i, &mut answers, &mut columns)
        })
        && ascends(pack, Part::Points, 0, pack.count(Part::Points))
        && (0..pack.count(Part::Grades)).all(|i| pack.byte_at(Part::Grades, i, 0) <= 4)
}

/// True if a table is valid whose answers and columns begin at two numbers; sets both to their ends.
fn is_table(pack: &Pack, index: u32, answers: &mut u32, columns: &mut u32) -> bool {
    let word = |at| pack.u32_at(Part::Tables, index, at);
    let (of, cell, answer, count, column, width) = (word(0), word(4), word(8), word(12), word(16), word(20));
    let members = pack.u32_at(Part::Types, of + 1, 8) - pack.u32_at(Part::Types, of, 8);
    let layouts = pack.u32_at(Part::Types, of + 1, 16) - pack.u32_at(Part::Types, of, 16);
    let cells = pack.count(Part::Points) as u64 * if count > 256 { 2 } else { 1 };
    let grades = pack.count(Part::Grades);
    let is_within = pack.byte_at(Part::Types, of, 4) <= 1
        && pack.byte_at(Part::Types, of, 7) & 1 != 0
        && width != 0
        && cell as u64 + cells <= pack.count(Part::Cells) as u64
        && count != 0
        && answer == *answers
        && count <= pack.count(Part::Answers) - answer
        && column == *columns
        && members <= pack.count(Part::Columns) - column;
    if !is_within {
        return false;
    }
    *answers += count;
    *columns += members;
    (answer..*answers).all(|i| {
        let (layout, first) = (pack.u32_at(Part::Answers, i, 0), pack.u32_at(Part::Answers, i, 4));
        (layout < layouts || layout >= NO_ARCH) && first < grades && width <= grades - first
    }) && (column..*columns).all(|i| pack.u16_at(Part::Columns, i) < width)
}

/// True if addresses have names and ascend by name and target.
fn are_addresses(pack: &Pack, texts: u32) -> bool {
    let key = |i| {
        let (text, target, _) = pack.address_at(i);
        (pack.text_bytes(text), target)
    };
    (0..pack.count(Part::Addresses)).all(|i| pack.address_at(i).0 < texts && (i == 0 || key(i - 1) < key(i)))
}

/// True if the word at a byte of the records of a part begins at 0, never falls and ends at `last`.
fn rises(pack: &Pack, part: Part, at: usize, last: u32) -> bool {
    let count = pack.count(part);
    pack.u32_at(part, 0, at) == 0
        && pack.u32_at(part, count - 1, at) == last
        && (1..count).all(|i| pack.u32_at(part, i - 1, at) <= pack.u32_at(part, i, at))
}

fn ascends(pack: &Pack, part: Part, first: u32, end: u32) -> bool {
    (first + 1..end).all(|i| pack.u64_at(part, i - 1) < pack.u64_at(part, i))
}

fn is_evidence(pack: &Pack) -> bool {
    let (count, all) = (pack.count(Part::Evidence), pack.count(Part::Sightings));
    let mut at = 0;
    for i in 0..count {
        let (seen, documented) = (pack.u32_at(Part::Evidence, i, 0), pack.u32_at(Part::Evidence, i, 4));
        let is_order = at <= seen && seen <= documented && documented <= all && (i != 0 || seen == 0);
        if !is_order || (seen - at) % 2 != 0 {
            return false;
        }
        if !ascends(pack, Part::Sightings, at, seen) || !ascends(pack, Part::Sightings, seen, documented) {
            return false;
        }
        at = documented;
    }
    count != 0 && at == all
}

/// True if a hash table of `count` names has a valid size and only valid entries.
fn is_index(pack: &Pack, part: Part, first: u32, size: u32, count: u32) -> bool {
    (size == 0 || size.is_power_of_two()) && (first..first + size).all(|i| pack.u32_at(part, i, 0) & 0xFFFF <= count)
}

/// True if members can be read by a shape and its references are valid.
fn is_shape(pack: &Pack, index: u32) -> bool {
    let shape = pack.record(Part::Shapes, index);
    let (unit, bit, width, tag, kind, provenance) = (shape[0], shape[1], shape[2], shape[3], shape[24], shape[25]);
    let (size, count, of) = (load_u32(shape, 4), load_u32(shape, 8), load_u32(shape, 20));
    let bits = if width & 0x7F != 0 { (width & 0x7F) as u32 } else { unit as u32 * 8 };
    if kind > 6 || provenance > 2 || (of != NONE && of >= pack.count(Part::Types) - 1) {
        return false;
    }
    let is_single = count == 1 || (tag == 0x20 && count == NONE) || matches!(tag, 0x10 | 0x30 | 0x50);
    match tag {
        0xE0 | 0xF0 => true,
        _ if !is_single || (count == NONE && size == 0) => false,
        0x00 | 0x10 => {
            matches!(unit, 1 | 2 | 4 | 8) && size == unit as u32 && bit < 64 && bit as u32 + bits <= unit as u32 * 8
        }
        0x40 | 0x50 => matches!(unit, 4 | 8) && size == unit as u32 && bit == 0 && width == 0,
        0x20 | 0x30 => of != NONE && pack.record(Part::Types, of)[4] < 2,
        _ => false,
    }
}

fn is_type(pack: &Pack, index: u32) -> bool {
    let record = pack.record(Part::Types, index);
    let span = |at| (load_u32(record, at), load_u32(record, at + 28));
    let (kind, low, bits) = (record[4], record[5] as u32, record[6] as u32);
    let ((member, members_end), (range, ranges_end)) = (span(8), span(12));
    let ((layout, layouts_end), (entry, entries_end)) = (span(16), span(20));
    let layouts = layouts_end - layout;
    kind <= 3
        && low <= 63
        && low + bits <= 64
        && load_u32(record, 24) < pack.count(Part::Evidence) - 1
        && (range..ranges_end).all(|i| {
            let number = pack.u32_at(Part::Ranges, i, 4);
            pack.u32_at(Part::Ranges, i, 0) < pack.count(Part::Targets)
                && (number < layouts || number == NONE)
                && (i == range || pack.u32_at(Part::Ranges, i - 1, 0) < pack.u32_at(Part::Ranges, i, 0))
        })
        && is_index(pack, Part::MemberIndex, entry, entries_end - entry, members_end - member)
        && (member..members_end).all(|i| is_member(pack, i, layouts, kind > 1))
}

/// True if the runs of a member ascend and fit the kind of its type.
fn is_member(pack: &Pack, index: u32, layouts: u32, is_enum: bool) -> bool {
    let (first, end) = (pack.u32_at(Part::Members, index, 4), pack.u32_at(Part::Members, index + 1, 4));
    (first..end).all(|i| {
        let (value, word) = (pack.u32_at(Part::Runs, i, 0), pack.u32_at(Part::Runs, i, 4));
        let (layout, shape) = (word >> 20, word & 0xF_FFFF);
        layout < layouts
            && shape < pack.count(Part::Shapes)
            && (i == first || pack.u32_at(Part::Runs, i - 1, 4) >> 20 < layout)
            && (if is_enum { shape <= 1 } else { shape != 1 })
            && (shape != 1 || value < pack.count(Part::Values))
    })
}
