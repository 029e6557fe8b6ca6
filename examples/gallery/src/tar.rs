//! TAR: archives of files on tape, as ustar (1988), with POSIX properties (2001), as GNU tar, or as older programs
//! write them.
//!
//! An entry is a header, which is one block of 512 bytes, and data of the size that the header states, padded to whole
//! blocks. Two blocks of zeros end the archive. A reader recognises the end by 156 zeros, because an entry has a
//! non-zero checksum in these bytes. Some writers write entries without a name.
//!
//! Numbers are octal digits with leading zeros and a final NUL. Some writers fill numbers with spaces, so an unchanged
//! number keeps its bytes. The end of the header block differs: POSIX stores the beginning of a long path there, and
//! GNU tar stores the parts of a sparse file. `magic` distinguishes both.
//!
//! Properties that do not fit into a header are the data of a preceding entry: either lines, each of which begins with
//! its own size in decimal digits, or a long path. Callers compute no checksum and no size, because a writer sets both.

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
    /// The rest of the two zero blocks that end the archive; the writer adds the rest.
    #[br(count = 868)]
    #[schema(padding)]
    end: Vec<u8>,
    /// More zero blocks, which fill the last record of a tape.
    #[br(parse_with = until_eof)]
    #[schema(reserved)]
    pub rest: Vec<u8>,
}

/// A file, a folder, a link, a device, or data about other entries.
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
    /// The end of the header block as POSIX and older programs write it.
    #[br(if(header.magic[5] != b' '))]
    pub posix: Option<PosixEnd>,
    /// The end of the header block as GNU tar writes it.
    #[br(if(header.magic[5] == b' '))]
    pub gnu: Option<GnuEnd>,
    /// The first four parts of a sparse file of GNU tar.
    #[br(count = if header.magic[5] == b' ' { 4 } else { 0 })]
    pub parts: Vec<Part>,
    /// 1 if a block with more parts of a sparse file of GNU tar follows.
    #[br(if(header.magic[5] == b' ', 0))]
    #[schema(one_of(0, 1))]
    pub continues: u8,
    /// Size of a sparse file of GNU tar.
    #[br(if(header.magic[5] == b' '))]
    pub full_size: Option<FullSize>,
    /// Further parts of a sparse file, in one or more blocks.
    #[br(if(header.kind == b'S' && continues != 0), args(header.length - sum(parts.size)))]
    pub more: Option<MoreParts>,
    /// Data of the entry.
    #[br(args(header.kind))]
    #[schema(region(size = header.length))]
    pub data: Data,
    #[schema(padding(align = 512))]
    padding: Vec<u8>,
}

/// The first part of the header block, which all variants share.
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
    /// Path of the entry, up to a NUL.
    #[schema(text(pad = 0))]
    pub name: [u8; 100],
    /// Permissions.
    pub mode: Octal<8, Nul>,
    /// User ID of the owner.
    pub owner: Octal<8, Nul>,
    /// Group ID of the owner.
    pub group: Octal<8, Nul>,
    /// Size of the data in bytes, which a writer sets.
    pub length: Octal<12, Nul>,
    /// Time of the last change, in seconds since 1970.
    pub modified: Octal<12, Nul>,
    /// Sum of the bytes of the header block, where each byte of the checksum itself counts as a space.
    pub checksum: Octal<8, NulSpace>,
    /// Type of the entry.
    #[schema(codes = Kind)]
    pub kind: u8,
    /// Path of the link target.
    #[schema(text(pad = 0))]
    pub link: [u8; 100],
    /// `ustar`, NUL, `00` for POSIX; `ustar`, two spaces, NUL for GNU tar; zeros for older programs.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub magic: [u8; 8],
    /// Name of the owner.
    #[schema(text(pad = 0))]
    pub owner_name: [u8; 32],
    /// Name of the group of the owner.
    #[schema(text(pad = 0))]
    pub group_name: [u8; 32],
    /// Major number of a device.
    pub major: Octal<8, Nul>,
    /// Minor number of a device.
    pub minor: Octal<8, Nul>,
}

/// The end of a header block of POSIX.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(size = 167)]
pub struct PosixEnd {
    /// The first part of a path of more than 100 bytes; a slash separates it from `name`.
    #[schema(text(pad = 0))]
    pub prefix: [u8; 155],
    /// Unused bytes up to the end of the block.
    #[schema(reserved)]
    pub reserved: [u8; 12],
}

/// The end of a header block of GNU tar, up to the parts of a sparse file.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(size = 41)]
pub struct GnuEnd {
    /// Time of the last access, in seconds since 1970.
    pub accessed: Octal<12, Nul>,
    /// Time of the last change of the mode or the owner, in seconds since 1970.
    pub changed: Octal<12, Nul>,
    /// Offset of the data in the file, if the archive has several tapes and the file began on an earlier one.
    pub offset: Octal<12, Nul>,
    /// No longer used.
    #[schema(reserved)]
    pub long_names: [u8; 4],
    /// No longer used.
    #[schema(reserved)]
    pub unused: u8,
}

