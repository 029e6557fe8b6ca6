//! ZIP: archives of files (APPNOTE 6.3.10).
//!
//! A reader begins at the end of an archive: it searches for the signature of the end record. The end record has the
//! offset of the directory, and the entries of the directory have the offsets of the files. Every part is a value: an
//! entry of the directory holds its file, although the file has another offset. A file takes the numbers of its entry
//! as parameters, because a program that writes a stream leaves the numbers beside the data zero. `extra.rs` declares
//! the extra fields of entries and files.
//!
//! ZIP64 states the numbers whose older fields have all bits set. An extra field of the entry states sizes and offsets.
//! A second end record states the offset of the directory, which is then [`BigEnd::entries`].
//!
//! A writer writes the files, then the directory, then the end record, and sets the offsets. The writer compresses the
//! data again. The entry and the file both state the sizes of the data and the checksum, so a program that changes data
//! must set the stored size, the content size and the checksum in both, as [`store`] does for uncompressed data.

mod extra;

pub use extra::*;

use bpx_schema::checksum::Crc32;
use bpx_schema::layout::FileWriter;
use bpx_schema::report::{Class, Error};
use bpx_schema::{Codec, Record, Result, structure};

/// The method of uncompressed data.
pub const STORED: u16 = 0;
/// The method of data that deflate compresses.
pub const DEFLATED: u16 = 8;
/// The method of data that AES encrypts; the extra field has the compression method.
const AES: u16 = 99;
/// The value of a number of 4 bytes that ZIP64 states instead.
const BIG: u32 = 0xFFFF_FFFF;
/// The value of a number of 2 bytes that ZIP64 states instead.
const BIG_COUNT: u16 = 0xFFFF;

/// An archive.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(assert(
    end.entry_count == BIG_COUNT || end.directory_size == BIG || end.directory_offset == BIG
        || sum(entries, 46 + entry.name_size + entry.extra_size + entry.comment_size) == end.directory_size,
    code = "end.directory-size",
    text = "expected entries of {end.directory_size} bytes, found {sum(entries, 46 + entry.name_size + entry.extra_size + entry.comment_size)}",
    on = end.directory_size
))]
pub struct Zip {
    /// The end record, in the last 65,557 bytes of the file.
    #[schema(region(at = find_last(b"PK\x05\x06", within = 65557), place(after = locator)))]
    pub end: End,
    /// The ZIP64 locator in front of the end record, if a number of the end record has all bits set.
    #[br(if(end.entry_count == BIG_COUNT || end.directory_size == BIG || end.directory_offset == BIG))]
    #[schema(region(at = find_last(b"PK\x06\x07", within = 65577), place(after = entries)))]
    pub locator: Option<Locator>,
    /// The directory, unless ZIP64 states its offset.
    #[br(
        if(end.entry_count != BIG_COUNT && end.directory_size != BIG && end.directory_offset != BIG),
        count = end.entry_count
    )]
    #[schema(region(
        at = end.directory_offset,
        set(end.directory_offset = region.offset, end.directory_size = region.stored_size)
    ))]
    pub entries: Option<Vec<Entry>>,
}

/// The end record, which has the offset of the directory (section 4.3.16).
#[structure]
#[derive(Debug, Clone, PartialEq, Default)]
#[brw(little, magic = b"PK\x05\x06")]
#[schema(assert(
    entry_count == total_count,
    code = "end.entries",
    text = "expected all {total_count} entries on this disk, found {entry_count}",
    on = entry_count
))]
pub struct End {
    /// Number of this disk, for an archive on several disks.
    #[schema(supported(0, 0xFFFF))]
    pub disk: u16,
    /// Disk on which the directory begins.
    #[schema(supported(0, 0xFFFF))]
    pub directory_disk: u16,
    /// Number of entries on this disk.
    pub entry_count: u16,
    /// Number of entries on all disks.
    pub total_count: u16,
    /// Size of the directory in bytes.
    pub directory_size: u32,
    /// Offset of the directory from the beginning of the file, in bytes.
    pub directory_offset: u32,
    #[br(temp)]
    #[bw(calc = comment.len())]
    comment_size: u16,
    /// Comment on the archive.
    #[br(count = comment_size)]
    pub comment: Vec<u8>,
}

