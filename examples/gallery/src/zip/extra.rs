//! Extra fields of ZIP: what programs add to the numbers of a file (section 4.5).

use super::{BIG, BIG_COUNT, Method};
use bpx_schema::{Record, structure};

/// The begin of ZIP64: sizes of 8 bytes, where those of an entry or of a file have all bits set. This extra field comes first,
/// as its numbers say how all else is read; the format allows others in front of it, which are refused.
#[structure]
#[derive(Debug, Clone, PartialEq, Default)]
#[brw(little)]
#[br(import(stated_content_size: u32, stated_stored_size: u32, stated_offset: u32, stated_disk: u16))]
pub struct Zip64 {
    /// 1, where one of the numbers is stated here.
    #[br(if(stated_content_size == BIG || stated_stored_size == BIG || stated_offset == BIG || stated_disk == BIG_COUNT, 0))]
    #[schema(supported(0, 1))]
    pub id: u16,
    /// Bytes that follow.
    #[br(if(stated_content_size == BIG || stated_stored_size == BIG || stated_offset == BIG || stated_disk == BIG_COUNT, 0))]
    pub field_size: u16,
    /// Size of the content.
    #[br(if(stated_content_size == BIG, 0))]
    pub content_size: u64,
    /// Size of the data as it is stored.
    #[br(if(stated_stored_size == BIG, 0))]
    pub stored_size: u64,
}

/// Something that a program adds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Extra {
    /// Identifier of the field.
    #[schema(codes = ExtraKind)]
    pub id: u16,
    body_size: u16,
    /// Content, as the identifier states.
    #[br(args(id))]
    #[schema(region(size = body_size))]
    pub body: Body,
}

/// Extra fields of many programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum ExtraKind {
    /// Numbers of 8 bytes.
    Zip64 = 0x0001,
    /// Times and rights of OS/2.
    Os2 = 0x0009,
    /// Times of Windows.
    Ntfs = 0x000A,
    OpenVms = 0x000C,
    /// Times and rights of Unix, by PKWARE.
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
    /// Times and numbers of users, by older programs of Info-ZIP.
    OldUnix = 0x5855,
    /// Comment in UTF-8.
    UnicodeComment = 0x6375,
    /// Path in UTF-8.
    UnicodePath = 0x7075,
    /// Numbers of users of 16 bits.
    Unix2 = 0x7855,
    /// Numbers of users.
    Unix3 = 0x7875,
    /// Encryption of WinZip.
    Aes = 0x9901,
    /// The archive is a program of Java.
    Java = 0xCAFE,
    /// Fills up to a multiple.
    Alignment = 0xA11E,
    /// Alignment by tools of Android.
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
    /// Attributes of OS/2, perhaps compressed.
    #[br(pre_assert(id == 0x0009))]
    Os2 {
        /// Size of the attributes, when they are not compressed.
        content_size: u32,
        /// Compression of the data, where it is present.
        #[br(if(remaining >= 2))]
        method: Option<u16>,
        /// Their CRC-32.
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
    /// Times and rights of Unix, by PKWARE.
    #[br(pre_assert(id == 0x000D))]
    PkwareUnix {
        accessed: i32,
        modified: i32,
        owner: Owner,
        /// Target of a link, or numbers of a device.
        #[br(parse_with = until_eof)]
        target: Vec<u8>,
    },
    /// Patch: sizes and checksums before and after the change.
    #[br(pre_assert(id == 0x000F))]
    Patch { version: u16, flags: u32, old_size: u32, old_sum: u32, new_size: u32, new_sum: u32 },
    /// Strong encryption of PKWARE.
    #[br(pre_assert(id == 0x0017))]
    Strong {
        #[schema(supported(2))]
        format: u16,
        /// Number of the algorithm.
        algorithm: u16,
        /// Bits of the key.
        key_bits: u16,
        /// 1 for a password, 2 for certificates, 3 for either.
        flags: u16,
        /// Recipients whose certificates decrypt the key.
        #[br(parse_with = until_eof)]
        recipients: Vec<u8>,
    },
    /// Times of Unix, in seconds from 1970. An entry has the first one alone, whatever the flags say.
    #[br(pre_assert(id == 0x5455))]
    Times {
        /// Flags that state which times follow.
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
    /// Times and numbers of users; an entry has the times alone.
    #[br(pre_assert(id == 0x5855))]
    OldUnix {
        accessed: i32,
        modified: i32,
        #[br(if(remaining >= 4))]
        owner: Option<Owner>,
    },
    /// Numbers of users of 16 bits, which an entry has not.
    #[br(pre_assert(id == 0x7855))]
    Unix2 {
        #[br(if(remaining >= 4))]
        owner: Option<Owner>,
    },
    /// Numbers of users, of any size.
    #[br(pre_assert(id == 0x7875))]
    Unix3 {
        #[schema(supported(1))]
        version: u8,
        #[br(temp)]
        #[bw(calc = user.len())]
        user_size: u8,
        /// The least significant byte first.
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
        /// CRC-32 of the comment that it replaces.
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
        /// CRC-32 of the path that it replaces.
        sum: u32,
        #[br(parse_with = until_eof)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// Encryption in AES.
    #[br(pre_assert(id == 0x9901))]
    Aes {
        /// 1 where the CRC-32 of the content is stated, and 2 where it is not.
        #[schema(supported(1, 2))]
        version: u16,
        #[schema(magic = b"AE")]
        vendor: [u8; 2],
        /// Size of the key: 1 for 128 bits, 2 for 192, 3 for 256.
        #[schema(range(1..=3))]
        strength: u8,
        /// Compression method.
        #[schema(codes = Method)]
        method: u16,
    },
    /// The archive is a program of Java.
    #[br(pre_assert(id == 0xCAFE))]
    Java,
    /// Fills up, so that the data begins at a multiple.
    #[br(pre_assert(id == 0xD935 || id == 0xA11E))]
    Alignment {
        #[br(if(remaining >= 2))]
        multiple: Option<u16>,
        #[br(parse_with = until_eof)]
        padding: Vec<u8>,
    },
    /// Of other kinds.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// One attribute of a file in Windows.
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
    /// Of other kinds.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// Numbers of a user and a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 4)]
pub struct Owner {
    /// Of the user.
    pub user: u16,
    /// Of the group.
    pub group: u16,
}