/// The size of a sparse file of GNU tar.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(size = 29)]
pub struct FullSize {
    /// Size of the file in bytes, including its holes.
    pub size: Octal<12, Nul>,
    /// Unused bytes up to the end of the block.
    #[schema(reserved)]
    pub reserved: [u8; 17],
}

/// A part of a sparse file that the archive stores.
#[derive(Debug, Clone, PartialEq, Record)]
#[schema(size = 24)]
pub struct Part {
    /// Offset of the part in the file, in bytes.
    pub offset: Octal<12, Nul>,
    /// Size of the part in bytes.
    pub size: Octal<12, Nul>,
}

/// Further parts of a sparse file, in blocks of 21 parts.
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
    /// The parts; unused parts at the end are empty.
    #[br(until = index % 21 == 20 && entry.continues == 0, args(index))]
    pub parts: Vec<MorePart>,
}

/// A part of a sparse file; each 21st part also has the end of its block.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(index: u64))]
pub struct MorePart {
    /// Offset of the part in the file, in bytes.
    pub offset: Octal<12, Nul>,
    /// Size of the part in bytes.
    pub size: Octal<12, Nul>,
    /// 1 if another block follows.
    #[br(if(index % 21 == 20, 0))]
    #[schema(one_of(0, 1))]
    pub continues: u8,
    /// Unused bytes up to the end of the block.
    #[br(count = if index % 21 == 20 { 7 } else { 0 })]
    #[schema(reserved)]
    pub reserved: Vec<u8>,
}

/// Types of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Kind {
    /// A file, in archives of older programs.
    OldFile = 0,
    /// A file.
    File = b'0',
    /// A hard link.
    Link = b'1',
    /// A symbolic link.
    SymbolicLink = b'2',
    /// A character device.
    CharacterDevice = b'3',
    /// A block device.
    BlockDevice = b'4',
    /// A folder.
    Folder = b'5',
    /// A queue.
    Queue = b'6',
    /// A file that the disk stores in one piece.
    ContiguousFile = b'7',
    /// Properties of all following entries.
    GlobalProperties = b'g',
    /// Properties of the next entry.
    Properties = b'x',
    /// A folder and the names in the folder, of GNU tar.
    DumpedFolder = b'D',
    /// Link target of the next entry, of GNU tar.
    LongLink = b'K',
    /// Path of the next entry, of GNU tar.
    LongName = b'L',
    /// The rest of a file that began on an earlier tape, of GNU tar.
    Continued = b'M',
    /// A sparse file, of GNU tar.
    Sparse = b'S',
    /// Name of the tape, of GNU tar.
    Volume = b'V',
}

/// The data of an entry.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum Data {
    /// Properties of the next entry, or of all following entries.
    #[br(pre_assert(kind == b'x' || kind == b'g'))]
    Properties(#[br(parse_with = until_eof)] Vec<Property>),
    /// A path of any length.
    #[br(pre_assert(kind == b'L' || kind == b'K'))]
    Path(CText),
    /// The names in a folder, up to an empty name.
    #[br(pre_assert(kind == b'D'))]
    Folder(#[br(until_bytes = b"\0")] Vec<Dumped>),
    /// The bytes of a file.
    File(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A property of an entry, such as `30 mtime=1350244992.023960108`; the line begins with its own size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Property {
    /// Size of the whole line in bytes, in decimal digits; a space follows the digits.
    #[br(until_excluding = entry == b' ')]
    #[schema(text(encoding = "latin-1"))]
    pub size: Vec<u8>,
    /// Keyword, such as `path`, `linkpath`, `size`, `uid` or `mtime`.
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
    /// Name of the file.
    pub name: CText,
}

/// States of a file in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum DumpKind {
    /// The archive holds the file.
    Here = b'Y',
    /// The file was not changed, so the archive does not hold it.
    Unchanged = b'N',
    /// The file is a folder.
    Folder = b'D',
    /// The old name of a renamed file.
    Renamed = b'R',
    /// The new name of the renamed file before.
    Target = b'T',
    /// A temporary name, for files that exchange their names.
    Temporary = b'X',
}

impl Entry {
    /// Creates an entry that its owner may read and write. A writer sets the size and the checksum.
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
    /// Creates an archive of the entries.
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { entries, end: Vec::new(), rest: Vec::new() }
    }
}

/// Appends a file to an archive; the other entries keep their bytes.
pub fn append(archive: &[u8], name: &str, data: &[u8]) -> Result<Vec<u8>> {
    let mut tar = Tar::from_slice(archive)?;
    tar.entries.push(Entry::file(name, data.to_vec())?);
    tar.to_vec()
}
