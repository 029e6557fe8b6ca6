//! Types of files, and their sections.

use super::uses::SectionUses;
use super::{SectionHeader, model, package, shader, texture, v0};

/// Returns the sections of files of this type and version; `None` for types that the specification does not define.
#[must_use]
pub fn section_uses(kind: u8, version: u32) -> Option<&'static SectionUses> {
    match (kind, version) {
        (_, 0) => v0::section_uses(kind),
        (texture::KIND, 1 | 2) => Some(&texture::SECTIONS),
        (model::KIND, 2) => Some(&model::SECTIONS),
        (shader::KIND, 2) => Some(&shader::SECTIONS),
        (package::KIND, 1) => Some(&package::SECTIONS_V1),
        (package::KIND, 2) => Some(&package::SECTIONS),
        _ => None,
    }
}

/// Returns the sections of all types of files of a version, by type.
pub fn all_section_uses(version: u32) -> impl Iterator<Item = &'static SectionUses> {
    (0..=u8::MAX).filter_map(move |kind| section_uses(kind, version))
}

/// Returns the name of a section type in a file of this type and version; `None` for an unknown section type.
#[must_use]
pub fn section_name(kind: u8, version: u32, entry: &SectionHeader) -> Option<String> {
    let own = section_uses(kind, version).and_then(|uses| uses.get(entry.kind));
    own.map(|one| one.name.to_owned()).or_else(|| Some(entry.kind_code().ok()?.to_string()))
}

/// Returns the sections of every type of file in the version that `text` names, in the words of
/// [`find_schema`](crate::find_schema); empty for texts that name another format.
#[must_use]
pub fn find_section_uses(text: &str) -> Vec<&'static SectionUses> {
    let version = match text {
        "bpx@0" | "bpx-v0" => 0,
        "bpx@1" => 1,
        "bpx@2" | "bpx" => 2,
        _ => return Vec::new(),
    };
    all_section_uses(version).collect()
}
