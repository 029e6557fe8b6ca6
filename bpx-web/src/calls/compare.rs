//! Compares two files.

use super::{Reply, Request};
use crate::failure::Failure;
use crate::session::Session;
use bpx_formats::ModelOptions;
use bpx_formats::model::{derived_in_both, diff};
use bpx_schema::Budget;
use bpx_schema::json::JsonRef;
use serde_json::json;

/// The maximum number of listed differences.
const MOST: usize = 1000;
/// The maximum number of characters of a shown value.
const SHOWN: usize = 200;

/// Compares the open file with another one by their models.
pub(super) fn compare_files(session: &mut Session, request: &Request) -> Reply {
    let name = request.text("name")?;
    let (other, failure) =
        session.open_beside(request.file_number("file")?, name.rsplit_once('.').map(|(_, end)| end))?;
    if let Some(failure) = failure {
        return Err(Failure { message: format!("{name}: {}", failure.message), ..failure });
    }
    // The size only scales the limits, and the largest size allows the most.
    let budget = Budget::new(session.options.limits, session.source.size().saturating_add(other.source.size()));
    let read = |one: &Session| {
        let format = one.need_format()?;
        Ok::<_, Failure>(format.to_json_within(&one.source, &one.options, ModelOptions::default(), &budget)?)
    };
    let (old, new) = (read(session)?, read(&other)?);
    let all = request.flag("derived");
    let derived = derived_in_both([(session.need_format()?, old.root()), (other.need_format()?, new.root())]);
    let found = diff(old.root(), new.root(), &|around, member| !all && derived(around, member));
    let list: Vec<_> = found
        .iter()
        .take(MOST)
        .map(|one| json!({ "path": one.path, "old": one.old.map(shorten_value), "new": one.new.map(shorten_value) }))
        .collect();
    Ok((json!({ "count": found.len(), "items": list }), Vec::new()))
}

fn shorten_value(value: JsonRef<'_>) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.split_at(end).0),
        None => text,
    }
}
