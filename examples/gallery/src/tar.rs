//! TAR, files on a tape: ustar (1988) and its properties (2001) of POSIX, GNU tar, and the archives before both.
//!
//! An entry is a header, which is one block of 512 bytes, and the stated number of bytes, padded to whole blocks. Two
//! blocks of zeros end the archive. A reader recognises them by 156 zeros, because an entry has a checksum there. Some
//! writers write entries without a name.
//!
//! Numbers are octal digits with zeros in front and a NUL at the end. Other writers fill them with spaces: a number
//! keeps its bytes as long as it is the same number. The end of the block differs: POSIX has the beginning of long
//! paths there, and GNU tar the parts of a sparse file. `magic` distinguishes them.
//!
//! Properties that do not fit into a header are the data of a preceding entry: lines, each of which begins with its own
//! size in decimal digits, or a long path. Programs compute no checksum and no length: a writer sets both.

use crate::missing;
use bpx_schema::codec::{CText, Nul, NulSpace, Octal};
use bpx_schema::{Codec, Record, Result, structure};

/// An archive.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Tar {
    /// Files, folders and links.
    #[br(until_bytes = b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
        \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")]
    pub entries: Vec<Entry>,
    /// Rest of the two blocks that end the archive. A writer makes it.
    #[br(count = 868)]
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
    sum(byte_sum, over(header, full_size), stored = header.checksum, fill(header.checksum = 32)),
    assert(
        header.kind < b'1' || header.kind > b'6' || header.length == 0,
        code = "entry.no-data",
        text = "expected no bytes of a link, a device, a folder or a queue, found {header.length}",
        on = header.length
    ),
    assert(
        header.kind != b'S' || parts.len() == 0 || continues != 0 || sum(parts.size) == header.length,
        code = "entry.parts-size",
        text = "expected parts of {header.length} bytes together, found {sum(parts.size)}",
        on = header.length
    )
)]
pub struct Entry {
    /// Header of the entry.
    pub header: Header,
    /// The end of a block of POSIX, and of older writers.
    #[br(if(header.magic[5] != b' '))]
    pub posix: Option<PosixEnd>,
    /// The end of a block of GNU tar.
    #[br(if(header.magic[5] == b' '))]
    pub gnu: Option<GnuEnd>,
    /// The first parts of a file with holes, of GNU tar.
    #[br(count = if header.magic[5] == b' ' { 4 } else { 0 })]
    pub parts: Vec<Part>,
    /// 1 when a block with more parts of a file with holes follows, of GNU tar.
    #[br(if(header.magic[5] == b' ', 0))]
    #[schema(one_of(0, 1))]
    pub continues: u8,
    /// Size of a file with holes, of GNU tar.
    #[br(if(header.magic[5] == b' '))]
    pub full_size: Option<FullSize>,
    /// More parts of a file with holes, one block after the other.
    #[br(if(header.kind == b'S' && continues != 0), args(header.length - sum(parts.size)))]
    pub more: Option<MoreParts>,
    /// The bytes of a file, or what is in their place.
    #[br(args(header.kind))]
    #[schema(region(size = header.length))]
    pub data: Data,
    #[schema(padding(align = 512))]
    padding: Vec<u8>,
}

/// The first part of the block before the bytes of a file.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(
    size = 345,
    assert(
        magic == b"ustar\x0000" || magic == b"ustar  \0" || magic == b"\0\0\0\0\0\0\0\0",
        class = BadMagic,
        code = "header.magic",
        text = "expected `ustar` and a version, or NULs of an old writer, found {magic}",
        on = magic
    ),
    assert(
        kind == 0 || kind >= b'0' && kind <= b'7' || kind == b'g' || kind == b'x' || kind >= b'A' && kind <= b'Z',
        class = UnknownCode,
        code = "header.kind",
        text = "expected a kind of POSIX, or a capital letter of a maker, found {kind}",
        on = kind
    )
)]
pub struct Header {
    /// Path of the file, up to a NUL.
    #[schema(text(pad = 0))]
    pub name: [u8; 100],
    /// Permissions.
    pub mode: Octal<8, Nul>,
    /// Number of its owner.
    pub owner: Octal<8, Nul>,
    /// Number of the group of its owner.
    pub group: Octal<8, Nul>,
    /// Size of its data in bytes, which a writer sets.
    pub length: Octal<12, Nul>,
    /// Time of the last change, in seconds since 1970.
    pub modified: Octal<12, Nul>,
    /// Sum of the bytes of this block, in which its own count as spaces.
    pub checksum: Octal<8, NulSpace>,
    /// Type of the entry.
    #[schema(codes = Kind)]
    pub kind: u8,
    /// Path that a link leads to.
    #[schema(text(pad = 0))]
    pub link: [u8; 100],
    /// `ustar`, a NUL and `00` of POSIX, `ustar`, two spaces and a NUL of GNU, nothing of older writers.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub magic: [u8; 8],
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
}