/// The offset of the ZIP64 end record (section 4.3.15).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"PK\x06\x07")]
pub struct Locator {
    /// Number of the disk that has the ZIP64 end record.
    #[schema(supported(0))]
    pub disk: u32,
    /// Offset of the ZIP64 end record from the beginning of the file, in bytes.
    pub offset: u64,
    /// Number of disks; 1, and 0 from some writers.
    #[schema(supported(0, 1))]
    pub disk_count: u32,
    /// The ZIP64 end record.
    #[schema(region(at = offset))]
    pub end: BigEnd,
}

/// The ZIP64 end record, with numbers of 8 bytes (section 4.3.14).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"PK\x06\x06")]
#[schema(
    assert(
        entry_count == total_count,
        code = "big-end.entries",
        text = "expected all {total_count} entries on this disk, found {entry_count}",
        on = entry_count
    ),
    assert(
        sum(entries, 46 + entry.name_size + entry.extra_size + entry.comment_size) == directory_size,
        code = "big-end.directory-size",
        text = "expected entries of {directory_size} bytes, found {sum(entries, 46 + entry.name_size + entry.extra_size + entry.comment_size)}",
        on = directory_size
    )
)]
pub struct BigEnd {
    /// Size of the rest of the record in bytes.
    #[br(temp)]
    #[bw(calc = extension.len() + 44)]
    end_size: u64,
    /// Version and system of the writer.
    pub made_by: Version,
    /// Version that a reader needs.
    pub needed: Version,
    /// Number of this disk.
    #[schema(supported(0))]
    pub disk: u32,
    /// Disk on which the directory begins.
    #[schema(supported(0))]
    pub directory_disk: u32,
    /// Number of entries on this disk.
    pub entry_count: u64,
    /// Number of entries on all disks.
    pub total_count: u64,
    /// Size of the directory in bytes.
    pub directory_size: u64,
    /// Offset of the directory from the beginning of the file, in bytes.
    pub directory_offset: u64,
    /// Data for special purposes.
    #[br(count = end_size - 44)]
    pub extension: Vec<u8>,
    /// The directory.
    #[br(count = entry_count)]
    #[schema(region(
        at = directory_offset,
        set(directory_offset = region.offset, directory_size = region.stored_size)
    ))]
    pub entries: Vec<Entry>,
}

/// The entry of a file in the directory (section 4.3.12).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"PK\x01\x02")]
pub struct Entry {
    /// Version and system of the writer.
    pub made_by: Version,
    /// Version that a reader needs.
    pub needed: Version,
    /// Flags.
    pub flags: Flags,
    /// Compression method.
    #[schema(codes = Method)]
    pub method: u16,
    /// Time of the last change.
    pub time: Time,
    /// CRC-32 of the content.
    pub sum: u32,
    /// Size of the stored data in bytes.
    pub stored_size: u32,
    /// Size of the content in bytes.
    pub content_size: u32,
    name_size: u16,
    extra_size: u16,
    comment_size: u16,
    /// Disk on which the file begins.
    #[schema(supported(0, 0xFFFF))]
    pub disk: u16,
    /// Internal attributes of the file.
    pub internal: Internal,
    /// External attributes of the file, as the system of the writer defines them.
    pub external: External,
    /// Offset of the local header, in bytes.
    pub offset: u32,
    /// Path of the file.
    #[br(args(flags.unicode))]
    #[schema(region(size = name_size))]
    pub name: Text,
    /// ZIP64 sizes, if the older numbers have all bits set.
    #[br(args(content_size, stored_size, offset, disk))]
    pub zip64: Zip64,
    /// Offset of the local header, if `offset` has all bits set.
    #[br(if(offset == BIG, 0))]
    pub zip64_offset: u64,
    /// Disk on which the file begins, if `disk` has all bits set.
    #[br(if(disk == BIG_COUNT, 0))]
    #[schema(supported(0))]
    pub zip64_disk: u32,
    /// Rest of the ZIP64 field, if it states more numbers than necessary.
    #[br(
        count = zip64.field_size - if content_size == BIG { 8 } else { 0 }
            - if stored_size == BIG { 8 } else { 0 }
            - if offset == BIG { 8 } else { 0 }
            - if disk == BIG_COUNT { 4 } else { 0 }
    )]
    pub zip64_rest: Vec<u8>,
    /// Extra fields.
    #[br(parse_with = until_eof)]
    #[schema(region(size = extra_size - if zip64.id == 0 { 0 } else { 4 + zip64.field_size }))]
    pub extra: Vec<Extra>,
    /// Comment on the file.
    #[br(args(flags.unicode))]
    #[schema(region(size = comment_size))]
    pub comment: Text,
    /// The local header and the data of the file.
    #[br(args(
        flags.encrypted,
        method,
        sum,
        if stored_size == BIG { zip64.stored_size } else { stored_size },
        if content_size == BIG { zip64.content_size } else { content_size }
    ))]
    #[schema(region(
        at = if offset == BIG { zip64_offset } else { offset },
        set(
            offset = if offset == BIG { offset } else { region.offset },
            zip64_offset = if offset == BIG { region.offset } else { zip64_offset }
        )
    ))]
    pub file: File,
}

