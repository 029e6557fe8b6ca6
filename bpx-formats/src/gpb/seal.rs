//! Computes the offsets of the objects of a bundle that is written.

use super::open::{fault, slots};
use super::survey::Survey;
use super::{Bundle, FontArgs, Mesh, ObjectArgs, ObjectKind};
use bpx_schema::codec::{Codec, Decoder, Encoder, Space};
use bpx_schema::report::{Class, Finding, Result};
use bpx_schema::watch::{Leaf, Node, Watch};
use bpx_schema::{Budget, Limits};

/// Ignores all events.
struct IgnoreEvents;

impl Watch for IgnoreEvents {
    fn open(&mut self, _: &Node<'_>) {}
    fn leaf(&mut self, _: &Leaf<'_>) {}
    fn close(&mut self, _: &Node<'_>, _: u64) {}
    fn report(&mut self, _: Finding) {}
}

/// Returns the offsets where the objects of a bundle will begin, in the order of the file, and ignores the offsets in
/// its references.
pub(super) fn offsets(bundle: &Bundle) -> Result<Vec<(ObjectKind, u64)>> {
    let table =
        bundle.references.iter().try_fold(0_u64, |size, one| Some(size.saturating_add(one.encoded_size([]).ok()?)));
    let table = table.ok_or_else(|| fault(Class::Overflow, "an id is too long"))?;
    let head = Bundle::REFERENCES.offset().saturating_add(table);
    let minor = bundle.minor;
    let mut nobody = IgnoreEvents;
    let mut survey = Survey::new(&mut nobody);
    let mut at = head;
    match &bundle.font {
        Some(font) => at = survey_value(font, at, FontArgs { minor }.into(), &mut survey)?,
        None => {
            at = at.saturating_add(4);
            for mesh in &bundle.meshes {
                survey.open(&mesh_node(at));
                survey.close(&mesh_node(at), 0);
                at = at.saturating_add(mesh.encoded_size([])?);
            }
            at = at.saturating_add(4);
            for object in &bundle.objects {
                at = survey_value(object, at, ObjectArgs { kind: object.kind() as u32, minor }.into(), &mut survey)?;
            }
        }
    }
    u32::try_from(at).map_err(|_| fault(Class::Overflow, "expected less than 4 GiB, found more"))?;
    let mut places: Vec<_> = survey.facts.places.iter().map(|place| (place.kind, place.at)).collect();
    if bundle.font.is_some() {
        places.insert(0, (ObjectKind::Font, head));
    }
    Ok(places)
}

fn mesh_node(at: u64) -> Node<'static> {
    let at = bpx_schema::report::Location { file: at, content: None };
    let kind = bpx_schema::watch::Kind::Structure;
    Node { segment: None, kind, structure: Some(<Mesh as Codec>::schema()), field: None, at }
}

/// Surveys a value that begins at an offset, and returns where it ends.
fn survey_value<T: Codec>(value: &T, at: u64, args: T::Args, survey: &mut Survey<'_>) -> Result<u64> {
    let mut bytes = Vec::new();
    value.encode(&mut Encoder::new(&mut bytes).with_limits(Limits::none()), args)?;
    // Values to write have no limit on depth.
    let budget = Budget::new(Limits::none(), 0);
    T::traverse(&mut Decoder::in_space(&bytes, Space::File(at), &budget).watched(survey), args)?;
    Ok(at.saturating_add(bytes.len() as u64))
}

/// Gives references the offsets where the objects of their ids will begin; `ids` are the ids of the objects, in the
/// order of the file. Objects without a reference get one. References without an object stay unchanged.
pub(super) fn seal(bundle: &mut Bundle, ids: &[Option<Vec<u8>>]) -> Result<()> {
    let sorted = bundle.references.is_sorted_by(|a, b| a.id <= b.id);
    let known: std::collections::HashSet<_> = bundle.references.iter().map(|one| (one.kind, one.id.clone())).collect();
    let kinds: Vec<_> = slots(bundle).into_iter().map(super::open::Slot::kind).collect();
    for (kind, id) in kinds.iter().zip(ids) {
        if let Some(id) = id.as_ref().filter(|id| !known.contains(&(*kind as u32, (*id).clone()))) {
            bundle.references.push(super::Reference { id: id.clone(), kind: *kind as u32, offset: 0 });
        }
    }
    if sorted {
        bundle.references.sort_by(|a, b| a.id.cmp(&b.id));
    }
    let places = offsets(bundle)?;
    let mut named: std::collections::HashMap<(u32, &[u8]), Vec<u32>> = std::collections::HashMap::new();
    for ((kind, at), id) in places.iter().zip(ids) {
        if let Some(id) = id {
            named.entry((*kind as u32, id)).or_default().push(u32::try_from(*at).unwrap_or(u32::MAX));
        }
    }
    for reference in &mut bundle.references {
        let Some(all) = named.get(&(reference.kind, &*reference.id)) else { continue };
        if !all.contains(&reference.offset) {
            reference.offset = all.first().copied().unwrap_or_default();
        }
    }
    Ok(())
}
