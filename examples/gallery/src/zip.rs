//! ZIP, archives of files.
//!
//! An archive is read from its end: a signature there is searched, and leads to the directory, whose entries lead to the files.
//! Everything is a value: an entry of the directory holds its file, which lies elsewhere. What an entry states of its data, its
//! file takes as parameters, because a program that writes a stream leaves the numbers beside the data zero.
//!
//! A writer places the files, then the directory, then the end, and sets the offsets. Data is compressed again when it is
//! written, and its size is stated at two places: a program that changes data states its size, size of the content and
//! checksum, as [`store`] does for data that is not compressed.

use bpx_schema::checksum::Crc32;
use bpx_schema::layout::FileWriter;
use bpx_schema::report::{Class, Error, Location};
use bpx_schema::{Codec, Result, structure};

/// Data as it is.
pub const STORED: u16 = 0;
/// Data in deflate.
pub const DEFLATED: u16 = 8;

/// An archive.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Zip {
    /// Behind it there is at most a comment of 65535 bytes.
    #[schema(region(at = find_last(b"PK\x05\x06", within = 65557), place(after = entries)))]
    pub end: End,
    /// The directory.
    #[br(count = end.entry_count)]
    #[schema(region(
        at = end.directory_offset,
        set(end.directory_offset = region.offset, end.directory_size = region.stored_size)
    ))]
    pub entries: Vec<Entry>,
}

/// Where the directory lies.
#[structure]
#[derive(Debug, Clone, PartialEq, Default)]
#[brw(little, magic = b"PK\x05\x06", assert(entry_count == total_count))]
pub struct End {
    /// Number of this disk, when archives are cut into several.
    #[schema(one_of(0))]
    pub disk: u16,
    /// Disk on which the directory begins.
    #[schema(one_of(0))]
    pub directory_disk: u16,
    /// Entries on this disk.
    pub entry_count: u16,
    /// Entries on all disks.
    pub total_count: u16,
    /// In bytes.
    pub directory_size: u32,
    /// From the beginning of the file.
    pub directory_offset: u32,
    #[br(temp)]
    #[bw(calc = comment.len())]
    comment_size: u16,
    /// A text about the archive.
    #[br(count = comment_size)]
    pub comment: Vec<u8>,
}

/// One file, as the directory describes it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"PK\x01\x02")]
pub struct Entry {
    /// Who made it.
    pub made_by: u16,
    /// Version of the format that a reader needs.
    pub needed: u16,
    /// Bit 3: the numbers beside the data are behind it.
    pub flags: u16,
    /// How the data is stored.
    pub method: u16,
    /// Time and date, as MS-DOS has them.
    pub time: u32,
    /// CRC-32 of the content.
    pub sum: u32,
    /// Size of the data as it is stored.
    pub stored_size: u32,
    /// Size of its content.
    pub content_size: u32,
    #[br(temp)]
    #[bw(calc = name.len())]
    name_size: u16,
    #[br(temp)]
    #[bw(calc = extra.len())]
    extra_size: u16,
    #[br(temp)]
    #[bw(calc = comment.len())]
    comment_size: u16,
    /// Disk on which the file begins.
    #[schema(one_of(0))]
    pub disk: u16,
    /// Whether it is a text.
    pub internal: u16,
    /// Rights, as the system of its maker has them.
    pub external: u32,
    /// Where the file begins.
    pub offset: u32,
    /// Its path.
    #[br(count = name_size)]
    pub name: Vec<u8>,
    /// What the format does not know.
    #[br(count = extra_size)]
    pub extra: Vec<u8>,
    /// A text about the file.
    #[br(count = comment_size)]
    pub comment: Vec<u8>,
    /// The file.
    #[br(args(method, sum, stored_size, content_size))]
    #[schema(region(at = offset))]
    pub file: File,
}