/// The local header of a file, which repeats numbers of the entry, and the data (section 4.3.7).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"PK\x03\x04")]
#[br(import(is_encrypted: u8, method: u16, sum: u32, stored_size: u64, content_size: u64))]
#[schema(
    assert(
        flags.encrypted == is_encrypted,
        code = "file.encrypted",
        text = "expected {is_encrypted} as the directory states, found {flags.encrypted}",
        on = flags
    ),
    assert(own_method == method, code = "file.method", text = "expected the method {method}, found {own_method}", on = own_method),
    assert(
        own_sum == sum || flags.descriptor == 1 && own_sum == 0,
        code = "file.sum",
        text = "expected {sum} as the directory states, found {own_sum}",
        on = own_sum
    ),
    assert(
        if own_stored_size == BIG { zip64.stored_size } else { own_stored_size } == stored_size
            || flags.descriptor == 1 && (own_stored_size == 0 || own_stored_size == BIG && zip64.stored_size == 0),
        code = "file.stored-size",
        text = "expected {stored_size} bytes as the directory states, found {own_stored_size}",
        on = own_stored_size
    ),
    assert(
        if own_content_size == BIG { zip64.content_size } else { own_content_size } == content_size
            || flags.descriptor == 1 && (own_content_size == 0 || own_content_size == BIG && zip64.content_size == 0),
        code = "file.content-size",
        text = "expected {content_size} bytes as the directory states, found {own_content_size}",
        on = own_content_size
    )
)]
pub struct File {
    /// Version that a reader needs.
    pub needed: Version,
    /// Flags.
    pub flags: Flags,
    /// Compression method.
    #[schema(codes = Method)]
    pub own_method: u16,
    /// Time of the last change.
    pub time: Time,
    /// CRC-32 of the content.
    pub own_sum: u32,
    /// Size of the stored data in bytes.
    pub own_stored_size: u32,
    /// Size of the content in bytes.
    pub own_content_size: u32,
    name_size: u16,
    extra_size: u16,
    /// Path of the file.
    #[br(args(flags.unicode))]
    #[schema(region(size = name_size))]
    pub name: Text,
    /// ZIP64 sizes, if the older sizes have all bits set.
    #[br(args(own_content_size, own_stored_size, 0, 0))]
    pub zip64: Zip64,
    /// Rest of the ZIP64 field, if it states more numbers than necessary.
    #[br(
        count = zip64.field_size - if own_content_size == BIG { 8 } else { 0 }
            - if own_stored_size == BIG { 8 } else { 0 }
    )]
    pub zip64_rest: Vec<u8>,
    /// Extra fields.
    #[br(parse_with = until_eof)]
    #[schema(region(size = extra_size - if zip64.id == 0 { 0 } else { 4 + zip64.field_size }))]
    pub extra: Vec<Extra>,
    /// Random bytes in front of encrypted data; the last byte checks the password (section 6.1.5).
    #[br(if(is_encrypted == 1 && method != AES))]
    pub encryption: Option<Encryption>,
    /// The content; encrypted data stays as stored. Data that AES encrypts has a salt of 8 to 16 bytes and a password
    /// check of 2 bytes in front, and an authentication code of 10 bytes at the end.
    #[br(parse_with = until_eof)]
    #[schema(region(
        size = stored_size - if is_encrypted == 1 && method != AES { 12 } else { 0 },
        content_size = if is_encrypted == 0 {
            content_size
        } else {
            stored_size - if method == AES { 0 } else { 12 }
        },
        transform(deflate if method == 8 && is_encrypted == 0, zstd if method == 93 && is_encrypted == 0),
        check(crc32 if is_encrypted == 0, stored = sum)
    ))]
    pub data: Vec<u8>,
    /// The checksum and the sizes, if the program did not know them before the data.
    #[br(if(flags.descriptor == 1), args(if stored_size > 0xFFFF_FFFF || content_size > 0xFFFF_FFFF || own_stored_size == BIG { 1 } else { 0 }))]
    pub descriptor: Option<Descriptor>,
}

