//! A small writer of packages of version 2 (section 14) that puts objects anywhere.

use bpx_formats::bpx::container::{ContainerBuilder, SectionOptions};
use bpx_formats::bpx::package::{DATA, METADATA, OBJECT_TABLE, STRINGS};
use bpx_formats::bpx::sd::Document;

/// An object, as the table is to describe it.
pub(crate) struct Object {
    pub(crate) name: &'static str,
    /// Number of the Data section that it begins in, counted from 0 over those.
    pub(crate) data: u32,
    /// Offset in bytes in its content.
    pub(crate) offset: u32,
    /// Size in bytes.
    pub(crate) size: u64,
}

/// Makes a package for any processor and system, by `PK`.
pub(crate) fn package(
    objects: &[Object],
    data: &[&[u8]],
    metadata: Option<&Document>,
    options: SectionOptions,
) -> Vec<u8> {
    let first = if metadata.is_some() { 3 } else { 2 };
    let (mut table, mut names) = (Vec::new(), Vec::new());
    for object in objects {
        table.extend(object.size.to_le_bytes());
        table.extend(u32::try_from(names.len()).expect("few names").to_le_bytes());
        table.extend((first + object.data).to_le_bytes());
        table.extend(object.offset.to_le_bytes());
        names.extend(object.name.bytes().chain([0]));
    }
    let mut builder = ContainerBuilder::new(b'P', 2).type_ext(*b"\x04\x04PK\0\0\0\0\0\0\0\0\0\0\0\0");
    builder = builder.section(OBJECT_TABLE, table, options).section(STRINGS, names, options);
    if let Some(metadata) = metadata {
        builder = builder.section(METADATA, metadata.to_vec().expect("metadata"), options);
    }
    for data in data {
        builder = builder.section(DATA, *data, options);
    }
    builder.build().expect("a package")
}
