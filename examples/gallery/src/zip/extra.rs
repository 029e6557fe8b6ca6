//! The extra fields of ZIP, which programs add to an entry or a file (section 4.5).

use super::{BIG, BIG_COUNT, Method};
use bpx_schema::{Record, structure};

/// The beginning of the ZIP64 field, which states sizes of 8 bytes if the older sizes have all bits set. The field must
/// be the first extra field, because its numbers decide how everything else is read. The format allows other extra
/// fields in front of the ZIP64 field; the reader rejects such files.
#[structure]
#[derive(Debug, Clone, PartialEq, Default)]
#[brw(little)]
#[br(import(stated_content_size: u32, stated_stored_size: u32, stated_offset: u32, stated_disk: u16))]
pub struct Zip64 {
    /// Identifier 1 of the field, if one of the older numbers has all bits set.
    #[br(if(stated_content_size == BIG || stated_stored_size == BIG || stated_offset == BIG || stated_disk == BIG_COUNT, 0))]
    #[schema(supported(0, 1))]
    pub id: u16,
    /// Size of the rest of the field in bytes.
    #[br(if(stated_content_size == BIG || stated_stored_size == BIG || stated_offset == BIG || stated_disk == BIG_COUNT, 0))]
    pub field_size: u16,
    /// Size of the content in bytes.
    #[br(if(stated_content_size == BIG, 0))]
    pub content_size: u64,
    /// Size of the stored data in bytes.
    #[br(if(stated_stored_size == BIG, 0))]
    pub stored_size: u64,
}

/// An extra field.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Extra {
    /// Identifier of the field.
    #[schema(codes = ExtraKind)]
    pub id: u16,
    body_size: u16,
    /// Content, whose form the identifier decides.
    #[br(args(id))]
    #[schema(region(size = body_size))]
    pub body: Body,
}

/// Extra fields that many programs write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum ExtraKind {
    /// ZIP64 numbers of 8 bytes.
    Zip64 = 0x0001,
    /// Times and permissions of OS/2.
    Os2 = 0x0009,
    /// Times of Windows.
    Ntfs = 0x000A,
    OpenVms = 0x000C,
    /// Times and permissions of Unix, by PKWARE.
    PkwareUnix = 0x000D,
    PatchDescriptor = 0x000F,
    Certificates = 0x0014,
    FileSignature = 0x0015,
    DirectorySignature = 0x0016,
    StrongEncryption = 0x0017,
    RecordManagement = 0x0018,
    Recipients = 0x0019,
    /// Times.
    Timestamp = 0x5455,
    /// Times and user IDs, by older programs of Info-ZIP.
    OldUnix = 0x5855,
    /// Comment in UTF-8.
    UnicodeComment = 0x6375,
    /// Path in UTF-8.
    UnicodePath = 0x7075,
    /// User and group IDs of 16 bits.
    Unix2 = 0x7855,
    /// User and group IDs of any size.
    Unix3 = 0x7875,
    /// WinZip AES encryption.
    Aes = 0x9901,
    /// Mark of a Java archive.
    Java = 0xCAFE,
    /// Padding that aligns the data.
    Alignment = 0xA11E,
    /// Padding that aligns the data, by Android tools.
    AndroidAlignment = 0xD935,
}

