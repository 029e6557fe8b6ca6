//! Child values, values at offsets, search results, and contents of the open file.

use super::{Reply, Request};
use crate::failure::Failure;
use crate::listen::{ChildLister, ContentCollector, FileMap, RangeLister, ValueSearch};
use crate::session::Session;
use serde_json::json;

pub(super) fn list_children(session: &mut Session, request: &Request) -> Reply {
    let mut children =
        ChildLister::new(request.text("path")?, request.size("start")?, request.size("count")?.min(1000));
    session.watch(&mut children)?;
    Ok((children.finish(), Vec::new()))
}

pub(super) fn locate_values(session: &mut Session, request: &Request) -> Reply {
    let range = request.number("from")?..request.number("to")?;
    let mut locate = RangeLister::new(request.text("space")?, range, 1000);
    session.watch(&mut locate)?;
    Ok((json!({ "items": locate.finish() }), Vec::new()))
}

pub(super) fn search_values(session: &mut Session, request: &Request) -> Reply {
    let mut search = ValueSearch::new(request.text("text")?, 500);
    session.watch(&mut search)?;
    Ok((search.finish(), Vec::new()))
}

pub(super) fn map_file(session: &mut Session, _: &Request) -> Reply {
    let mut map = FileMap::default();
    session.watch(&mut map)?;
    Ok((json!({ "items": map.finish(session.source.size()) }), Vec::new()))
}

/// Returns a part of the decompressed content of a region, and the size of the whole content.
pub(super) fn region_content(session: &mut Session, request: &Request) -> Reply {
    let space = request.text("space")?;
    if session.content.as_ref().is_none_or(|(known, _)| known != space) {
        let mut listener = ContentCollector::new(space);
        session.content = None;
        session.watch(&mut listener)?;
        let content = listener.finish();
        let missing = || Failure::new(format!("the content of `{space}` cannot be decompressed within the limits"));
        session.content = Some((space.to_owned(), content.ok_or_else(missing)?));
    }
    let bytes = session.content.as_ref().map_or(&[][..], |(_, bytes)| bytes);
    let from = request.size("from")?.min(bytes.len());
    let to = request.size("to")?.clamp(from, bytes.len());
    // Both ends were moved into the content.
    Ok((json!({ "size": bytes.len() }), bytes.get(from..to).unwrap_or_default().to_vec()))
}
