//! WAD: the archives of Doom (1993).
//!
//! A header states the offset of the directory, and the directory states offset and size of each lump. Only the header
//! has a fixed offset: lumps may have any order, may share bytes, and may be empty (a marker such as `F_START`).
//!
//! The declaration states each relation once. A reader takes `at` and `size` from the directory. Both are plain
//! members, so a writer sets the members to the offset and the size of the lump, and also sets the offset of the
//! directory.
//!
//! The name of a lump decides its content: `args` passes the name on as a number. `map.rs` declares the lumps of a map,
//! and `graphics.rs` declares pictures and sounds. Lumps between markers (flats, sprites, patches) have arbitrary
//! names, so they stay bytes.

mod graphics;
mod map;

pub use graphics::*;
pub use map::*;

use crate::{content, missing};
use bpx_schema::codec::Regions;
use bpx_schema::layout::{Content, FileWriter};
use bpx_schema::{Codec, Record, Result, structure};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(header.lump_count = directory.len()))]
pub struct Wad {
    /// Kind of the file, number of lumps, and offset of the directory.
    pub header: Header,
    /// One entry for each lump. A new file has the directory after the lumps.
    #[br(count = header.lump_count)]
    #[schema(region(at = header.directory_offset, place(after = lumps)))]
    pub directory: Vec<Entry>,
    /// The lumps. A new file stores equal lumps once.
    #[br(args(int(entry.name), entry.size))]
    #[schema(region(each = directory, at = entry.offset, size = entry.size, place(share)))]
    pub lumps: Regions<Lump>,
}

/// The first twelve bytes of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little, assert(signature == b"IWAD" || signature == b"PWAD"))]
#[schema(size = 12)]
pub struct Header {
    /// `IWAD` for a whole game, `PWAD` for a patch of a game.
    #[schema(utf8)]
    pub signature: [u8; 4],
    /// Number of lumps, which a writer counts.
    pub lump_count: u32,
    /// Offset of the directory from the beginning of the file, in bytes.
    pub directory_offset: u32,
}

/// The name, the offset and the size of a lump.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 16)]
pub struct Entry {
    /// Offset from the beginning of the file, in bytes; it has no meaning if the lump is empty.
    pub offset: u32,
    /// Size of the lump in bytes.
    pub size: u32,
    /// Name of the lump, padded with zeros.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub name: [u8; 8],
}

