//! Answers questions about a pack by the crate of runtime/rust; see answer.c and answer.py.
use std::io::{BufRead, Write};
use strata::{Error, Kind, Meaning, Member, Pack, Provenance, Target};

fn target_of(text: &str) -> Target {
    Target(u64::from_str_radix(text, 16).unwrap())
}

fn number(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
        None => text.parse().unwrap(),
    }
}

fn bytes_of(digits: &str) -> Vec<u8> {
    (0..digits.len() / 2).map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn refusal(error: Error) -> String {
    match error {
        Error::UnknownName => "no name".into(),
        Error::OtherKind => "other kind".into(),
        Error::TooShort => "too short".into(),
        Error::Missing(why, grade) => {
            let word = match why {
                strata::Why::Arch => "arch",
                strata::Why::Version => "version",
                strata::Why::Absent => "absent",
                strata::Why::Unknown => "unknown",
            };
            format!("{} {}", word, grade)
        }
        other => format!("{:?}", other),
    }
}

fn describe(found: &Member) -> String {
    let kind = match found.kind() {
        Kind::Unsigned => "unsigned",
        Kind::Signed => "signed",
        Kind::Pointer => "pointer",
        Kind::Record => "record",
        Kind::Bytes => "bytes",
        Kind::Float => "float",
    };
    let meaning = match found.meaning() {
        Meaning::Number => 0,
        Meaning::Char => 1,
        Meaning::Bool => 2,
    };
    let provenance = match found.provenance() {
        Provenance::Documented => 0,
        Provenance::Inferred => 1,
        Provenance::Corrected => 2,
    };
    let (bit, width) = found.bits();
    format!(
        "+{} {} {} {} {} {} {} {} {} {} {} {}",
        found.offset, found.size, found.count, found.columns(), bit, width, found.is_signed() as u8, kind, meaning,
        provenance, found.type_name(), found.grade
    )
}

fn answer(pack: &Pack, fields: &[&str]) -> Result<String, Error> {
    Ok(match fields[0] {
        "member" => describe(&pack.find(fields[1], target_of(fields[2]))?),
        "size" => {
            let layout = pack.layout(fields[1], target_of(fields[2]))?;
            format!("{} {} {} {}", layout.size, layout.least, layout.align, layout.grade)
        }
        "value" => match pack.get(fields[1])?.value(fields[2], target_of(fields[3])) {
            Err(Error::Missing(..)) => "none".into(),
            found => found?.to_string(),
        },
        "name" => {
            let found = pack.get(fields[1])?.name_of(number(fields[2]), target_of(fields[3]));
            format!("'{}'", found.unwrap_or(""))
        }
        "read" => pack.find(fields[1], target_of(fields[2]))?.get(&bytes_of(fields[3]))?.to_string(),
        "kernel" => {
            let mut guid = [0; 16];
            guid.copy_from_slice(&bytes_of(fields[1]));
            format!("{:016X}", pack.kernel(&guid, number(fields[2]) as u32).map_or(0, |target| target.0))
        }
        "image" => {
            let found = pack.image(number(fields[1]) as u32, number(fields[2]) as u32);
            format!("{:016X}", found.map_or(0, |target| target.0))
        }
        "version" => {
            let found = pack.versions().find(|name| name.text == fields[1]);
            format!("{:016X}", found.map_or(0, |name| name.version))
        }
        "meant" => match pack.target(fields[1], pack.arches().next().unwrap().0) {
            Ok(target) => format!("{:016X}", target.version()),
            Err(Error::AmbiguousVersion) => "several".into(),
            Err(_) => "none".into(),
        },
        "address" => match pack.address(fields[1], target_of(fields[2])) {
            Ok(found) => found.map_or("unknown".into(), |address| format!("0x{:X}", address)),
            Err(Error::Missing(..)) => "absent".into(),
            Err(error) => return Err(error),
        },
        _ => "what?".into(),
    })
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::BufWriter::new(std::io::stdout());
    if arguments[0] == "--open" {
        for path in &arguments[1..] {
            let bytes = std::fs::read(path).unwrap();
            writeln!(out, "{}", if Pack::new(&bytes).is_ok() { "sound" } else { "damaged" }).unwrap();
        }
        return;
    }
    let bytes = std::fs::read(&arguments[0]).unwrap();
    let pack = Pack::new(&bytes).unwrap();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let fields: Vec<&str> = line.split('\t').collect();
        writeln!(out, "{}", answer(&pack, &fields).unwrap_or_else(refusal)).unwrap();
    }
}
