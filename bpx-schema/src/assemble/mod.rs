//! Converts JSON to bytes by the schema alone, as the inverse of [`JsonWatch`](crate::json::JsonWatch).
//!
//! The code computes counts, signatures and checksums. The parameters select the case of a switch, as in reading.
//! [`assemble_file`] also writes the contents of regions and places the regions.

mod cut;
mod fields;
mod file;
mod late;
mod made;
mod member_form;
mod outer_member;
mod reader;
mod rest;
mod restated;
mod scalar;
mod scope;
mod space;
mod storing;
mod tree;
mod written;

pub use self::file::assemble_file;
pub use self::reader::{FromJson, JsonReader};

use self::written::WrittenSpace;

use crate::Algorithms;
use crate::budget::{Budget, HeldMemory};
use crate::codec::{ApartFields, stack::refuse_level};
use crate::interpret::check_schema;
use crate::json::{JsonRef, describe_json};
use crate::limits::Limits;
use crate::report::{Class, Error, Location, Result};
use crate::schema::{Link, Model, Structure};

/// Returns the bytes of the structure `name` from its JSON; `args` are the values of the structure's parameters.
///
/// # Errors
/// Returns an error when the schema is invalid or has no such structure, or when a part of the JSON is missing,
/// unknown, of the wrong kind, does not fit, or contradicts a count or a condition. The path of the error leads to a
/// part of the JSON; the location is the offset in the written bytes.
pub fn assemble(model: &Model, name: &str, json: JsonRef<'_>, args: &[i128]) -> Result<Vec<u8>> {
    assemble_with(model, &Algorithms::builtin(), name, json, args)
}

/// Returns the bytes of a structure like [`assemble`], but with the algorithms of a given registry.
///
/// # Errors
/// Returns the errors of [`assemble`]; `UnsupportedFeature` when the schema names an algorithm that the registry does
/// not contain.
pub fn assemble_with(
    model: &Model,
    algorithms: &Algorithms,
    name: &str,
    json: JsonRef<'_>,
    args: &[i128],
) -> Result<Vec<u8>> {
    check_schema(model)?;
    assemble_checked(model, algorithms, &[], name, json, args)
}

/// Returns the bytes of a structure like [`assemble`], but does not check the schema. If a structure has no member with
/// one of the ignored names, the JSON may contain such a member.
fn assemble_checked(
    model: &Model,
    algorithms: &Algorithms,
    ignored: &[&str],
    name: &str,
    json: JsonRef<'_>,
    args: &[i128],
) -> Result<Vec<u8>> {
    let (mut assembler, structure) = Assembler::new(model, algorithms, ignored, name, json)?;
    assembler.write_structure(structure, json, args, &[], 0)?;
    assembler.space.expect_read_alike(assembler.out.len() as u64)?;
    Ok(assembler.out)
}

/// Writes values of a schema.
struct Assembler<'m> {
    model: &'m Model,
    /// Names of members that are ignored if the structure does not have them.
    ignored: &'m [&'m str],
    out: Vec<u8>,
    budget: Budget,
    /// Whether fields with offsets are written separately, so that a layout places them.
    detached: bool,
    /// The parts that were written for a layout.
    apart: ApartFields<'m>,
    /// The space that contains the next byte to write.
    space: WrittenSpace,
    /// Memory for regions, from the account of the document, if it has one.
    memory: Option<HeldMemory>,
}

impl<'m> Assembler<'m> {
    /// Finds a structure, and begins to write the value that JSON describes.
    fn new(
        model: &'m Model,
        algorithms: &Algorithms,
        ignored: &'m [&'m str],
        name: &str,
        json: JsonRef<'_>,
    ) -> Result<(Self, &'m Structure)> {
        let missing = || Error::unlocated_fault(Class::BadReference, format!("no structure `{name}`"));
        let structure = model.get(name).ok_or_else(missing)?;
        let budget = Budget::new(Limits::default(), json.value_count()).with_algorithms(algorithms.clone());
        let (out, apart, memory) = (Vec::new(), ApartFields::default(), json.hold_beside());
        let space = WrittenSpace::default();
        Ok((Self { model, ignored, out, budget, detached: false, apart, space, memory }, structure))
    }

    /// Returns whether a layout places the fields that have offsets.
    fn is_placed_later(&self) -> bool {
        self.detached
    }

    fn resolve(&self, link: &Link) -> Option<&'m Structure> {
        self.model.get(link.name())
    }

    /// Returns a fault of the JSON, located at the next byte to write.
    fn fault(&self, class: Class, message: impl Into<String>) -> Error {
        Error::fault(class, Location { file: self.position(), content: None }, message)
    }

    /// Returns the fault for a value of another kind than the schema requires.
    fn unexpected_value(&self, expected: &str, found: JsonRef<'_>) -> Error {
        self.fault(Class::Inconsistent, format!("expected {expected}, found {}", describe_json(found)))
    }

    /// Returns the JSON of a structure if the JSON is an object.
    fn expect_object<'j>(&self, structure: &Structure, json: JsonRef<'j>) -> Result<JsonRef<'j>> {
        let found = Some(json).filter(|json| json.is_object());
        found.ok_or_else(|| self.unexpected_value(&format!("an object, {}", structure.name), json))
    }

    fn position(&self) -> u64 {
        self.out.len() as u64
    }

    /// Counts values that an expression reads. Returns false if the limit is exceeded.
    fn charge_steps(&self, steps: u64) -> bool {
        self.budget.charge_steps(steps).is_ok()
    }

    /// Rejects a structure or a file whose depth exceeds the limits, or for which the stack has no room.
    fn check_depth(&self, depth: u32) -> Result<()> {
        if let Some(message) = refuse_level(depth) {
            return Err(self.fault(Class::TooDeep, message));
        }
        self.check_levels(depth as usize)
    }

    /// Rejects a value that is nested in `levels` structures, or in `levels` nodes of one tree, if the limit is lower.
    fn check_levels(&self, levels: usize) -> Result<()> {
        let max = self.budget.limits().max_depth;
        if levels < max as usize { Ok(()) } else { Err(self.fault(Class::TooDeep, Limits::too_deep(max))) }
    }
}
