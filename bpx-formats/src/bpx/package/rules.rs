//! Checks rules of packages (section 14) that relate several fields.

use super::places::Places;
use super::walk::{Fault, hold_list, split_header, walk_objects};
use super::{DataMap, ObjectHeader, registry};
use crate::bpx::SectionHeader;
use crate::bpx::container::{ValidationContext, entry_member};
use crate::bpx::layout::package::{DATA, OBJECT_TABLE, STRINGS};
use crate::bpx::span::Span;
use bpx_schema::codec::{HeldBytes, StoredRegion, View};
use bpx_schema::report::{Relations, Report, Result};
use bpx_schema::schema::{Offset, Relation};
use bpx_schema::{Codec, Limits};

/// Reports every broken rule of a package that its declarations do not check.
///
/// # Errors
/// Returns errors of reading the source, which are not faults of the file.
pub(crate) fn check_package(package: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let table = &package.layout.table;
    let revision = package.layout.header.version;
    let data = DataMap::new(table);
    let strings = match package.find_section(STRINGS) {
        Some(section) => package.content_of(section)?,
        // Another rule requires names.
        None => None,
    };
    let (section, objects) = match package.find_section(OBJECT_TABLE).filter(|_| revision == 2) {
        Some(section) => (Some(section), package.content_of(section)?.map(Objects::Table)),
        None if revision == 2 => return Ok(()),
        None => (None, objects_of_revision_1(package, &data, report)?.map(Objects::Listed)),
    };
    let Some(objects) = objects else { return Ok(()) };
    let places = Places { table: section, stored: |section| package.stored_place(section) };
    check_objects(&data, &objects, strings.as_deref(), *package.budget.limits(), &places, report);
    check_orphans(package, &data, &objects, report)
}

/// The objects of a package.
enum Objects<'c> {
    /// The content of the table of revision 2.
    Table(HeldBytes<'c>),
    /// The objects of revision 1, which has no table.
    Listed(Vec<ObjectHeader>),
}

impl Objects<'_> {
    fn iter(&self) -> impl Iterator<Item = ObjectHeader> + '_ {
        let (table, listed) = match self {
            Self::Table(content) => (&**content, &[][..]),
            Self::Listed(list) => (&[][..], &**list),
        };
        View::new(table).0.iter().chain(listed.iter().copied())
    }
}

/// Returns the objects of revision 1; `None` when a content cannot be decompressed.
fn objects_of_revision_1(
    package: &ValidationContext<'_>,
    data: &DataMap,
    report: &mut Report,
) -> Result<Option<Vec<ObjectHeader>>> {
    let mut objects = Vec::new();
    let mut open: Option<(usize, HeldBytes<'_>)> = None;
    let mut absent = false;
    let read = |section: usize, offset: u64, buf: &mut [u8]| {
        let known = open.take().filter(|(known, _)| *known == section);
        let content = match known {
            Some((_, content)) => Some(content),
            None => package.content_of(section)?,
        };
        let Some(content) = content else {
            absent = true;
            return Ok(0);
        };
        let rest = usize::try_from(offset).ok().and_then(|offset| content.get(offset..)).unwrap_or(&[]);
        let read = std::io::Read::read(&mut &*rest, buf)?;
        open = Some((section, content));
        Ok(read)
    };
    let visit = |object| {
        objects.push(object);
        super::walk::check_list_size(objects.len() as u64, package.budget)
    };
    match walk_objects(data, read, visit) {
        Ok(()) => {}
        Err(_) if absent => return Ok(None),
        Err(Fault::Read(error)) => report.add(error.into_finding()?),
        Err(Fault::Split { section, offset, left }) => {
            report.add(split_header(section, left, package.location_in(section, offset)));
        }
    }
    Ok(Some(objects))
}

/// Checks the rules of each object. Revision 1 has no declared table of names, so this function checks its names by the
/// rules of revision 2.
fn check_objects(
    data: &DataMap,
    objects: &Objects<'_>,
    strings: Option<&[u8]>,
    limits: Limits,
    places: &Places<impl Fn(usize) -> Option<StoredRegion>>,
    report: &mut Report,
) {
    let mut relations = Relations::default();
    for (index, object) in objects.iter().enumerate() {
        let object = &object;
        // A start in another section than a Data section is another finding.
        let misplaced = data.locate_object(object).err().map(|fault| (fault.broken_rule(), fault));
        if let Some(((rule, field), fault)) = misplaced.filter(|((_, field), _)| *field != ObjectHeader::START) {
            let (path, at) = places.of(index, object, field);
            report.add(rule.finding(at, fault.message(object)).with_path(path));
        }
        for relation in name_relations().iter().filter(|_| places.table.is_none()) {
            let (path, at) = places.of(index, object, ObjectHeader::NAME);
            relations.add_reference(relation, object.name.into(), path, at);
        }
    }
    if let Some(strings) = strings {
        relations.add_texts("strings".into(), strings, limits.max_shared.for_size(strings.len() as u64));
        relations.judge(&mut |finding| report.add(finding));
    }
}

/// Returns the relations between the name of an object and the names of the package.
fn name_relations() -> &'static [Relation] {
    ObjectHeader::schema().field(ObjectHeader::NAME.name()).map_or(&[], |field| &field.relations)
}

/// Reports bytes of Data sections that belong to no object, once for each section.
fn check_orphans(
    package: &ValidationContext<'_>,
    data: &DataMap,
    objects: &Objects<'_>,
    report: &mut Report,
) -> Result<()> {
    let lead = if package.layout.header.version == 1 { super::ObjectHeaderV1::SIZE as u64 } else { 0 };
    let with_header = |object: ObjectHeader| {
        let bytes = data.locate_object(&object).ok()?;
        Span::between((Offset::from(bytes.start()) - lead).get()?, bytes.end()).filter(|span| span.size() > 0)
    };
    let used = || objects.iter().filter_map(with_header);
    let count = used().count();
    let _held = match hold_list::<Span>(count as u64, package.budget) {
        Ok(held) => held,
        Err(error) => {
            report.add(error.into_finding()?);
            return Ok(());
        }
    };
    let mut spans = Vec::with_capacity(count);
    spans.extend(used());
    spans.sort_unstable();
    let mut used = spans.into_iter().peekable();
    let mut reached = 0_u64;
    for (index, entry) in package.layout.table.iter().enumerate().filter(|(_, entry)| entry.kind == DATA) {
        let (section, mut gaps) = (data.section_span(index), Vec::new());
        let mut position = reached.clamp(section.start(), section.end());
        while let Some(object) = used.next_if(|object| object.start() < section.end()) {
            gaps.extend(Span::between(position, object.start()));
            reached = reached.max(object.end());
            position = reached.clamp(section.start(), section.end());
        }
        gaps.extend(Span::between(position, section.end()));
        let orphans: u64 = gaps.into_iter().map(Span::size).sum();
        if orphans > 0 {
            let (path, at) = entry_member(index as u64, SectionHeader::CONTENT_SIZE);
            let message = format!("{orphans} of {} bytes belong to no object", entry.content_size);
            report.add(registry::ORPHAN.finding(at, message).with_path(path));
        }
    }
    Ok(())
}
