//! Writes a file from contents, with Data sections first, then the sections that describe them, and header and table
//! last.
#![allow(clippy::arithmetic_side_effects, reason = "numbers count bytes that are written, or are an estimate")]

use super::feed::Feed;
use super::{Compat, ObjectHeaderV1, Order, PackOptions, PackageBuilder};
use crate::bpx::container::{Fresh, head_size};
use crate::bpx::layout::package::{KIND, METADATA, OBJECT_TABLE, STRINGS};
use crate::bpx::sd::PACKAGE_BUDGET;
use crate::bpx::strings::StringsBuilder;
use crate::bpx::{Layout, MainHeader, SectionHeader, TypeExt};
use crate::total::total_size;
use bpx_schema::Codec;
use bpx_schema::codec::{Regions, to_bytes};
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Endian;
use std::io::{self, Seek, Write};
#[cfg(any(unix, windows))]
use {
    crate::bpx::span::Span,
    crate::files::ObservedFile,
    std::io::{BufWriter, Read, SeekFrom},
};

/// Number of bytes that are moved at a time.
#[cfg(any(unix, windows))]
const PIECE: usize = 1 << 20;
/// Number of section bytes that are kept in memory. If there are more, the sections go to a temporary file.
pub(super) const WAITING: usize = size_in_memory(8 << 20);

/// Returns the size in bytes from which content goes to a temporary file. Without a file system, all content stays in
/// memory.
pub(super) const fn size_in_memory(size: usize) -> usize {
    if cfg!(any(unix, windows)) { size } else { usize::MAX }
}

/// Writes a package to a writer.
pub(super) fn write_to(builder: PackageBuilder<'_>, out: &mut dyn Write) -> Result<u64> {
    let mut waiting = tempfile::SpooledTempFile::new(WAITING);
    let plan = plan_package(&builder)?;
    let head = write_sections(builder, plan, &mut waiting)?;
    waiting.rewind()?;
    out.write_all(&head)?;
    let size = io::copy(&mut waiting, out)?;
    Ok(head.len() as u64 + size)
}

/// Writes a package into an empty file. Sections go directly to their final offsets if all sizes are as announced.
#[cfg(any(unix, windows))]
pub(super) fn write_into(builder: PackageBuilder<'_>, file: &mut ObservedFile) -> Result<u64> {
    let plan = plan_package(&builder)?;
    let reserved = plan.head_size;
    file.seek(SeekFrom::Start(reserved))?;
    let mut out = BufWriter::with_capacity(PIECE, &mut *file);
    let head = write_sections(builder, plan, &mut out)?;
    out.flush()?;
    drop(out);
    let end = file.stream_position()?;
    let payload = end - reserved;
    shift_bytes(file, reserved, head.len() as u64, payload)?;
    file.rewind()?;
    file.write_all(&head)?;
    Ok(head.len() as u64 + payload)
}

/// The parts of a package that are known before any content.
struct Plan {
    names: StringsBuilder,
    metadata: Option<Vec<u8>>,
    /// Size in bytes of header and table, if all sizes are as announced.
    #[cfg_attr(not(any(unix, windows)), allow(dead_code))]
    head_size: u64,
}

fn plan_package(builder: &PackageBuilder<'_>) -> Result<Plan> {
    let options = &builder.options;
    options.check_options()?;
    let metadata = builder.metadata.as_ref().map(|document| {
        let containers = document.containers();
        if options.compat == Some(Compat::Bpx4) && containers > PACKAGE_BUDGET {
            let message =
                format!("expected at most {PACKAGE_BUDGET} objects and arrays, which version 4 of the reference crate reads, found {containers}");
            return Err(Error::unlocated_fault(Class::LimitExceeded, message).in_field("metadata"));
        }
        document.to_vec()
    });
    let metadata = metadata.transpose()?;
    // Revision 1 ends sections early, by less than a header, and the size of a stream may be unknown: the estimate is
    // close enough.
    let lead = if options.revision == 1 { ObjectHeaderV1::SIZE as u64 } else { 0 };
    let content = total_size(builder.objects.iter().flat_map(|(_, input)| [input.size().unwrap_or(0), lead]));
    // A table has at most 2^32 - 1 entries: announced sizes that need more are wrong.
    let data = u32::try_from(content.0.div_ceil(options.data_size().max(1).into())).map_or(1, |data| data.max(1));
    let others = 1 + u64::from(options.revision == 2) + u64::from(metadata.is_some());
    Ok(Plan { names: StringsBuilder::new(), metadata, head_size: head_size(u64::from(data) + others) })
}