/// The bytes in front of data that the method of PKZIP 2 encrypts (section 6.1.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[schema(size = 12)]
pub struct Encryption {
    /// Random bytes.
    pub random: [u8; 11],
    /// After decryption, the highest byte of the CRC-32.
    pub check: u8,
}

/// The checksum and the sizes after the data (section 4.3.9); most programs write a signature in front.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(is_big: u8))]
pub enum Descriptor {
    /// A signature, and sizes of 8 bytes.
    #[br(magic = b"PK\x07\x08", pre_assert(is_big == 1))]
    SignedBig { sum: u32, stored_size: u64, content_size: u64 },
    /// A signature, and sizes of 4 bytes.
    #[br(magic = b"PK\x07\x08", pre_assert(is_big == 0))]
    Signed { sum: u32, stored_size: u32, content_size: u32 },
    /// No signature, and sizes of 8 bytes.
    #[br(pre_assert(is_big == 1))]
    PlainBig { sum: u32, stored_size: u64, content_size: u64 },
    /// No signature, and sizes of 4 bytes.
    Plain { sum: u32, stored_size: u32, content_size: u32 },
}

/// A name or a comment; another field states its size (appendix D).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(is_unicode: u8))]
pub enum Text {
    /// A text in UTF-8.
    #[br(pre_assert(is_unicode == 1))]
    Unicode(
        #[br(parse_with = until_eof)]
        #[schema(utf8)]
        Vec<u8>,
    ),
    /// A text in code page 437 or in another code page of the system. The schema shows the text as Latin-1, whose first
    /// 128 characters are the same.
    Local(
        #[br(parse_with = until_eof)]
        #[schema(text(encoding = "latin-1"))]
        Vec<u8>,
    ),
}

impl Text {
    /// Returns the bytes of the text.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Unicode(bytes) | Self::Local(bytes) => bytes,
        }
    }
}

/// A version of the format, and the system whose files an entry describes (section 4.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Record)]
#[schema(size = 2)]
pub struct Version {
    /// The version times ten: 20 for deflate and folders, 45 for ZIP64, 51 for AES.
    pub version: u8,
    /// System that defines the attributes.
    #[schema(codes = System)]
    pub system: u8,
}