/// The content of a lump, which the name of the lump decides. The name is a number whose highest byte is the first
/// letter.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(name: u64, stored: u32))]
pub enum Lump {
    /// A marker, such as the name of a map or the beginning of a list.
    #[br(pre_assert(stored == 0))]
    Marker,
    /// Things and their positions.
    #[br(pre_assert(name == int(b"THINGS\0\0")))]
    Things(#[br(parse_with = until_eof)] Vec<Thing>),
    /// Walls.
    #[br(pre_assert(name == int(b"LINEDEFS")))]
    Lines(#[br(parse_with = until_eof)] Vec<Line>),
    /// Sides of walls, with their textures.
    #[br(pre_assert(name == int(b"SIDEDEFS")))]
    Sides(#[br(parse_with = until_eof)] Vec<Side>),
    /// Corners.
    #[br(pre_assert(name == int(b"VERTEXES")))]
    Corners(#[br(parse_with = until_eof)] Vec<Vertex>),
    /// Parts of walls, for the convex areas.
    #[br(pre_assert(name == int(b"SEGS\0\0\0\0")))]
    Segments(#[br(parse_with = until_eof)] Vec<Segment>),
    /// Convex areas.
    #[br(pre_assert(name == int(b"SSECTORS")))]
    Areas(#[br(parse_with = until_eof)] Vec<Area>),
    /// The tree that divides the map into convex areas.
    #[br(pre_assert(name == int(b"NODES\0\0\0")))]
    Nodes(#[br(parse_with = until_eof)] Vec<Node>),
    /// Rooms.
    #[br(pre_assert(name == int(b"SECTORS\0")))]
    Sectors(#[br(parse_with = until_eof)] Vec<Sector>),
    /// A bit for each pair of rooms; 1 if a room cannot be seen from the other room.
    #[br(pre_assert(name == int(b"REJECT\0\0")))]
    Reject(#[br(parse_with = until_eof)] Vec<u8>),
    /// The walls in each block of the map.
    #[br(pre_assert(name == int(b"BLOCKMAP")))]
    Blocks(Blocks),
    /// Palettes: the normal one, and those for damage, pickups and the suit.
    #[br(pre_assert(name == int(b"PLAYPAL\0")))]
    Palettes(#[br(parse_with = until_eof)] Vec<Palette>),
    /// Tables that map colours to darker colours, from bright to dark.
    #[br(pre_assert(name == int(b"COLORMAP")))]
    Shades(#[br(parse_with = until_eof)] Vec<Shade>),
    /// Names of patches, to which textures refer by number.
    #[br(pre_assert(name == int(b"PNAMES\0\0")))]
    PatchNames(PatchNames),
    /// Textures of walls.
    #[br(pre_assert(name == int(b"TEXTURE1") || name == int(b"TEXTURE2")))]
    Textures(Textures),
    /// A picture that fills the screen, or the status bar.
    #[br(pre_assert(
        name == int(b"TITLEPIC") || name == int(b"CREDIT\0\0") || name == int(b"HELP\0\0\0\0") || name == int(b"HELP1\0\0\0")
            || name == int(b"HELP2\0\0\0") || name == int(b"INTERPIC") || name == int(b"BOSSBACK") || name == int(b"STBAR\0\0\0")
    ))]
    Picture(Picture),
    /// The text screen at the end of the game.
    #[br(pre_assert(name == int(b"ENDOOM\0\0") && stored == 4000))]
    Screen(#[br(count = 2000)] Vec<Cell>),
    /// A sound, whose name begins with `DS`.
    #[br(pre_assert(name >> 48 == 0x4453))]
    Sound(Sound),
    /// Music, whose name begins with `D_`.
    #[br(pre_assert(name >> 48 == 0x445F))]
    Music(Music),
    /// The bytes of any other lump.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

impl Entry {
    /// Creates an entry with the name; a writer sets its offset and its size.
    pub fn named(name: &str) -> Self {
        let mut entry = Self::default();
        entry.name.iter_mut().zip(name.bytes()).for_each(|(to, from)| *to = from);
        entry
    }

    /// Returns whether `name` is the name of the lump, in upper or lower case.
    pub fn is_named(&self, name: &str) -> bool {
        let end = self.name.iter().position(|byte| *byte == 0).unwrap_or(self.name.len());
        self.name.get(..end).is_some_and(|own| own.eq_ignore_ascii_case(name.as_bytes()))
    }
}

/// Writes a new `PWAD` file; the writer sets the offsets of the lumps.
pub fn write(lumps: &[(&str, &[u8])]) -> Result<Vec<u8>> {
    let header = Header { signature: *b"PWAD", ..Header::default() };
    let directory = lumps.iter().map(|(name, _)| Entry::named(name)).collect();
    let wad = Wad { header, directory, lumps: Regions::default() };
    let mut writer = FileWriter::new(&wad, [])?;
    for (index, (_, data)) in (0..).zip(lumps) {
        writer.put(Wad::LUMPS, index, Content::new(*data))?;
    }
    writer.place()?.to_vec()
}

/// Returns the bytes of the last lump that has the name.
pub fn read(file: &[u8], name: &str) -> Result<Vec<u8>> {
    let wad = Wad::from_slice(file)?;
    content(file, Wad::LUMPS, &wad.lumps, find(&wad, name)?)
}

/// Replaces a lump. The other lumps keep their bytes and their order; the parts after the lump move.
pub fn replace(file: &[u8], name: &str, data: &[u8]) -> Result<Vec<u8>> {
    let wad = Wad::from_slice(file)?;
    let mut writer = FileWriter::edit(&wad, [], file)?;
    writer.put(Wad::LUMPS, find(&wad, name)? as u64, Content::new(data))?;
    writer.place()?.to_vec()
}

/// Returns the index of the last lump that has the name; it hides earlier lumps of the same name.
fn find(wad: &Wad, name: &str) -> Result<usize> {
    let found = wad.directory.iter().rposition(|entry| entry.is_named(name));
    found.ok_or_else(|| missing(format!("no lump `{name}`")))
}
