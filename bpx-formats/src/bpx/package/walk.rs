//! Finds the objects of revision 1, whose headers lie between the bytes (section 14.3).

use super::sweep::Sweep;
use super::{DataMap, ObjectHeader, ObjectHeaderV1};
use crate::bpx::container::Container;
use crate::bpx::layout::section_path;
use crate::elements::element_offset;
use bpx_schema::Budget;
use bpx_schema::budget::HeldMemory;
use bpx_schema::codec::Fixed;
use bpx_schema::report::{Error, Finding, Location, Path, Result};
use bpx_schema::schema::{Endian, Offset};
use std::io::Read;
use std::num::Saturating;

/// Size of a header in bytes.
const HEADER: u64 = ObjectHeaderV1::SIZE as u64;

/// Finds all objects by their headers.
///
/// # Errors
/// Returns errors of reading, and of [`walk_objects`].
pub(super) fn find_objects(container: &Container, data: &DataMap) -> Result<Vec<ObjectHeader>> {
    let (mut objects, budget) = (Vec::new(), container.new_budget());
    let mut sweep = Sweep::new(container, data, []);
    walk_objects(
        data,
        |section, offset, header| {
            let header_at = data.section_span(section).without_first(offset).first_bytes(header.len() as u64);
            Ok(sweep.bytes_of_run(header_at, false)?.read(header)?)
        },
        |object| {
            objects.push(object);
            check_list_size(objects.len() as u64, &budget)
        },
    )
    .map_err(|fault| match fault {
        Fault::Read(error) => error,
        Fault::Split { section, offset, left } => {
            let stored = container.section(section).map(|section| section.stored());
            let at = stored.map_or_else(Location::default, |stored| super::places::location_of(&stored, offset));
            split_header(section, left, at).into()
        }
    })?;
    Ok(objects)
}

/// Why the headers of revision 1 cannot be read any further.
pub(crate) enum Fault {
    /// Reading failed.
    Read(Error),
    /// The end of a section cuts a header.
    Split { section: usize, offset: u64, left: u64 },
}

/// Returns the finding for a cut header (section 14.1).
pub(crate) fn split_header(section: usize, left: u64, at: Location) -> Finding {
    let message = format!("the header of an object needs {HEADER} bytes in one section, found {left}");
    let path = Path::new(section_path(section).into());
    super::registry::HEADER_SPLIT.finding(at, message).with_path(path)
}

/// Visits all objects by their headers. `read` reads from the content of a section at an offset, and returns fewer
/// bytes only at the end of the content. An object that exceeds the end is the last object.
///
/// # Errors
/// Returns errors of `read` and `visit`, and a cut header.
pub(crate) fn walk_objects(
    data: &DataMap,
    mut read: impl FnMut(usize, u64, &mut [u8]) -> Result<usize>,
    mut visit: impl FnMut(ObjectHeader) -> Result<()>,
) -> Result<(), Fault> {
    let mut position = Offset::from(0);
    while let Some((section, offset)) = position.get().and_then(|position| data.find_position(position)) {
        let mut bytes = [0; ObjectHeaderV1::SIZE];
        // The size of the rest is only stated; reading shows whether the bytes exist.
        let left = read(section, offset, &mut bytes).map_err(Fault::Read)? as u64;
        if left < HEADER {
            return Err(Fault::Split { section, offset, left });
        }
        let header = ObjectHeaderV1::get(&bytes, Endian::Little);
        // Numbers and sizes of sections have 32 bits, and the header lies in the section.
        let start = u32::try_from(section).unwrap_or(u32::MAX);
        let offset = u32::try_from(element_offset(offset, 1, HEADER)).unwrap_or(u32::MAX);
        visit(ObjectHeader { size: header.size, name: header.path, start, offset }).map_err(Fault::Read)?;
        position = position + HEADER + header.size;
    }
    Ok(())
}

/// Checks that a list of `count` objects fits into the memory of the budget.
pub(super) fn check_list_size(count: u64, budget: &Budget) -> Result<()> {
    hold_list::<ObjectHeader>(count, budget).map(drop)
}

/// Reserves memory in the budget for a list of `count` objects.
pub(super) fn hold_list<T>(count: u64, budget: &Budget) -> Result<HeldMemory> {
    let size = Saturating(count) * Saturating(size_of::<T>() as u64);
    budget.hold_memory(size.0).map_err(|exceeded| exceeded.fault_at(Location::default()).in_field("objects"))
}
