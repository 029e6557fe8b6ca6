//! From JSON to bytes by the schema alone: the inverse of [`JsonWatch`](crate::value::JsonWatch).
//!
//! Counts, signatures and checksums are not given but computed. Which case of a switch is meant follows from the
//! parameters, as when reading. Regions that an array describes hold nothing: whoever writes the container places
//! their bytes.

mod fields;
mod scalar;
mod scope;
mod tree;

use crate::interpret::check;
use crate::report::{Class, Error, Location, Result};
use crate::schema::{Field, Link, Model, Structure};
use serde_json::Value as Json;
use std::cell::Cell;

/// Bytes of the named structure from its JSON; `args` are the parameters that it names.
///
/// # Errors
/// When the schema is unsound or has no such structure; when a part of the JSON is missing, unknown, of the wrong
/// kind, does not fit, or contradicts a count or a condition. The path is that of the JSON; the location is the
/// offset in the bytes.
pub fn assemble(model: &Model, name: &str, json: &Json, args: &[i128]) -> Result<Vec<u8>> {
    check(model)?;
    let missing = || Error::fault(Class::BadReference, Location::default(), format!("no structure `{name}`"));
    let structure = model.get(name).ok_or_else(missing)?;
    let mut assembler = Assembler { model, out: Vec::new(), steps: Cell::new(steps(json)) };
    assembler.structure(structure, json, args, 0)?;
    Ok(assembler.out)
}

/// How often expressions may look at values, so that a hostile schema comes to an end.
fn steps(json: &Json) -> u64 {
    const EACH: u64 = 64;
    const FREE: u64 = 1 << 16;
    let mut count = 0_u64;
    let mut open = vec![json];
    while let Some(json) = open.pop() {
        count = count.saturating_add(1);
        match json {
            Json::Array(list) => open.extend(list),
            Json::Object(map) => open.extend(map.values()),
            _ => {}
        }
    }
    count.saturating_mul(EACH).saturating_add(FREE)
}

/// Writes values of a schema.
struct Assembler<'m> {
    model: &'m Model,
    out: Vec<u8>,
    steps: Cell<u64>,
}

impl<'m> Assembler<'m> {
    fn resolve(&self, link: &Link) -> Option<&'m Structure> {
        self.model.get(link.name())
    }

    /// A fault of the JSON, at the place in the bytes that is to be written next.
    fn fault(&self, class: Class, message: impl Into<String>) -> Error {
        Error::fault(class, Location { file: self.position(), content: None }, message)
    }

    /// A value of another kind than the schema wants.
    fn unexpected(&self, expected: &str, found: &Json) -> Error {
        /// More of the text of a value says no more.
        const SHOWN: usize = 60;
        let found = match found {
            Json::Array(list) => format!("an array of {}", list.len()),
            Json::Object(map) => format!("an object with {} members", map.len()),
            simple => simple.to_string().chars().take(SHOWN).collect(),
        };
        self.fault(Class::Inconsistent, format!("expected {expected}, found {found}"))
    }

    fn position(&self) -> u64 {
        self.out.len() as u64
    }

    /// Takes note that an expression looks at so many values; whether it may.
    fn spend(&self, steps: u64) -> bool {
        let left = self.steps.get().checked_sub(steps);
        self.steps.set(left.unwrap_or_default());
        left.is_some()
    }
}

/// Whether a field has a place in JSON.
fn is_given(field: &Field) -> bool {
    field.derived.is_none()
}
