//! TAR, files on a tape (ustar, 1988): blocks of 512 bytes, whose numbers are texts.
//!
//! An entry is a header, which is one block, and so many bytes, filled up to whole blocks. Two blocks of zeros end the
//! archive; a name of no letters is where they begin.
//!
//! Numbers are octal digits with zeros in front and a NUL behind. Other writers fill them with spaces: a number keeps its
//! bytes as long as it is the same number. Nobody computes a checksum or a length: a writer sets both.

use crate::missing;
use bpx_schema::codec::{Nul, NulSpace, Octal};
use bpx_schema::{Codec, Record, Result, structure};

/// Size of a block.
const BLOCK: usize = 512;

/// An archive.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Tar {
    /// Files, folders and links.
    #[br(until_bytes = b"\0")]
    pub entries: Vec<Entry>,
    /// What is left of the two blocks that end the archive. A writer makes it.
    #[br(count = 1023)]
    #[schema(padding)]
    end: Vec<u8>,
    /// More blocks of zeros, as tapes had them.
    #[br(parse_with = until_eof)]
    #[schema(reserved)]
    pub rest: Vec<u8>,
}

/// A file, or what else has a name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(
    derive(header.length = data.len()),
    sum(byte_sum, over(header, header), stored = header.checksum, fill(header.checksum = 32))
)]
pub struct Entry {
    /// What it is.
    pub header: Header,
    /// The bytes of a file.
    #[br(count = header.length)]
    pub data: Vec<u8>,
    #[schema(padding(align = 512))]
    padding: Vec<u8>,
}

/// The block before the bytes of a file.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(size = 512)]
pub struct Header {
    /// Path of the file, up to a NUL.
    #[schema(text(pad = 0))]
    pub name: [u8; 100],
    /// Who may read and write it.
    pub mode: Octal<8, Nul>,
    /// Number of its owner.
    pub owner: Octal<8, Nul>,
    /// Number of the group of its owner.
    pub group: Octal<8, Nul>,
    /// Size in bytes; 0 of what is no file.
    pub length: Octal<12, Nul>,
    /// When it was changed, in seconds since 1970.
    pub modified: Octal<12, Nul>,
    /// Sum of the bytes of this block, in which its own count as spaces.
    pub checksum: Octal<8, NulSpace>,
    /// What the entry is.
    #[schema(codes = Kind, known)]
    pub kind: u8,
    /// Path that a link leads to.
    #[schema(text(pad = 0))]
    pub link: [u8; 100],
    /// Always `ustar`.
    #[schema(magic = b"ustar\0")]
    pub magic: [u8; 6],
    /// Always `00`.
    pub version: Octal<2>,
    /// Name of its owner.
    #[schema(text(pad = 0))]
    pub owner_name: [u8; 32],
    /// Name of the group of its owner.
    #[schema(text(pad = 0))]
    pub group_name: [u8; 32],
    /// Of a device.
    pub major: Octal<8, Nul>,
    /// Of a device.
    pub minor: Octal<8, Nul>,
    /// The first part of a path of more than 100 bytes; a slash follows it.
    #[schema(text(pad = 0))]
    pub prefix: [u8; 155],
    /// Up to the end of the block.
    #[schema(reserved)]
    pub reserved: [u8; 12],
}

/// What an entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Kind {
    /// A file, of old writers.
    OldFile = 0,
    /// A file.
    File = b'0',
    /// Another name of a file.
    Link = b'1',
    /// A link by name.
    SymbolicLink = b'2',
    /// A device of characters.
    CharacterDevice = b'3',
    /// A device of blocks.
    BlockDevice = b'4',
    /// A folder.
    Folder = b'5',
    /// A queue.
    Queue = b'6',
}

impl Entry {
    /// A file that its owner may read and write. A writer sets its length and its checksum.
    pub fn file(name: &str, data: Vec<u8>) -> Result<Self> {
        let mut header = Header::from_bytes(&[0; BLOCK]);
        let place = header.name.get_mut(..name.len()).filter(|_| !name.is_empty() && !name.contains('\0'));
        place.ok_or_else(|| missing(format!("no name of 1 to 100 bytes: {name:?}")))?.copy_from_slice(name.as_bytes());
        header.mode.set(0o600);
        header.kind = Kind::File as u8;
        header.magic = *b"ustar\0";
        header.version = Octal::default();
        Ok(Self { header, data, padding: Vec::new() })
    }
}

impl Tar {
    /// An archive of these entries.
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { entries, end: Vec::new(), rest: Vec::new() }
    }
}

/// Adds a file to an archive, behind the others, which keep their bytes.
pub fn append(archive: &[u8], name: &str, data: &[u8]) -> Result<Vec<u8>> {
    let mut tar = Tar::from_slice(archive)?;
    tar.entries.push(Entry::file(name, data.to_vec())?);
    tar.to_vec()
}