/// Writes all sections, and returns the bytes of header and section table.
fn write_sections(builder: PackageBuilder<'_>, plan: Plan, out: &mut dyn Write) -> Result<Vec<u8>> {
    let PackageBuilder { ext, options, mut objects, .. } = builder;
    let Plan { mut names, metadata, .. } = plan;
    sort_objects(&mut objects, options.order);
    let mut inputs = Vec::with_capacity(objects.len());
    for (name, input) in objects {
        inputs.push((names.append(&name)?, input));
    }
    let mut feed = Feed::new(inputs, options.revision, options.data_size(), 0);
    // A package has at least one Data section.
    let mut table = super::write::data_sections(&mut feed, &options, true, out)?;
    let list = (options.revision == 2).then(|| (OBJECT_TABLE, to_bytes(&feed.into_objects(), Endian::Little)));
    let others = [list, Some((STRINGS, names.finish())), metadata.map(|content| (METADATA, content))];
    let mut position: u64 = table.iter().map(|entry| u64::from(entry.stored_size)).sum();
    for (index, (kind, content)) in (table.len()..).zip(others.into_iter().flatten()) {
        let section = Fresh { content: content.into(), options: options.table_options() };
        let packed = section.pack_content(index, true)?;
        out.write_all(&packed.bytes)?;
        table.push(SectionHeader { kind, pointer: position, ..packed.header });
        position += packed.bytes.len() as u64;
    }
    head_bytes(&options, ext.to_bytes(), table, position)
}

/// Returns the bytes of header and table, for sections that follow the table in order.
fn head_bytes(
    options: &PackOptions,
    type_ext: [u8; 16],
    mut table: Vec<SectionHeader>,
    payload: u64,
) -> Result<Vec<u8>> {
    let size = head_size(table.len() as u64);
    for entry in &mut table {
        entry.pointer += size;
    }
    let header = MainHeader {
        signature: *b"BPX",
        kind: KIND,
        checksum: 0,
        file_size: size + payload,
        section_count: 0,
        version: options.revision,
        type_ext: TypeExt::new(KIND, options.revision, type_ext),
    };
    Layout { header, table, sections: Regions::default() }.to_vec_without_regions()
}

fn sort_objects<T>(objects: &mut [(Box<str>, T)], order: Order) {
    match order {
        Order::Added => {}
        Order::Name => objects.sort_by(|a, b| a.0.cmp(&b.0)),
        Order::Extension => {
            objects.sort_by(|a, b| name_extension(&a.0).cmp(name_extension(&b.0)).then_with(|| a.0.cmp(&b.0)));
        }
    }
}

/// Returns the text after the last dot of the last part of a name; empty without a dot.
fn name_extension(name: &str) -> &str {
    let file = name.rsplit_once('/').map_or(name, |(_, file)| file);
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// Moves the bytes after the reserved header and table to the end of the final header and table.
#[cfg(any(unix, windows))]
fn shift_bytes(file: &mut ObservedFile, from: u64, to: u64, size: u64) -> io::Result<()> {
    if from == to {
        return Ok(());
    }
    let (mut piece, mut left) = (Vec::new(), Span::of(size));
    while left.size() > 0 {
        // When bytes move towards the end, the last bytes move first.
        let most = PIECE as u64;
        let now = if to > from { left.last_bytes(most) } else { left.first_bytes(most) };
        piece.resize(usize::try_from(now.size()).map_or(PIECE, |size| size.min(PIECE)), 0);
        file.seek(SeekFrom::Start(from + now.start()))?;
        file.read_exact(&mut piece)?;
        file.seek(SeekFrom::Start(to + now.start()))?;
        file.write_all(&piece)?;
        left = if to > from { left.without_last(most) } else { left.without_first(most) };
    }
    file.set_len(to + size)
}
