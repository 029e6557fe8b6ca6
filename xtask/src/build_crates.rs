//! Writes crates of many records or other structures, to measure their build time.

use crate::command::Outcome;
use std::fmt::Write as _;
use std::path::Path;

/// The number of structures in each crate.
pub(crate) const RECORDS: usize = 200;

/// The fields of each structure. Each structure begins with another field than the structure before, so that adjacent
/// structures differ.
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

/// The kind of declarations in a crate.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Records,
    /// Structures; every other structure has a list and a condition.
    Structures,
}

impl Kind {
    /// Returns the title of the crate in the table.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Records => "records of 10 fields",
            Self::Structures => "structures, half of them of varying size",
        }
    }

    fn is_dynamic(self, index: usize) -> bool {
        matches!(self, Self::Structures) && index % 2 == 1
    }
}

/// The project whose macros generate the code.
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

    /// Returns the manifest of the crate, which is a workspace of its own with cargo's own release profile.
    pub(crate) fn manifest(self, root: &Path) -> String {
        let name = self.name();
        // The library of the crate calls binrw's traits.
        let dependency = |name: &str| format!("{name} = {{ path = {:?}, features = [\"binrw\"] }}\n", root.join(name));
        let ours = match self {
            Self::Ours => dependency("bpx-schema"),
            Self::Binrw => String::new(),
        };
        format!(
            "[package]\nname = \"bench-build-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nbinrw = \"0.15.2\"\n{ours}"
        )
    }

    /// Returns the attributes of a declaration of the kind.
    pub(crate) fn attributes(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::Ours, Kind::Records) => "#[derive(bpx_schema::Record)]",
            (Self::Ours, Kind::Structures) => "#[bpx_schema::structure]",
            (Self::Binrw, Kind::Records) => "#[derive(BinRead, BinWrite)]",
            (Self::Binrw, Kind::Structures) => "#[binrw::binrw]",
        }
    }

    /// Writes the library. Functions read each structure from a stream and write each structure to a stream, so that
    /// the compiler generates the code.
    pub(crate) fn library_text(self, kind: Kind) -> Outcome<String> {
        let mut text = String::from("use binrw::io::Cursor;\nuse binrw::{BinRead, BinResult, BinWrite};\n");
        for index in 0..RECORDS {
            self.write_declaration(&mut text, kind, index).map_err(|error| error.to_string())?;
        }
        Ok(text)
    }

    fn write_declaration(self, text: &mut String, kind: Kind, index: usize) -> std::fmt::Result {
        let attributes = self.attributes(kind);
        writeln!(text, "\n{attributes}\n#[derive(Debug, Clone, PartialEq)]\n#[brw(little)]\npub struct R{index} {{")?;
        for at in 0..FIELDS.len() {
            if let Some((name, ty)) = FIELDS.iter().cycle().nth(index + at) {
                writeln!(text, "    pub {name}_{index}: {ty},")?;
            }
        }
        if kind.is_dynamic(index) {
            // binrw needs the cast.
            let cast = if matches!(self, Self::Binrw) { " as u16" } else { "" };
            writeln!(text, "    #[br(temp)]\n    #[bw(calc = name.len(){cast})]\n    name_len: u16,")?;
            writeln!(text, "    #[br(count = name_len)]\n    pub name: Vec<u8>,")?;
            writeln!(text, "    #[br(if(flags_{index} & 1 != 0))]\n    pub extra: Option<u32>,")?;
        }
        writeln!(text, "}}")?;
        writeln!(text, "pub fn read{index}(c: &mut Cursor<&[u8]>) -> BinResult<R{index}> {{ R{index}::read(c) }}")?;
        writeln!(text, "pub fn write{index}(r: &R{index}, c: &mut Cursor<Vec<u8>>) -> BinResult<()> {{ r.write(c) }}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_crates_declare_the_same_fields() {
        let of_kind = |author: Author, kind| {
            let text = author.library_text(kind).unwrap();
            text.lines().filter(|line| line.starts_with("    pub ")).map(str::to_owned).collect::<Vec<_>>()
        };
        let declarations = |author| of_kind(author, Kind::Records);
        let dynamic = |author| of_kind(author, Kind::Structures);
        assert_eq!(dynamic(Author::Ours).len(), RECORDS * FIELDS.len() + RECORDS);
        assert_eq!(dynamic(Author::Ours), dynamic(Author::Binrw));
        let ours = declarations(Author::Ours);
        assert_eq!(ours.len(), RECORDS * FIELDS.len());
        assert_eq!(ours, declarations(Author::Binrw));
        assert_eq!(ours.first().unwrap(), "    pub id_0: u64,");
        assert_eq!(ours.get(10).unwrap(), "    pub size_1: u32,");
    }
}