/// The end of a block of POSIX.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(size = 167)]
pub struct PosixEnd {
    /// The first part of a path of more than 100 bytes; a slash follows it.
    #[schema(text(pad = 0))]
    pub prefix: [u8; 155],
    /// Up to the end of the block.
    #[schema(reserved)]
    pub reserved: [u8; 12],
}

/// The end of a block of GNU tar.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(size = 41)]
pub struct GnuEnd {
    /// Time of the last access, in seconds since 1970.
    pub accessed: Octal<12, Nul>,
    /// Time of the last change of the mode or the owner, in seconds since 1970.
    pub changed: Octal<12, Nul>,
    /// Offset of the bytes in their file, in an archive of several tapes.
    pub offset: Octal<12, Nul>,
    /// No longer used.
    #[schema(reserved)]
    pub long_names: [u8; 4],
    /// No longer used.
    #[schema(reserved)]
    pub unused: u8,
}

/// Size of a file with holes, of GNU tar.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(size = 29)]
pub struct FullSize {
    /// Size of the file in bytes, with its holes.
    pub size: Octal<12, Nul>,
    /// Up to the end of the block.
    #[schema(reserved)]
    pub reserved: [u8; 17],
}

/// A part of a file with holes, which is in the archive.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(size = 24)]
pub struct Part {
    /// Offset in the file.
    pub offset: Octal<12, Nul>,
    /// Its size in bytes.
    pub size: Octal<12, Nul>,
}

/// More parts of a file with holes: blocks of 21 parts.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(length: u64))]
#[schema(assert(
    sum(parts.size) == length,
    code = "parts.size",
    text = "expected parts of {length} bytes after the first four, found {sum(parts.size)}",
    on = parts
))]
pub struct MoreParts {
    /// The parts; those after the last one are empty.
    #[br(until = index % 21 == 20 && entry.continues == 0, args(index))]
    pub parts: Vec<MorePart>,
}

/// A part of a file with holes, and the end of a block after each 21st one.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(index: u64))]
pub struct MorePart {
    /// Offset in the file.
    pub offset: Octal<12, Nul>,
    /// Its size in bytes.
    pub size: Octal<12, Nul>,
    /// 1 when another block follows.
    #[br(if(index % 21 == 20, 0))]
    #[schema(one_of(0, 1))]
    pub continues: u8,
    /// Up to the end of the block.
    #[br(count = if index % 21 == 20 { 7 } else { 0 })]
    #[schema(reserved)]
    pub reserved: Vec<u8>,
}

/// Types of entries.
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
    /// A file whose bytes lie side by side.
    ContiguousFile = b'7',
    /// Properties of all entries that follow.
    GlobalProperties = b'g',
    /// Properties of the next entry.
    Properties = b'x',
    /// A folder and the names in it, of GNU tar.
    DumpedFolder = b'D',
    /// Path that the link of the next entry leads to, of GNU tar.
    LongLink = b'K',
    /// Path of the next entry, of GNU tar.
    LongName = b'L',
    /// The rest of a file that began on the tape before, of GNU tar.
    Continued = b'M',
    /// A file with holes, of GNU tar.
    Sparse = b'S',
    /// Name of the tape, of GNU tar.
    Volume = b'V',
}

