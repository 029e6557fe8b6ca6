//! Makes variants of a record that differ in one place: a number, a run of bytes, or a bit field.

use super::slots::{Kind, Slot, record_slots};
use super::{Fault, Plan, values};
use bpx_schema::report::Path;
use bpx_schema::schema::{Model, Structure};

/// A record in which one place (a number, a run of bytes, or a bit field) has a value to test.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Try {
    /// The path from the record to the place.
    pub path: Path,
    /// A description of the value; the number of a value that is a whole number follows a comma.
    pub what: String,
    /// The bytes of the record with the value.
    pub bytes: Vec<u8>,
    /// The old and the new number, if the place is a single whole number.
    pub numbers: Option<(i128, i128)>,
    /// The faults of the record, in the order of the fields; empty if the record keeps all rules.
    pub faults: Vec<Fault>,
}

/// Returns records that differ from `record` in one place each: each place takes its boundaries, the edges of each
/// rule, the number beyond each edge, each code, and one unknown code. Values that the record has already are left out;
/// so are places in structures that are not records.
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
    /// Returns whether the place holds a single whole number.
    fn is_number(&self) -> bool {
        matches!(self.kind, Kind::Int { .. } | Kind::Bits(_)) && self.element.is_none()
    }
}