/// The content of an extra field.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(id: u16))]
pub enum Body {
    /// Times of Windows.
    #[br(pre_assert(id == 0x000A))]
    Ntfs {
        #[schema(reserved)]
        reserved: u32,
        #[br(parse_with = until_eof)]
        attributes: Vec<Attribute>,
    },
    /// Attributes of OS/2, which may be compressed.
    #[br(pre_assert(id == 0x0009))]
    Os2 {
        /// Size of the uncompressed attributes in bytes.
        content_size: u32,
        /// Compression method of the attributes, if the field has attributes.
        #[br(if(remaining >= 2))]
        method: Option<u16>,
        /// CRC-32 of the attributes.
        #[br(if(remaining >= 4))]
        sum: Option<u32>,
        #[br(parse_with = until_eof)]
        attributes: Vec<u8>,
    },
    /// Attributes of OpenVMS.
    #[br(pre_assert(id == 0x000C))]
    OpenVms {
        /// CRC-32 of the attributes.
        sum: u32,
        #[br(parse_with = until_eof)]
        attributes: Vec<Attribute>,
    },
    /// Times and permissions of Unix, by PKWARE.
    #[br(pre_assert(id == 0x000D))]
    PkwareUnix {
        accessed: i32,
        modified: i32,
        owner: Owner,
        /// Target of a link, or numbers of a device.
        #[br(parse_with = until_eof)]
        target: Vec<u8>,
    },
    /// Sizes and checksums before and after a patch.
    #[br(pre_assert(id == 0x000F))]
    Patch { version: u16, flags: u32, old_size: u32, old_sum: u32, new_size: u32, new_sum: u32 },
    /// Strong encryption by PKWARE.
    #[br(pre_assert(id == 0x0017))]
    Strong {
        #[schema(supported(2))]
        format: u16,
        /// Number of the algorithm.
        algorithm: u16,
        /// Size of the key in bits.
        key_bits: u16,
        /// 1 for a password, 2 for certificates, 3 for both.
        flags: u16,
        /// Recipients whose certificates decrypt the key.
        #[br(parse_with = until_eof)]
        recipients: Vec<u8>,
    },
    /// Unix times, in seconds since 1970. In the directory, the field has only the first time, whatever the flags
    /// state.
    #[br(pre_assert(id == 0x5455))]
    Times {
        /// Flags that state which times the field of the local header has.
        flags: u8,
        /// Time of the last change.
        #[br(if(flags & 1 != 0 && remaining >= 4))]
        modified: Option<i32>,
        /// Time of the last access.
        #[br(if(flags & 2 != 0 && remaining >= 4))]
        accessed: Option<i32>,
        /// Time of creation.
        #[br(if(flags & 4 != 0 && remaining >= 4))]
        created: Option<i32>,
    },
    /// Times, user ID and group ID; in the directory, only the times.
    #[br(pre_assert(id == 0x5855))]
    OldUnix {
        accessed: i32,
        modified: i32,
        #[br(if(remaining >= 4))]
        owner: Option<Owner>,
    },
    /// User and group IDs of 16 bits; the field of the directory is empty.
    #[br(pre_assert(id == 0x7855))]
    Unix2 {
        #[br(if(remaining >= 4))]
        owner: Option<Owner>,
    },
    /// User and group IDs of any size.
    #[br(pre_assert(id == 0x7875))]
    Unix3 {
        #[schema(supported(1))]
        version: u8,
        #[br(temp)]
        #[bw(calc = user.len())]
        user_size: u8,
        /// User ID, least significant byte first.
        #[br(count = user_size)]
        user: Vec<u8>,
        #[br(temp)]
        #[bw(calc = group.len())]
        group_size: u8,
        #[br(count = group_size)]
        group: Vec<u8>,
    },
    /// Comment in UTF-8.
    #[br(pre_assert(id == 0x6375))]
    UnicodeComment {
        #[schema(supported(1))]
        version: u8,
        /// CRC-32 of the comment that the text replaces.
        sum: u32,
        #[br(parse_with = until_eof)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// Path in UTF-8.
    #[br(pre_assert(id == 0x7075))]
    UnicodePath {
        #[schema(supported(1))]
        version: u8,
        /// CRC-32 of the path that the text replaces.
        sum: u32,
        #[br(parse_with = until_eof)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// AES encryption.
    #[br(pre_assert(id == 0x9901))]
    Aes {
        /// 1 if the entry states the CRC-32 of the content, 2 if not.
        #[schema(supported(1, 2))]
        version: u16,
        #[schema(magic = b"AE")]
        vendor: [u8; 2],
        /// Size of the key: 1 for 128 bits, 2 for 192 bits, 3 for 256 bits.
        #[schema(range(1..=3))]
        strength: u8,
        /// Compression method of the content.
        #[schema(codes = Method)]
        method: u16,
    },
    /// Mark of a Java archive.
    #[br(pre_assert(id == 0xCAFE))]
    Java,
    /// Padding, so that the data begins at a multiple of a number.
    #[br(pre_assert(id == 0xD935 || id == 0xA11E))]
    Alignment {
        #[br(if(remaining >= 2))]
        multiple: Option<u16>,
        #[br(parse_with = until_eof)]
        padding: Vec<u8>,
    },
    /// The content of any other extra field.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// An attribute of a file in Windows or OpenVMS.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Attribute {
    /// 1 for times.
    pub tag: u16,
    value_size: u16,
    /// Value of the attribute.
    #[br(args(tag))]
    #[schema(region(size = value_size))]
    pub value: AttributeValue,
}

/// The value of an attribute.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(tag: u16))]
pub enum AttributeValue {
    /// Times in units of 100 nanoseconds from 1601.
    #[br(pre_assert(tag == 1))]
    Times { modified: u64, accessed: u64, created: u64 },
    /// The value of any other attribute.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The user ID and the group ID of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 4)]
pub struct Owner {
    /// User ID.
    pub user: u16,
    /// Group ID.
    pub group: u16,
}