/// Systems that define attributes (section 4.4.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum System {
    /// MS-DOS and OS/2.
    Fat = 0,
    Amiga = 1,
    OpenVms = 2,
    Unix = 3,
    VmCms = 4,
    Atari = 5,
    /// OS/2 with its own file system.
    Hpfs = 6,
    Macintosh = 7,
    ZSystem = 8,
    Cpm = 9,
    /// Windows NT.
    Ntfs = 10,
    Mvs = 11,
    Vse = 12,
    Acorn = 13,
    /// Windows 95.
    Vfat = 14,
    OtherMvs = 15,
    BeOs = 16,
    Tandem = 17,
    Os400 = 18,
    /// macOS.
    Darwin = 19,
}

/// Compression methods (section 4.4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Method {
    /// Uncompressed.
    Stored = 0,
    Shrunk = 1,
    Reduced1 = 2,
    Reduced2 = 3,
    Reduced3 = 4,
    Reduced4 = 5,
    Imploded = 6,
    Deflated = 8,
    Deflated64 = 9,
    /// Imploded by a library of PKWARE.
    OldTerse = 10,
    Bzip2 = 12,
    Lzma = 14,
    Cmpsc = 16,
    Terse = 18,
    Lz77 = 19,
    /// Zstandard, before the number 93 was assigned.
    OldZstd = 20,
    Zstd = 93,
    Mp3 = 94,
    Xz = 95,
    Jpeg = 96,
    WavPack = 97,
    Ppmd = 98,
    /// Encrypted by AES; the extra field states the method.
    Aes = 99,
}

/// The flags of an entry (section 4.4.4).
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[schema(bits = 16)]
pub struct Flags {
    /// Whether the file is encrypted.
    pub encrypted: B1,
    /// Level of deflate, or options of other methods.
    pub level: B2,
    /// Whether a descriptor after the data has the checksum and the sizes.
    pub descriptor: B1,
    /// Reserved for enhanced deflating.
    pub enhanced: B1,
    /// Whether the data are a patch of another file.
    pub patched: B1,
    /// Whether the file is encrypted by a newer method of PKWARE.
    pub strong: B1,
    #[schema(reserved)]
    unused: B4,
    /// Whether name and comment are UTF-8.
    pub unicode: B1,
    #[schema(reserved)]
    reserved: B1,
    /// Whether numbers are masked because the directory is encrypted.
    #[schema(supported(0))]
    pub masked: B1,
    #[schema(reserved)]
    other: B2,
}

/// A time and a date in the form of MS-DOS (section 4.4.6). All bits are zero if both are unknown.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[schema(
    bits = 32,
    assert(seconds < 30 && minutes < 60 && hours < 24, severity = warning, code = "time.time", text = "expected a time of a day, found {hours}:{minutes}:{seconds * 2}"),
    assert(day >= 1 && month >= 1 && month <= 12 || day + month == 0, severity = warning, code = "time.date", text = "expected a day of a month, found {day}.{month}.")
)]
pub struct Time {
    /// Seconds, divided by 2.
    pub seconds: B5,
    pub minutes: B6,
    pub hours: B5,
    /// From 1.
    pub day: B5,
    /// From 1.
    pub month: B4,
    /// From 1980.
    pub year: B7,
}

/// The internal attributes of an entry (section 4.4.14).
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[schema(bits = 16)]
pub struct Internal {
    /// Whether the file is a text.
    pub text: B1,
    #[schema(reserved)]
    reserved: B1,
    /// Whether mainframe records begin with their size.
    pub records: B1,
    #[schema(reserved)]
    unused: B13,
}

/// External attributes of a file. The lowest byte has the MS-DOS attributes on all systems; on most systems, the upper
/// 16 bits are the Unix mode.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[schema(bits = 32)]
pub struct External {
    pub read_only: B1,
    pub hidden: B1,
    pub system: B1,
    pub volume: B1,
    pub directory: B1,
    pub archive: B1,
    other: B10,
    /// Read, write and execute permissions of the owner, the group and all others.
    pub permissions: B9,
    /// Sticky bit, set-group-ID bit and set-user-ID bit.
    pub special: B3,
    /// Type: 8 for a file, 4 for a folder, 10 for a symbolic link.
    #[schema(codes = UnixKind)]
    pub kind: B4,
}