/// The bytes of a file, or what is in their place.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum Data {
    /// Properties of the next entry, or of all that follow.
    #[br(pre_assert(kind == b'x' || kind == b'g'))]
    Properties(#[br(parse_with = until_eof)] Vec<Property>),
    /// A path of any length.
    #[br(pre_assert(kind == b'L' || kind == b'K'))]
    Path(CText),
    /// Names in a folder, up to an empty one.
    #[br(pre_assert(kind == b'D'))]
    Folder(#[br(until_bytes = b"\0")] Vec<Dumped>),
    /// The bytes of a file.
    File(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A property of an entry, such as `30 mtime=1350244992.023960108`: a line that begins with its own size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// Size of the line in bytes, in decimal digits, which count too; a space follows them.
    #[br(until_excluding = entry == b' ')]
    #[schema(text(encoding = "latin-1"))]
    pub size: Vec<u8>,
    /// Keyword: `path`, `linkpath`, `size`, `uid`, `mtime`, or others.
    #[br(until_excluding = entry == b'=')]
    #[schema(utf8)]
    pub key: Vec<u8>,
    /// The value.
    #[br(count = (if size.len() == 1 { size[0] - 48 }
        else if size.len() == 2 { size[0] * 10 + size[1] - 528 }
        else if size.len() == 3 { size[0] * 100 + size[1] * 10 + size[2] - 5328 }
        else { size[0] * 1000 + size[1] * 100 + size[2] * 10 + size[3] - 53328 })
        - size.len() - key.len() - 3
    )]
    pub value: Vec<u8>,
    #[schema(magic = b"\n")]
    end: [u8; 1],
}

/// A name in a folder.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Dumped {
    /// State of the file.
    #[schema(codes = DumpKind, known)]
    pub kind: u8,
    /// Its name.
    pub name: CText,
}

/// States of a file in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum DumpKind {
    /// It is in this archive.
    Here = b'Y',
    /// It was not changed, and is not here.
    Unchanged = b'N',
    /// It is a folder.
    Folder = b'D',
    /// It had this name before.
    Renamed = b'R',
    /// It has this name now.
    Target = b'T',
    /// Another name, for files whose old and new names are exchanged.
    Temporary = b'X',
}

impl Entry {
    /// Creates an entry that its owner may read and write. A writer sets its length and its checksum.
    pub fn new(name: &str, kind: Kind, data: Data) -> Result<Self> {
        let mut header = Header::from_bytes(&[0; Header::SIZE]);
        let place = header.name.get_mut(..name.len()).filter(|_| !name.is_empty() && !name.contains('\0'));
        place
            .ok_or_else(|| missing(format!("expected a name of 1 to 100 bytes, found {name:?}")))?
            .copy_from_slice(name.as_bytes());
        header.mode.set(0o600);
        header.kind = kind as u8;
        header.magic = *b"ustar\x0000";
        let posix = Some(PosixEnd::from_bytes(&[0; PosixEnd::SIZE]));
        Ok(Self {
            header,
            posix,
            gnu: None,
            parts: Vec::new(),
            continues: 0,
            full_size: None,
            more: None,
            data,
            padding: Vec::new(),
        })
    }

    /// Creates a file that its owner may read and write.
    pub fn file(name: &str, bytes: Vec<u8>) -> Result<Self> {
        Self::new(name, Kind::File, Data::File(bytes))
    }
}

impl Property {
    /// Creates a property of the next entry; the size counts its own digits.
    pub fn new(key: &str, value: &[u8]) -> Self {
        // The space, `=`, and the end of the line.
        let rest = key.len() + value.len() + 3;
        let size =
            (1..=4).map(|digits| (rest + digits).to_string()).zip(1..).find(|(size, digits)| size.len() == *digits);
        let size = size.map(|(size, _)| size.into_bytes()).unwrap_or_default();
        Self { size, key: key.into(), value: value.into(), end: *b"\n" }
    }
}

impl Tar {
    /// Creates an archive of these entries.
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { entries, end: Vec::new(), rest: Vec::new() }
    }
}

/// Adds a file to an archive, after the others, which keep their bytes.
pub fn append(archive: &[u8], name: &str, data: &[u8]) -> Result<Vec<u8>> {
    let mut tar = Tar::from_slice(archive)?;
    tar.entries.push(Entry::file(name, data.to_vec())?);
    tar.to_vec()
}
