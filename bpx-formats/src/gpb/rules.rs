//! Rules that relate objects, references and names.

use super::survey::{Facts, Mention, WantedObject};
use super::{Bundle, ObjectKind, registry};
use crate::quote::quote_bytes;
use bpx_schema::field_name;
use bpx_schema::report::{Location, Path, Rule, Segment};
use bpx_schema::watch::Watch;
use std::collections::{HashMap, HashSet};

/// Reports the broken rules of a whole bundle. Each finding is reported immediately instead of being collected, because
/// a file can cause a finding for each of its bytes.
pub(super) fn check_bundle(facts: &Facts, minor: u8, watch: &mut dyn Watch) {
    check_references(facts, watch);
    check_unreferenced(facts, watch);
    check_mentions(facts, minor, watch);
}

fn check_references(facts: &Facts, watch: &mut dyn Watch) {
    let places: HashSet<_> = facts.places.iter().map(|place| (place.kind, place.at)).collect();
    for (index, seen) in (0_u64..).zip(&facts.references) {
        let path = |member: &'static str| {
            let array = Segment::Field(field_name!(Bundle, references).into());
            Path::new(vec![array, Segment::Index(index), Segment::Field(member.into())])
        };
        let id = quote_bytes(&seen.id);
        let Some(kind) = seen.kind else { continue };
        let absent = seen.offset == 0 && matches!(kind, ObjectKind::Camera | ObjectKind::Light);
        if !absent && !places.contains(&(kind, u64::from(seen.offset))) {
            let message = format!("expected an object \"{id}\" of type {kind} at offset {}, found none", seen.offset);
            watch.report(registry::BAD_OFFSET.finding(location_at(seen.offset_at), message).with_path(path("offset")));
        }
    }
}

/// Reports nodes and meshes without a reference.
fn check_unreferenced(facts: &Facts, watch: &mut dyn Watch) {
    for place in &facts.places {
        let rule = match place.kind {
            ObjectKind::Node => &registry::NODE_WITHOUT_REFERENCE,
            ObjectKind::Mesh => &registry::MESH_WITHOUT_REFERENCE,
            _ => continue,
        };
        if facts.name_of(place).is_none() {
            let message = format!("expected a reference with the offset of this {}, found none", place.kind);
            watch.report(rule.finding(location_at(place.at), message).with_path(facts.path_of(place.trail)));
        }
    }
}

fn check_mentions(facts: &Facts, minor: u8, watch: &mut dyn Watch) {
    let mut ids = HashMap::new();
    for seen in &facts.references {
        ids.entry(&*seen.id).or_insert(seen.kind);
    }
    // Before version 1.2, nodes do not name their parents.
    let named = |mention: &&Mention| minor >= 2 || !matches!(mention.wanted, WantedObject::Parent(_));
    for mention in facts.mentions.iter().filter(named) {
        let Some((rule, message)) = find_fault(mention, facts, &ids) else { continue };
        let mut path = facts.path_of(mention.trail);
        path.push(mention.field.clone());
        watch.report(rule.finding(location_at(mention.at), message).with_path(path));
    }
}

/// Returns the rule that a name breaks, and a message; `None` when the name breaks no rule.
fn find_fault(
    mention: &Mention,
    facts: &Facts,
    ids: &HashMap<&[u8], Option<ObjectKind>>,
) -> Option<(&'static Rule, String)> {
    let text = quote_bytes(&mention.text);
    let kind = match mention.wanted {
        WantedObject::Mesh => ObjectKind::Mesh,
        WantedObject::Joint | WantedObject::Camera => ObjectKind::Node,
        WantedObject::Parent(around) => {
            let around = around.and_then(|index| facts.places.get(index)).and_then(|place| facts.name_of(place));
            let expected = around.map_or(&[][..], |seen| &seen.id);
            if expected == mention.text {
                return None;
            }
            let message = format!(
                "found the parent id \"{text}\", but the id of the parent node is \"{}\"",
                quote_bytes(expected)
            );
            return Some((&registry::PARENT_ID, message));
        }
    };
    // Another form, and a name in another file, break rules of the declaration.
    let id = mention.text.strip_prefix(b"#").filter(|id| !id.is_empty())?;
    match ids.get(id) {
        None => {
            Some((&registry::UNRESOLVED_XREF, format!("expected the id of an object, found \"{}\"", quote_bytes(id))))
        }
        Some(Some(other)) if *other != kind => Some((
            &registry::XREF_WRONG_TYPE,
            format!("expected the id of a {kind}, found \"{text}\", the id of a {other}"),
        )),
        Some(_) => None,
    }
}

fn location_at(file: u64) -> Location {
    Location { file, content: None }
}
