//! What a reader has to find in the parts of a sound file: the numbers that the text says.

use super::book::Topic;
use super::bound::{Bound, Piece};
use super::outcome::Outcome;
use super::patch::Patched;
use super::{Context, DeriveError, Derived};
use crate::suite::{Expect, Op};
use bpx_schema::report::Path;
use bpx_schema::schema::Body;
use serde_json::{Map, Value as Json};

/// A case for each part: all numbers that are part of the model. Codes are shown by name, and counts by what they count.
pub(super) fn derive(context: &Context<'_>, bound: &Bound<'_>) -> Result<Vec<Derived>, DeriveError> {
    let mut cases: Vec<Derived> = Vec::new();
    let mut rest: &[Piece<'_>] = &bound.pieces;
    while let Some(first) = rest.first() {
        let same = rest.iter().take_while(|piece| (&piece.name, &piece.at) == (&first.name, &first.at)).count();
        let (part, after) = rest.split_at(same);
        rest = after;
        let mut names = vec![first.owner_name.to_owned()];
        let mut model = Map::new();
        for piece in part {
            for one in &piece.tries {
                let Some((number, _)) = one.numbers else { continue };
                let (structure, field) = piece.declared(bound.model, &one.path);
                let shown = context.binding.shown(&bound.golden.schema, &piece.path(&one.path));
                if let Some(shown) = shown.filter(|_| is_plain(piece, &one.path)) {
                    names.push(format!("{structure}.{field}"));
                    model.insert(shown, number_json(number));
                }
            }
        }
        if first.name.is_empty() || model.is_empty() {
            continue;
        }
        let expect = Expect { model, ..Expect::default() };
        let outcome = Outcome { expect, ..Outcome::valid() };
        let patched = Patched { patch: String::new(), built: bound.built.clone() };
        let id = context.id(bound, &first.name, &["numbers"]);
        let title = format!("the numbers of {}", if first.at.is_empty() { "the file" } else { &first.at });
        let topic = Topic { names, rules: Vec::new() };
        cases.push(Derived { op: Op::Decode, ..context.case(bound, id, title, &topic, &outcome, patched) });
    }
    Ok(cases)
}

/// Whether a model shows the number as it is.
fn is_plain(piece: &Piece<'_>, path: &Path) -> bool {
    let is_shown = |structure: &bpx_schema::schema::Structure, name: &str| match &structure.body {
        Body::Fields(fields) => {
            fields.iter().find(|field| field.name == name).is_none_or(|field| field.codes.is_none() && field.derived.is_none())
        }
        Body::Bits(fields) => fields.iter().find(|field| field.name == name).is_none_or(|field| field.codes.is_none()),
        Body::Switch(_) => true,
    };
    if let Some(field) = piece.field {
        return field.codes.is_none() && field.derived.is_none();
    }
    let names = super::bound::names(path);
    // Numbers of nested records may be coded; they are bound as parts of their own.
    matches!(&*names, [name] if is_shown(piece.owner, name))
}

/// A number in JSON; those beyond 64 bits with a sign as a text.
fn number_json(number: i128) -> Json {
    i64::try_from(number).map_or_else(|_| Json::String(number.to_string()), Json::from)
}
