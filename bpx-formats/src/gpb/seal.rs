//! Computes the offsets of the objects of a bundle before it is written.
#![allow(clippy::arithmetic_side_effects, reason = "all numbers are sums of sizes of values in memory")]

use super::open::{reference_slots, value_fault};
use super::survey::Survey;
use super::{Bundle, FontArgs, Mesh, ObjectArgs, ObjectKind};
use bpx_schema::codec::{Codec, Decoder, Encoder, Space};
use bpx_schema::report::{Class, Finding, Result};
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use bpx_schema::{Budget, Limits};

/// Ignores all events.
struct IgnoreEvents;

impl Watch for IgnoreEvents {
    fn open(&mut self, _: &ValueNode<'_>) {}
    fn leaf(&mut self, _: &Leaf<'_>) {}
    fn close(&mut self, _: &ValueNode<'_>, _: u64) {}
    fn report(&mut self, _: Finding) {}
}

/// Returns the type and the future offset of each object of a bundle, in the order of the file. The offsets in the
/// bundle's references are ignored.
fn object_offsets(bundle: &Bundle) -> Result<Vec<(ObjectKind, u32)>> {
    let table = bundle.references.iter().map(|one| one.encoded_size([])).sum::<Result<u64>>();
    let head = Bundle::REFERENCES.offset()
        + table.map_err(|_| value_fault(Class::Overflow, "expected ids of less than 4 GiB, found a longer id"))?;
    let minor = bundle.minor;
    let mut nobody = IgnoreEvents;
    let mut survey = Survey::new(&mut nobody);
    let mut at = head;
    match &bundle.font {
        Some(font) => at = survey_value(font, at, FontArgs { minor }.into(), &mut survey)?,
        None => {
            at += 4;
            for mesh in &bundle.meshes {
                survey.open(&mesh_node(at));
                survey.close(&mesh_node(at), 0);
                at += mesh.encoded_size([])?;
            }
            at += 4;
            for object in &bundle.objects {
                at = survey_value(object, at, ObjectArgs { kind: object.kind() as u32, minor }.into(), &mut survey)?;
            }
        }
    }
    let small = |at| {
        u32::try_from(at)
            .map_err(|_| value_fault(Class::Overflow, "expected a file of less than 4 GiB, found a larger file"))
    };
    small(at)?;
    let font = bundle.font.as_ref().map(|_| (ObjectKind::Font, head));
    let places = font.into_iter().chain(survey.facts.places.iter().map(|place| (place.kind, place.at)));
    places.map(|(kind, at)| Ok((kind, small(at)?))).collect()
}

fn mesh_node(at: u64) -> ValueNode<'static> {
    let at = bpx_schema::report::Location { file: at, content: None };
    let kind = bpx_schema::watch::NodeKind::Structure;
    ValueNode { segment: None, kind, structure: Some(<Mesh as Codec>::schema()), field: None, at }
}

/// Encodes a value as if the value began at an offset, passes its parts to the survey, and returns the offset where the
/// value ends.
fn survey_value<T: Codec>(value: &T, at: u64, args: T::Args, survey: &mut Survey<'_>) -> Result<u64> {
    let mut bytes = Vec::new();
    value.encode(&mut Encoder::new(&mut bytes).with_limits(Limits::none()), args)?;
    // Values to write have no limit on depth.
    let budget = Budget::new(Limits::none(), 0);
    T::traverse(&mut Decoder::in_space(&bytes, Space::File(at), &budget).with_watch(survey), args)?;
    Ok(at + bytes.len() as u64)
}

/// Stores in each reference the offset where the object with its id will begin; `ids` are the ids of the objects, in
/// the order of the file. Adds a reference for each object without a reference. References without an object stay
/// unchanged.
pub(super) fn seal_references(bundle: &mut Bundle, ids: &[Option<Vec<u8>>]) -> Result<()> {
    let sorted = bundle.references.is_sorted_by(|a, b| a.id <= b.id);
    let known: std::collections::HashSet<_> = bundle.references.iter().map(|one| (one.kind, one.id.clone())).collect();
    let kinds: Vec<_> = reference_slots(bundle).into_iter().map(super::open::Slot::kind).collect();
    for (kind, id) in kinds.iter().zip(ids) {
        if let Some(id) = id.as_ref().filter(|id| !known.contains(&(*kind as u32, (*id).clone()))) {
            bundle.references.push(super::Reference { id: id.clone(), kind: *kind as u32, offset: 0 });
        }
    }
    if sorted {
        bundle.references.sort_by(|a, b| a.id.cmp(&b.id));
    }
    let places = object_offsets(bundle)?;
    let mut named: std::collections::HashMap<(u32, &[u8]), Vec<u32>> = std::collections::HashMap::new();
    for ((kind, at), id) in places.iter().zip(ids) {
        if let Some(id) = id {
            named.entry((*kind as u32, id)).or_default().push(*at);
        }
    }
    for reference in &mut bundle.references {
        let all = named.get(&(reference.kind, &*reference.id)).map(Vec::as_slice);
        if let Some(all @ [first, ..]) = all
            && !all.contains(&reference.offset)
        {
            reference.offset = *first;
        }
    }
    Ok(())
}