/// Types of files in Unix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum UnixKind {
    Pipe = 1,
    Characters = 2,
    Folder = 4,
    Blocks = 6,
    File = 8,
    Link = 10,
    Socket = 12,
}

impl Zip {
    /// Creates an archive without files.
    #[must_use]
    pub fn new() -> Self {
        Self { end: End::default(), locator: None, entries: Some(Vec::new()) }
    }

    /// Returns the directory, from the ZIP64 end record if there is one.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        self.locator.as_ref().map_or(self.entries.as_deref().unwrap_or_default(), |locator| &locator.end.entries)
    }

    /// Returns the content of the file that has the name.
    #[must_use]
    pub fn content(&self, name: &str) -> Option<&[u8]> {
        let found = self.entries().iter().find(|entry| entry.name.bytes() == name.as_bytes());
        found.map(|entry| &*entry.file.data)
    }
}

impl Default for Zip {
    fn default() -> Self {
        Self::new()
    }
}

/// Adds an uncompressed file, or replaces the file that has the name.
pub fn store(zip: &mut Zip, name: &str, data: &[u8]) -> Result<()> {
    let too_long = |_| Error::unlocated_fault(Class::Overflow, "the archive has no place for so much");
    let (sum, size) = (Crc32::checksum_of(data), u32::try_from(data.len()).map_err(too_long)?);
    let name_size = u16::try_from(name.len()).map_err(too_long)?;
    let (needed, flags) = (Version { version: 10, system: 0 }, Flags::from_bytes([0, 8]));
    // The first day that there is.
    let time = Time::from_bytes([0, 0, 0x21, 0]);
    let name = Text::Unicode(name.as_bytes().to_vec());
    let file = File {
        needed,
        flags,
        own_method: STORED,
        time,
        own_sum: sum,
        own_stored_size: size,
        own_content_size: size,
        name_size,
        extra_size: 0,
        name: name.clone(),
        zip64: Zip64::default(),
        zip64_rest: Vec::new(),
        extra: Vec::new(),
        encryption: None,
        data: data.to_vec(),
        descriptor: None,
    };
    let entry = Entry {
        made_by: Version { version: 20, system: 0 },
        needed,
        flags,
        method: STORED,
        time,
        sum,
        stored_size: size,
        content_size: size,
        name_size,
        extra_size: 0,
        comment_size: 0,
        disk: 0,
        internal: Internal::default(),
        external: External::default(),
        offset: 0,
        name,
        zip64: Zip64::default(),
        zip64_offset: 0,
        zip64_disk: 0,
        zip64_rest: Vec::new(),
        extra: Vec::new(),
        comment: Text::Unicode(Vec::new()),
        file,
    };
    let entries = match &mut zip.locator {
        Some(locator) => &mut locator.end.entries,
        None => zip.entries.get_or_insert_default(),
    };
    match entries.iter_mut().find(|old| old.name.bytes() == entry.name.bytes()) {
        // Only its order counts, and the writer sets it.
        Some(old) => *old = Entry { offset: if old.offset == BIG { 0 } else { old.offset }, ..entry },
        None => entries.push(entry),
    }
    match &mut zip.locator {
        Some(locator) => {
            locator.end.entry_count = locator.end.entries.len() as u64;
            locator.end.total_count = locator.end.entry_count;
        }
        None => {
            zip.end.entry_count = u16::try_from(zip.entries().len()).map_err(too_long)?;
            zip.end.total_count = zip.end.entry_count;
        }
    }
    Ok(())
}

/// Returns the bytes of a new archive.
pub fn write(zip: &Zip) -> Result<Vec<u8>> {
    FileWriter::new(zip, [])?.place()?.to_vec()
}

/// Returns an archive in which a file has another content, uncompressed; the order of the files stays.
pub fn replace(old: &[u8], name: &str, data: &[u8]) -> Result<Vec<u8>> {
    let mut zip = Zip::from_slice(old)?;
    store(&mut zip, name, data)?;
    FileWriter::edit(&zip, [], old)?.place()?.to_vec()
}
