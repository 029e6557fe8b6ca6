//! Derives cases of the numbers in the parts of a valid file, as the text states them.

use super::bound::{self, BoundPiece, BoundText};
use super::context::{Context, Derived};
use super::outcome::Outcome;
use super::patch::PatchedFile;
use super::shape::ModelCodes;
use super::topic::Topic;
use crate::SuiteError;
use crate::suite::{Expect, Op};
use bpx_schema::report::Path;
use bpx_schema::schema::{Body, CodesLink};
use serde_json::{Map, Value as Json, json};

/// Derives a case for each part, which expects all numbers of the part that models show. The value of a count is the
/// number of elements.
pub(super) fn derive(context: &Context<'_>, bound: &BoundText<'_>) -> Result<Vec<Derived>, SuiteError> {
    let mut cases: Vec<Derived> = vec![without_fault(context, bound)];
    let shape = ModelCodes::new(bound.model, &bound.golden.schema, &context.binding.alias);
    let mut rest: &[BoundPiece<'_>] = &bound.pieces;
    while let Some(first) = rest.first() {
        let same = rest.iter().take_while(|piece| (&piece.name, &piece.at) == (&first.name, &first.at)).count();
        let (part, after) = rest.split_at(same);
        rest = after;
        let mut names = vec![first.owner_name.to_owned()];
        let mut model = Map::new();
        for piece in part {
            for one in &piece.tries {
                let Some((number, _)) = one.numbers else { continue };
                let (structure, field) = piece.declared_name(bound.model, &one.path);
                let shown = context.binding.path_in_models(&bound.golden.schema, &piece.path_in_file(&one.path));
                if let (Some(shown), Some(value)) = (shown, value_json(&shape, piece, &one.path, number)) {
                    names.push(format!("{structure}.{field}"));
                    model.insert(shown, value);
                }
            }
        }
        if first.name.is_empty() || model.is_empty() {
            continue;
        }
        let expect = Expect { model, ..Expect::default() };
        let outcome = Outcome { expect, ..Outcome::valid() };
        let patched = PatchedFile { patch: String::new(), built: bound.built.clone() };
        let id = context.case_id(bound, &first.name, &["numbers"]);
        let title = format!("the numbers of {}", if first.at.is_empty() { "the file" } else { &first.at });
        let topic = Topic { names, rules: Vec::new() };
        cases.push(Derived { op: Op::Decode, ..context.derived_case(bound, id, title, &topic, &outcome, patched) });
    }
    Ok(cases)
}

/// Derives the case of the text without a fault. The case is about the clauses that list the text as a test, and about
/// all structures of the text's parts.
fn without_fault(context: &Context<'_>, bound: &BoundText<'_>) -> Derived {
    let (mut names, mut rules) = (Vec::new(), Vec::new());
    let root = bound.model.get(&bound.model.root);
    let owners = bound.pieces.iter().map(|piece| (piece.owner_name, piece.owner));
    for (name, owner) in owners.chain(root.map(|root| (&*root.name, root))) {
        names.push(name.to_owned());
        for field in owner.fields() {
            names.push(format!("{name}.{}", field.name));
            rules.extend(field.constraints.iter().map(|rule| rule.code.to_string()));
            let ties = context.binding.tied_fields(&bound.golden.schema, name, &field.name, None);
            rules.extend(ties.flat_map(|tied| tied.rules.iter().cloned()));
        }
        rules.extend(owner.sums.iter().map(|sum| sum.code.to_string()));
    }
    let topic = Topic { names, rules };
    let patched = PatchedFile { patch: String::new(), built: bound.built.clone() };
    let id = context.case_id(bound, "file", &["sound"]);
    let title = "a file without a fault".to_owned();
    let mut case = context.derived_case(bound, id, title, &topic, &Outcome::valid(), patched);
    case.clauses.extend(context.book.clauses_mentioning(&bound.golden.schema, &topic.names));
    case.clauses.extend(super::kinds::kept_clauses(context, bound));
    case.clauses = context.book.proved_by(&bound.golden.source, &case.clauses);
    case
}

/// Returns a number as models show it, with codes and flags by name; `None` if models show the number in another form
/// or not at all.
fn value_json(shape: &ModelCodes<'_>, piece: &BoundPiece<'_>, path: &Path, number: i128) -> Option<Json> {
    let names = bound::field_names(path);
    // Numbers of nested records are bound as parts of their own.
    let [name] = &*names else { return None };
    let codes = match (piece.field, &piece.owner.body) {
        (Some(field), _) => (field.derived.is_none()).then_some(field.codes.as_ref()),
        (None, Body::Fields(fields)) => {
            let field = fields.iter().find(|field| field.name == *name);
            field.filter(|field| field.derived.is_none()).map(|field| field.codes.as_ref())
        }
        (None, Body::Bits(fields)) => fields.iter().find(|field| field.name == *name).map(|field| field.codes.as_ref()),
        // A record bound as one leaf has a field of its own name.
        (None, Body::Switch(_)) => None,
    }?;
    let Some(codes) = codes.map(CodesLink::get) else {
        // Numbers beyond 64 bits with a sign are texts.
        return Some(i64::try_from(number).map_or_else(|_| Json::String(number.to_string()), Json::from));
    };
    let raw = u64::try_from(number).ok().filter(|raw| codes.is_known(*raw))?;
    if codes.flags {
        let set = codes.codes.iter().filter(|code| raw & code.value != 0);
        let names: Json = set.map(|code| Json::from(&*code.name)).collect();
        return Some(json!({ "any": [names, raw] }));
    }
    codes.find(raw).map(|_| shape.spell_code(codes, raw))
}
