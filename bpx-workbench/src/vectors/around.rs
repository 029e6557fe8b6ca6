//! Variants of a record that differ in one place.

use super::slots::{Kind, Slot, record_slots};
use super::{Fault, Plan, values};
use bpx_schema::report::Path;
use bpx_schema::schema::{Model, Structure};

/// A value of one place to test.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Try {
    /// The path of the place from the record on.
    pub path: Path,
    /// A description of the value; its number follows a comma.
    pub what: String,
    /// The record with this value.
    pub bytes: Vec<u8>,
    /// The old and the new number, for places that hold one.
    pub numbers: Option<(i128, i128)>,
    /// The faults of the record, in the order of the fields; empty if all rules are kept.
    pub faults: Vec<Fault>,
}

/// Returns, for each place of a record, its boundaries, every edge of every rule and one past it, every code and an
/// unknown one. Values that the record already has are left out, and all places of structures that are not records.
#[must_use]
pub fn values_around(model: &Model, structure: &Structure, record: &[u8]) -> Vec<Try> {
    let plan = Plan { model, structure, slots: record_slots(model, structure) };
    let mut tries = Vec::new();
    for slot in &plan.slots {
        for (what, value) in values::interesting_values(slot) {
            let mut bytes = record.to_vec();
            slot.put_value(&mut bytes, &value);
            if bytes != record {
                let numbers = slot.is_number().then(|| (slot.number_in(record), slot.number_in(&bytes)));
                let faults = plan.predict_faults(&bytes);
                tries.push(Try { path: slot.path.clone(), what, bytes, numbers, faults });
            }
        }
    }
    tries
}

impl Slot<'_> {
    /// Returns whether the place holds one whole number.
    fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Int { .. } | Kind::Bits(_)) && self.element.is_none()
    }
}