/// One file: what is said of it again, and its data.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"PK\x03\x04")]
#[br(import(method: u16, sum: u32, stored_size: u32, content_size: u32))]
pub struct File {
    /// Version of the format that a reader needs.
    pub needed: u16,
    /// Bit 3: the next numbers are zero, and follow the data.
    pub flags: u16,
    /// How the data is stored.
    pub own_method: u16,
    /// Time and date.
    pub time: u32,
    /// CRC-32 of the content.
    pub own_sum: u32,
    /// Size of the data as it is stored.
    pub own_stored_size: u32,
    /// Size of its content.
    pub own_content_size: u32,
    #[br(temp)]
    #[bw(calc = name.len())]
    name_size: u16,
    #[br(temp)]
    #[bw(calc = extra.len())]
    extra_size: u16,
    /// Its path.
    #[br(count = name_size)]
    pub name: Vec<u8>,
    /// What the format does not know.
    #[br(count = extra_size)]
    pub extra: Vec<u8>,
    /// The content.
    #[br(parse_with = until_eof)]
    #[schema(region(
        size = stored_size,
        content_size = content_size,
        transform(deflate if method == 8),
        check(crc32, stored = sum)
    ))]
    pub data: Vec<u8>,
    /// The numbers that were not known before the data.
    #[br(if(flags & 8 != 0))]
    pub behind: Option<Behind>,
}

/// Numbers behind the data, which most programs begin with a signature.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub enum Behind {
    /// With the signature.
    #[br(magic = b"PK\x07\x08")]
    Signed { sum: u32, stored_size: u32, content_size: u32 },
    /// Without it.
    Plain { sum: u32, stored_size: u32, content_size: u32 },
}

impl Zip {
    /// An archive without files.
    #[must_use]
    pub fn new() -> Self {
        Self { end: End::default(), entries: Vec::new() }
    }

    /// The content of a file.
    #[must_use]
    pub fn content(&self, name: &str) -> Option<&[u8]> {
        let found = self.entries.iter().find(|entry| entry.name == name.as_bytes());
        found.map(|entry| &*entry.file.data)
    }
}

impl Default for Zip {
    fn default() -> Self {
        Self::new()
    }
}

/// Adds a file that is stored as it is, or puts another content into the one of this name.
pub fn store(zip: &mut Zip, name: &str, data: &[u8]) -> Result<()> {
    let too_long = |_| Error::fault(Class::Overflow, Location::default(), "the archive has no place for so much");
    let (sum, size) = (Crc32::of(data), u32::try_from(data.len()).map_err(too_long)?);
    let file = File {
        needed: 10,
        flags: 0,
        own_method: STORED,
        time: 0x0021_0000,
        own_sum: sum,
        own_stored_size: size,
        own_content_size: size,
        name: name.as_bytes().to_vec(),
        extra: Vec::new(),
        data: data.to_vec(),
        behind: None,
    };
    let entry = Entry {
        made_by: 20,
        needed: 10,
        flags: 0,
        method: STORED,
        time: file.time,
        sum,
        stored_size: size,
        content_size: size,
        disk: 0,
        internal: 0,
        external: 0,
        offset: 0,
        name: file.name.clone(),
        extra: Vec::new(),
        comment: Vec::new(),
        file,
    };
    match zip.entries.iter_mut().find(|entry| entry.name == name.as_bytes()) {
        Some(old) => *old = Entry { offset: old.offset, ..entry },
        None => zip.entries.push(entry),
    }
    zip.end.entry_count = u16::try_from(zip.entries.len()).map_err(too_long)?;
    zip.end.total_count = zip.end.entry_count;
    Ok(())
}

/// The bytes of a new archive.
pub fn write(zip: &Zip) -> Result<Vec<u8>> {
    FileWriter::new(zip, [])?.place()?.to_vec()
}

/// The bytes of an archive in which a file is stored with another content; everything else keeps its order.
pub fn replace(old: &[u8], name: &str, data: &[u8]) -> Result<Vec<u8>> {
    let mut zip = Zip::from_slice(old)?;
    store(&mut zip, name, data)?;
    FileWriter::edit(&zip, [], old)?.place()?.to_vec()
}
