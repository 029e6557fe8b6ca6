//! The features that a program needs for a case.

use super::{Case, Op};
use crate::source::Built;

/// Types of sections of BPX, and the features that read them.
const SECTIONS: [(u8, &str); 3] = [(0xFF, "strings"), (0xFE, "sd"), (0xFD, "table")];

/// Letters of types of BPX files, and the features that read them.
const KINDS: [(&str, &str); 4] = [("P", "package"), ("M", "model"), ("S", "shader"), ("T", "texture")];

/// The flag of a section with a CRC-32.
const CRC32: u8 = 4;

/// Returns the features that follow from the text of a case, and from the values that it compares.
#[must_use]
pub fn needed_features(case: &Case) -> Vec<&'static str> {
    if case.op == Op::Identify {
        return Vec::new();
    }
    let mut list = case.built.as_ref().map_or(Vec::new(), stored_features);
    if case.format == "blk" && case.record.is_none() && case.input.first() == Some(&6) {
        list.push("fat-dedup");
    }
    // Types of files read texts of their own.
    let of_a_type = KINDS.iter().any(|(_, feature)| case.features.iter().any(|one| one == feature));
    for path in case.expect.model.keys().filter(|_| case.format == "bpx") {
        for (part, feature) in [(".strings", "strings"), (".structured_data", "sd"), (".table.", "table")] {
            if path.contains(part) && !(of_a_type && feature == "strings") {
                list.push(feature);
            }
        }
    }
    list.sort_unstable();
    list.dedup();
    list
}

/// Returns the features that every reader of the whole file needs.
#[must_use]
pub fn needed_for_all(format: &str, built: &Built) -> Vec<&'static str> {
    let mut list = stored_features(built);
    match format {
        "blk" if built.bytes.first() == Some(&6) => list.push("fat-dedup"),
        "bpx" => {
            let kind = built.field_at("header.kind").map(|field| field.value.trim_matches('"'));
            match KINDS.iter().find(|(letter, _)| Some(*letter) == kind) {
                Some((_, feature)) => list.push(feature),
                None => {
                    let kinds = (0..).map_while(|index| built.bytes_of(&format!("table[{index}].kind")));
                    let kinds: Vec<&[u8]> = kinds.collect();
                    let used = SECTIONS.iter().filter(|(kind, _)| kinds.contains(&&[*kind][..]));
                    list.extend(used.map(|(_, feature)| *feature));
                }
            }
        }
        _ => {}
    }
    list.sort_unstable();
    list.dedup();
    list
}

/// Returns the features that the text of a file names: compressions and checksums.
fn stored_features(built: &Built) -> Vec<&'static str> {
    let mut list = Vec::new();
    for (codec, feature) in [("zlib", "zlib"), ("xz", "xz")] {
        if built.unpacked.iter().any(|unpacked| unpacked.codec == codec) {
            list.push(feature);
        }
    }
    // The checksums of sections; that of a header is part of its version.
    for index in 0.. {
        let Some(flags) = built.bytes_of(&format!("table[{index}].flags")) else { break };
        let sum = built.field_at(&format!("table[{index}].checksum")).and_then(|field| field.formula.as_deref());
        for (formula, feature) in [("crc32(", "crc32"), ("crc32_legacy(", "crc32-legacy")] {
            if sum.is_some_and(|one| one.starts_with(formula)) && flags.first().is_some_and(|flags| flags & CRC32 != 0)
            {
                list.push(feature);
            }
        }
    }
    list
}
