//! Rules that relate objects, references, and names.

use super::survey::{Facts, Mention, Wanted};
use super::{ObjectKind, registry};
use crate::quote::quote;
use bpx_schema::fault;
use bpx_schema::report::{Location, Path, Rule, Segment};
use bpx_schema::watch::Watch;
use std::collections::{HashMap, HashSet};

/// Reports which rules a whole bundle of a version breaks that was read to an end, of a file of a size: each finding as
/// it is found, as there may be one for each byte.
pub(super) fn judge(facts: &Facts, minor: u8, end: u64, file: u64, watch: &mut dyn Watch) {
    references(facts, watch);
    unnamed(facts, watch);
    mentions(facts, minor, watch);
    if end < file {
        let message = format!("{} bytes follow the last object", file.saturating_sub(end));
        watch.report(registry::TRAILING_BYTES.finding(at(end), message));
    }
}

fn references(facts: &Facts, watch: &mut dyn Watch) {
    let places: HashSet<_> = facts.places.iter().map(|place| (place.kind, place.at)).collect();
    let mut ids = HashSet::new();
    for (index, seen) in (0_u64..).zip(&facts.references) {
        let path = |member: &'static str| {
            let array = Segment::Field("references".into());
            Path::new(vec![array, Segment::Index(index), Segment::Field(member.into())])
        };
        let id = quote(&seen.id);
        if !ids.insert(&*seen.id) && !fault!(GpbDuplicates) {
            let message = format!("the id \"{id}\" stands twice");
            watch.report(registry::DUPLICATE_ID.finding(at(seen.id_at), message).at(path("id")));
        }
        let Some(kind) = seen.kind else { continue };
        let absent = seen.offset == 0 && matches!(kind, ObjectKind::Camera | ObjectKind::Light);
        if !absent && !places.contains(&(kind, u64::from(seen.offset))) && !fault!(GpbOffsetsUnchecked) {
            let message = format!("no {kind} begins at offset {}, which \"{id}\" is said to be", seen.offset);
            watch.report(registry::BAD_OFFSET.finding(at(seen.offset_at), message).at(path("offset")));
        }
    }
    if !facts.references.is_sorted_by(|a, b| a.id <= b.id) {
        let finding = registry::REFERENCE_ORDER.finding(at(0), "references are not sorted by their ids");
        watch.report(finding.at(Path::new(vec![Segment::Field("references".into())])));
    }
}

/// Nodes and meshes that no reference leads to.
fn unnamed(facts: &Facts, watch: &mut dyn Watch) {
    for place in &facts.places {
        let rule = match place.kind {
            ObjectKind::Node => &registry::NODE_WITHOUT_REFERENCE,
            ObjectKind::Mesh => &registry::MESH_WITHOUT_REFERENCE,
            _ => continue,
        };
        if facts.name_of(place).is_none() {
            let message = format!("no reference leads to this {}", place.kind);
            watch.report(rule.finding(at(place.at), message).at(facts.path(place.trail)));
        }
    }
}

fn mentions(facts: &Facts, minor: u8, watch: &mut dyn Watch) {
    let mut ids = HashMap::new();
    for seen in &facts.references {
        ids.entry(&*seen.id).or_insert(seen.kind);
    }
    // Before version 1.2, nodes do not name their parents.
    let named = |mention: &&Mention| minor >= 2 || !matches!(mention.wanted, Wanted::Parent(_));
    for mention in facts.mentions.iter().filter(named) {
        let Some((rule, message)) = wrong(mention, facts, &ids) else { continue };
        let mut path = facts.path(mention.trail);
        path.push(mention.field.clone());
        watch.report(rule.finding(at(mention.at), message).at(path));
    }
}

/// What is wrong with a name: the rule that it breaks, and a message.
fn wrong(
    mention: &Mention,
    facts: &Facts,
    ids: &HashMap<&[u8], Option<ObjectKind>>,
) -> Option<(&'static Rule, String)> {
    let text = quote(&mention.text);
    let kind = match mention.wanted {
        Wanted::Mesh => ObjectKind::Mesh,
        Wanted::Joint | Wanted::Camera => ObjectKind::Node,
        Wanted::Parent(around) => {
            let around = around.and_then(|index| facts.places.get(index)).and_then(|place| facts.name_of(place));
            let expected = around.map_or(&[][..], |seen| &seen.id);
            if expected == mention.text {
                return None;
            }
            let message = format!("names \"{text}\", and the node around is \"{}\"", quote(expected));
            return Some((&registry::PARENT_ID, message));
        }
    };
    let Some(id) = mention.text.strip_prefix(b"#").filter(|id| !id.is_empty()) else {
        if mention.text.contains(&b'#') && !mention.text.ends_with(b"#") {
            let message = format!("names \"{text}\" in another file, which known readers do not follow");
            return Some((&registry::EXTERNAL_XREF, message));
        }
        return Some((&registry::BAD_XREF, format!("\"{text}\" is not of the form #id")));
    };
    match ids.get(id) {
        None if fault!(GpbNamesUnchecked) => None,
        None => Some((&registry::UNRESOLVED_XREF, format!("nothing is called \"{}\"", quote(id)))),
        Some(Some(other)) if *other != kind && !fault!(GpbKindsUnchecked) => {
            Some((&registry::XREF_WRONG_TYPE, format!("\"{text}\" is a {other}, no {kind}")))
        }
        Some(_) => None,
    }
}

fn at(file: u64) -> Location {
    Location { file, content: None }
}
