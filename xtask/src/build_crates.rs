//! Crates of many records, written to measure how long they take to build.

use crate::command::Outcome;
use std::fmt::Write as _;
use std::path::Path;

/// Structures in each crate.
pub(crate) const RECORDS: usize = 200;

/// Fields of each structure: one of a kind, and rotated, so that no two structures are alike.
const FIELDS: [(&str, &str); 10] = [
    ("id", "u64"),
    ("size", "u32"),
    ("kind", "u8"),
    ("level", "u8"),
    ("flags", "u16"),
    ("delta", "i32"),
    ("weight", "f32"),
    ("origin", "[f32; 3]"),
    ("scale", "f64"),
    ("reserved", "[u8; 4]"),
];

/// The generator of the code.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Author {
    Ours,
    Binrw,
}

impl Author {
    /// Returns the name of the crate.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Binrw => "binrw",
        }
    }

    /// Returns the manifest; a workspace of its own, with cargo's own release profile.
    pub(crate) fn manifest(self, root: &Path) -> String {
        let name = self.name();
        let dependency = |name: &str| format!("{name} = {{ path = {:?} }}\n", root.join(name));
        let ours = match self {
            Self::Ours => dependency("bpx-schema"),
            Self::Binrw => String::new(),
        };
        format!(
            "[package]\nname = \"bench-build-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nbinrw = \"0.15.2\"\n{ours}"
        )
    }

    /// Writes the library: every record is read from and written to a stream once, so that the code exists.
    pub(crate) fn library(self) -> Outcome<String> {
        let mut text = String::from("use binrw::io::Cursor;\nuse binrw::{BinRead, BinResult, BinWrite};\n");
        let derive = match self {
            Self::Ours => "bpx_schema::Record",
            Self::Binrw => "BinRead, BinWrite",
        };
        for index in 0..RECORDS {
            record(&mut text, derive, index).map_err(|error| error.to_string())?;
        }
        Ok(text)
    }
}

fn record(text: &mut String, derive: &str, index: usize) -> std::fmt::Result {
    writeln!(text, "\n#[derive(Debug, Clone, PartialEq, {derive})]\n#[brw(little)]\npub struct R{index} {{")?;
    for at in 0..FIELDS.len() {
        if let Some((name, ty)) = FIELDS.iter().cycle().nth(index + at) {
            writeln!(text, "    pub {name}_{index}: {ty},")?;
        }
    }
    writeln!(text, "}}")?;
    writeln!(text, "pub fn read{index}(c: &mut Cursor<&[u8]>) -> BinResult<R{index}> {{ R{index}::read(c) }}")?;
    writeln!(text, "pub fn write{index}(r: &R{index}, c: &mut Cursor<Vec<u8>>) -> BinResult<()> {{ r.write(c) }}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_crates_declare_the_same_fields() {
        let declarations = |author: Author| {
            let text = author.library().unwrap();
            text.lines().filter(|line| line.starts_with("    pub ")).map(str::to_owned).collect::<Vec<_>>()
        };
        let ours = declarations(Author::Ours);
        assert_eq!(ours.len(), RECORDS * FIELDS.len());
        assert_eq!(ours, declarations(Author::Binrw));
        assert_eq!(ours.first().unwrap(), "    pub id_0: u64,");
        assert_eq!(ours.get(10).unwrap(), "    pub size_1: u32,");
    }
}
