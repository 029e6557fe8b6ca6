//! Test vectors of records, from the schema alone: bytes, and the faults that a reader must report.
//!
//! Vectors depend on no codec: the places come from the layout, the values from the rules of each field, and the expected
//! faults from a second implementation of the rules. They do not cover rules that are Rust functions.

mod around;
mod predict;
mod slots;
mod values;

pub use self::around::{Try, values_around};
use self::slots::{Slot, record_slots};
use bpx_schema::codec::Record;
use bpx_schema::interpret::check;
use bpx_schema::report::{Class, Error, Location, Path, Result, Severity};
use bpx_schema::schema::{Model, Structure};

/// The size of the largest record that has vectors, in bytes: each vector holds the whole record.
const MAX_SIZE: u64 = 64 << 10;

/// The number of vectors if only the bytes are wanted.
const MAX_EDGES: usize = 4096;
/// The number of places that are changed to make a record valid.
const MAX_LOOKS: usize = 1 << 22;

/// Bytes, and the faults that a validator must report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// A description: the path and the change.
    pub title: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The faults, in the order of the fields; empty if the bytes are valid.
    pub faults: Vec<Fault>,
}

/// A fault that a validator must find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Kind of fault.
    pub class: Class,
    /// The severity.
    pub severity: Severity,
    /// Stable name of the rule.
    pub code: String,
    /// The faulty value.
    pub path: Path,
    /// Offset in bytes from the beginning of the record.
    pub offset: u64,
    /// Number of the interpretation that excuses it in lenient mode, or empty.
    pub lenient: String,
}

impl Vector {
    /// Returns whether the bytes keep every rule.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }
}

/// Returns the vectors of a compiled record.
///
/// # Errors
/// Returns the errors of [`boundary`]; a record that the derive accepts causes none.
pub fn of<T: Record>() -> Result<Vec<Vector>> {
    let schema = <T as Record>::record_schema();
    boundary(&Model::of(schema), &schema.name)
}

/// Returns the vectors of a record: a valid one, then for each field its boundaries, every edge of every rule and one
/// past it, every code and an unknown one; and the record cut at every edge of a field.
///
/// # Errors
/// Returns an error if the schema is invalid or has no such structure, or if the structure is not a record of at most 64
/// KiB.
pub fn boundary(model: &Model, name: &str) -> Result<Vec<Vector>> {
    check(model)?;
    let (plan, base) = plan_record(model, name)?;
    let mut vectors = vec![plan.make_vector("a valid record".to_owned(), base.clone())];
    vectors.extend(plan.changed_records(&base).map(|(title, bytes)| plan.make_vector(title(), bytes)));
    vectors.extend(plan.cut_vectors(&base));
    Ok(vectors)
}

/// Returns the bytes of a few such vectors of a valid schema.
pub(crate) fn edges(model: &Model, name: &str) -> Result<Vec<Vec<u8>>> {
    let (plan, base) = plan_record(model, name)?;
    // A record takes at least a byte.
    let most = (64 * MAX_SIZE as usize / base.len().max(1)).min(MAX_EDGES);
    let tries = plan.changed_records(&base).map(|(_, bytes)| bytes);
    let cuts = plan.cut_vectors(&base).map(|vector| vector.bytes);
    Ok(std::iter::once(base.clone()).chain(tries).chain(cuts).take(most).collect())
}

/// Returns the places of a record, and a valid record.
fn plan_record<'m>(model: &'m Model, name: &str) -> Result<(Plan<'m>, Vec<u8>)> {
    let fault = |message: String| Error::fault(Class::BadReference, Location::default(), message);
    let structure = model.get(name).ok_or_else(|| fault(format!("the schema has no structure `{name}`")))?;
    let size = structure.size.ok_or_else(|| fault(format!("`{name}` is not a record: its size varies")))?;
    if size > MAX_SIZE {
        let message = format!("expected a record of at most {MAX_SIZE} bytes, found `{name}` with {size} bytes");
        return Err(Error::fault(Class::LimitExceeded, Location::default(), message));
    }
    let plan = Plan { model, structure, slots: record_slots(model, structure) };
    let base = plan.valid_record(size);
    Ok((plan, base))
}

/// A record with its places.
struct Plan<'m> {
    model: &'m Model,
    structure: &'m Structure,
    slots: Vec<Slot<'m>>,
}

impl Plan<'_> {
    /// Returns a record that keeps every rule of its fields, and those across fields if a few attempts succeed.
    fn valid_record(&self, size: u64) -> Vec<u8> {
        let mut bytes = vec![0; size as usize];
        for slot in &self.slots {
            slot.put_value(&mut bytes, &values::valid_minimum(slot));
        }
        // Each pass over all places evaluates the rules of their structures.
        let most = MAX_LOOKS / self.slots.len().max(1);
        if most < self.slots.len() || self.predict_faults(&bytes).is_empty() {
            return bytes;
        }
        // One field, with another value, is often enough: `first <= last`.
        let tries = self
            .slots
            .iter()
            .flat_map(|slot| values::interesting_values(slot).into_iter().map(move |try_| (slot, try_)));
        let mended = tries.map(|(slot, (_, value))| {
            let mut bytes = bytes.clone();
            slot.put_value(&mut bytes, &value);
            bytes
        });
        mended.take(most).find(|bytes| self.predict_faults(bytes).is_empty()).unwrap_or(bytes)
    }

    /// Returns records with another value in one place each, and descriptions.
    fn changed_records<'a>(&'a self, base: &'a [u8]) -> impl Iterator<Item = (impl FnOnce() -> String, Vec<u8>)> + 'a {
        let tries =
            self.slots.iter().flat_map(|slot| values::interesting_values(slot).into_iter().map(move |one| (slot, one)));
        tries.filter_map(move |(slot, (what, value))| {
            let mut bytes = base.to_vec();
            slot.put_value(&mut bytes, &value);
            (bytes != base).then_some((move || format!("{}: {what}", slot.path), bytes))
        })
    }

    fn make_vector(&self, title: String, bytes: Vec<u8>) -> Vector {
        Vector { title, faults: self.predict_faults(&bytes), bytes }
    }

    /// Returns the record cut at the beginning of every field, and before its last byte.
    fn cut_vectors<'a>(&'a self, base: &'a [u8]) -> impl Iterator<Item = Vector> + 'a {
        let mut edges: Vec<_> = self.slots.iter().map(|slot| slot.offset).collect();
        edges.extend(base.len().checked_sub(1));
        edges.sort_unstable();
        edges.dedup();
        edges.into_iter().filter_map(|edge| {
            let bytes = base.get(..edge)?.to_vec();
            (bytes.len() < base.len()).then(|| Vector {
                title: format!("cut after {edge} of {} bytes", base.len()),
                bytes,
                faults: vec![Fault {
                    severity: Severity::Error,
                    class: Class::Truncated,
                    code: Class::Truncated.name().to_owned(),
                    path: Path::root(),
                    offset: 0,
                    lenient: String::new(),
                }],
            })
        })
    }
}
