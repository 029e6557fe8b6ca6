//! The rules of models.

use super::super::model::{Bone, BoneArray, IndexArray, VertexArray, VertexArrayHeader};
use super::super::references::find_referenced;
use super::super::{Content, ModelSection, registry};
use super::context::{ValidationContext, add, field};
use crate::bpx::strings::StringsView;
use bpx_schema::codec::{FieldRef, HeldBytes};
use bpx_schema::report::{Class, Location, Path, Report, Result, Segment};
use std::collections::BTreeMap;

/// The texts of a model; they are optional.
struct Texts<'a>(Option<HeldBytes<'a>>);

impl Texts<'_> {
    /// Returns the fault of a reference. Without texts, 0 is the usual value of a field without a meaning.
    fn fault(&self, offset: u32) -> Option<(Class, String)> {
        let Some(content) = &self.0 else {
            return (offset != 0).then(|| (Class::BadReference, "the file has no strings section".to_owned()));
        };
        let error = StringsView::new(content).get(offset).err()?;
        error.finding().map(|finding| (finding.class, finding.message.clone()))
    }
}

pub(super) fn check(file: &ValidationContext<'_>, report: &mut Report) -> Result<()> {
    let kind = |kind: ModelSection| kind as u8;
    let vertex_size = match file.first(kind(ModelSection::VertexFormat))? {
        Some((_, Content::VertexFormat(format))) => Some(u64::from(format.vertex_size)),
        _ => None,
    };
    let strings = file.of_kind(kind(ModelSection::Strings)).next();
    let texts = Texts(strings.map(|section| file.content(section)).transpose()?.flatten());
    // Texts that cannot be decompressed are another finding, and references to them are not checked.
    let judged = strings.is_none() || texts.0.is_some();
    // The smallest number of vertices that is used with each index array.
    let mut bounds: BTreeMap<usize, u32> = BTreeMap::new();
    for section in file.of_kind(kind(ModelSection::VertexArray)) {
        let Some(Content::VertexArray(array)) = file.decode(section)? else { continue };
        let header = array.header;
        if let Some((class, message)) = texts.fault(header.material).filter(|_| judged) {
            let (path, at) = place(file, section, VertexArrayHeader::MATERIAL);
            report.add(registry::MATERIAL.finding_of(class, at, message).at(path));
        }
        let wanted = vertex_size.map(|size| size.saturating_mul(u64::from(header.vertex_count)));
        let real = array.vertices.len() as u64;
        if let Some(wanted) = wanted.filter(|wanted| *wanted != real) {
            let message = format!("{} vertices need {wanted} bytes, found {real}", header.vertex_count);
            add(report, &registry::VERTEX_COUNT, place(file, section, VertexArrayHeader::VERTEX_COUNT), message);
        }
        if header.index_array == 0 {
            continue;
        }
        let indices = kind(ModelSection::IndexArray);
        match find_referenced(&file.layout.table, header.index_array, indices, "an index array") {
            Ok(indices) => {
                let bound = bounds.entry(indices).or_insert(header.vertex_count);
                *bound = header.vertex_count.min(*bound);
            }
            Err(message) => {
                add(report, &registry::INDEX_ARRAY, place(file, section, VertexArrayHeader::INDEX_ARRAY), message);
            }
        }
    }
    for (section, count) in bounds {
        indices(file, section, count, report)?;
    }
    if judged {
        bones(file, &texts, report)?;
    }
    Ok(())
}

/// Returns path and place of a field of the header of a vertex array.
fn place(file: &ValidationContext<'_>, section: usize, member: FieldRef) -> (Path, Location) {
    let way = [field("vertex_array"), VertexArray::HEADER.segment(), member.segment()];
    file.part(section, &way, member.offset())
}

fn indices(file: &ValidationContext<'_>, section: usize, count: u32, report: &mut Report) -> Result<()> {
    let Some(Content::IndexArray(array)) = file.decode(section)? else { return Ok(()) };
    let beyond = || (0_u64..).zip(&array.indices).filter(|(_, index)| **index >= count);
    if let Some((number, index)) = beyond().next() {
        let (all, of) = (beyond().count(), array.indices.len());
        let message = format!("index {index}, but there are {count} vertices; {all} of {of} indices are too large");
        let way = [field("index_array"), IndexArray::INDICES.segment(), Segment::Index(number)];
        let place = file.part(section, &way, IndexArray::INDICES.offset().saturating_add(number.saturating_mul(4)));
        add(report, &registry::INDEX, place, message);
    }
    Ok(())
}

fn bones(file: &ValidationContext<'_>, texts: &Texts<'_>, report: &mut Report) -> Result<()> {
    for section in file.of_kind(ModelSection::BoneArray as u8) {
        let Some(Content::BoneArray(array)) = file.decode(section)? else { continue };
        for (number, bone) in (0_u64..).zip(&array.bones) {
            let Some((class, message)) = texts.fault(bone.name) else { continue };
            let offset = BoneArray::BONES.offset().saturating_add(number.saturating_mul(Bone::SIZE as u64));
            let way = [field("bone_array"), BoneArray::BONES.segment(), Segment::Index(number), Bone::NAME.segment()];
            let (path, at) = file.part(section, &way, offset.saturating_add(Bone::NAME.offset()));
            report.add(registry::BONE_NAME.finding_of(class, at, message).at(path));
        }
    }
    Ok(())
}
