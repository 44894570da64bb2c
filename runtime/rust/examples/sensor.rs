// SPDX-License-Identifier: 0BSD
//! What a sensor for endpoints does: it has a pack of its own members in its binary, and refuses what is known too badly.
//!
//! The pack is made beside this file, and is small since it has these members only:
//!
//!     strata pack --whole-builds --struct "$(paste -sd, sensor.members)" -o sensor.strpack
use strata::{Error, Grade, Pack, Target};

static PACK: &[u8] = include_bytes!("sensor.strpack");
const MEMBERS: [&str; 6] = [
    "EPROCESS.Token",
    "EPROCESS.UniqueProcessId",
    "EPROCESS.ActiveProcessLinks",
    "EPROCESS.Protection.Level",
    "EPROCESS.Protection",
    "KTHREAD.PreviousMode",
];

/// Returns the offset of a member if it is known well enough to be read in the kernel.
fn offset_of(pack: &Pack, path: &str, target: Target) -> Result<u32, Error> {
    let member = pack.find(path, target)?;
    if member.grade <= Grade::Interpolated { Ok(member.offset) } else { Err(Error::Missing(strata::Why::Unknown, member.grade)) }
}

fn main() -> Result<(), Error> {
    let pack = Pack::new(PACK)?;
    // A sensor asks by the identity of the kernel's image first; here it is any version.
    for version in ["Windows 7 SP1", "Windows 10 22H2", "24H2"] {
        let target = pack.target(version, "x64")?;
        println!("{} is {}", version, target);
        for path in MEMBERS {
            match offset_of(&pack, path, target) {
                Ok(offset) => println!("    {} +{:#X}", path.split_once('.').map_or(path, |(_, name)| name), offset),
                Err(error) => println!("    {}: {}", path, error),
            }
        }
    }
    Ok(())
}
