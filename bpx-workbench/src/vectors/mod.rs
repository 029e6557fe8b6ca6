//! Makes test vectors of records from the schema alone: bytes, and the faults that a reader must report.
//!
//! Vectors depend on no codec: the layout gives the places (the numbers, runs of bytes and bit fields of a record), the
//! rules of each field give the values, and a second implementation of the rules gives the expected faults. The vectors
//! do not cover rules that are Rust functions.

mod around;
mod predict;
mod slots;
mod values;

pub use self::around::{Try, values_around};
use self::slots::{Slot, record_slots};
use bpx_schema::codec::Record;
use bpx_schema::interpret::check_schema;
use bpx_schema::report::{Class, Error, Path, Result, Severity};
use bpx_schema::schema::{Model, Structure};

/// The size of the largest record that has vectors, in bytes. The limit exists because each vector holds the whole
/// record.
const MAX_SIZE: u64 = 64 << 10;

/// The largest number of vectors that [`edge_records`] returns.
const MAX_EDGES: usize = 4096;
/// The largest number of places that the search for a valid record evaluates.
const MAX_LOOKS: usize = 1 << 22;

/// The bytes of a record, and the faults that a validator must report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// A description: the path and the change.
    pub title: String,
    /// The bytes of the record, which a vector may cut.
    pub bytes: Vec<u8>,
    /// The faults, in the order of the fields; empty if the bytes are valid.
    pub faults: Vec<Fault>,
}

/// A fault that a validator must find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of the fault.
    pub class: Class,
    /// The severity of the fault.
    pub severity: Severity,
    /// The stable name of the rule.
    pub code: String,
    /// The path of the faulty value.
    pub path: Path,
    /// The offset of the fault in bytes from the beginning of the record.
    pub offset: u64,
    /// The number of the interpretation that excuses the fault in lenient mode; empty if no interpretation excuses the
    /// fault.
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
/// Returns the errors of [`boundary_vectors`]; a record that the derive accepts causes none.
pub fn record_vectors<T: Record>() -> Result<Vec<Vector>> {
    let schema = <T as Record>::record_schema();
    boundary_vectors(&Model::from_root(schema), &schema.name)
}

/// Returns the vectors of a record. The first is a valid record. For each field follow the boundaries, the edges of
/// each rule, the number beyond each edge, each code, and one unknown code. The last vectors are the record cut at the
/// beginning of each field and before the last byte.
///
/// # Errors
/// Returns an error if the schema is invalid or has no such structure, or if the structure is not a record of at most 64
/// KiB.
pub fn boundary_vectors(model: &Model, name: &str) -> Result<Vec<Vector>> {
    check_schema(model)?;
    let (plan, base) = plan_record(model, name)?;
    let mut vectors = vec![plan.make_vector("a valid record".to_owned(), base.clone())];
    vectors.extend(plan.changed_records(&base).map(|(title, bytes)| plan.make_vector(title(), bytes)));
    vectors.extend(plan.cut_vectors(&base));
    Ok(vectors)
}

/// Returns the bytes of at most 4,096 vectors of a record in a valid schema.
pub(crate) fn edge_records(model: &Model, name: &str) -> Result<Vec<Vec<u8>>> {
    let (plan, base) = plan_record(model, name)?;
    // A record takes at least a byte.
    let most = (64 * MAX_SIZE as usize / base.len().max(1)).min(MAX_EDGES);
    let tries = plan.changed_records(&base).map(|(_, bytes)| bytes);
    let cuts = plan.cut_vectors(&base).map(|vector| vector.bytes);
    Ok(std::iter::once(base.clone()).chain(tries).chain(cuts).take(most).collect())
}

/// Returns a record with its places, and the bytes of a valid record.
fn plan_record<'m>(model: &'m Model, name: &str) -> Result<(Plan<'m>, Vec<u8>)> {
    let fault = |message: String| Error::unlocated_fault(Class::BadReference, message);
    let structure = model.get(name).ok_or_else(|| fault(format!("the schema has no structure `{name}`")))?;
    let size = structure.size.ok_or_else(|| fault(format!("expected a record, found `{name}`, whose size varies")))?;
    if size > MAX_SIZE {
        let message = format!("expected a record of at most {MAX_SIZE} bytes, found `{name}` with {size} bytes");
        return Err(Error::unlocated_fault(Class::LimitExceeded, message));
    }
    let plan = Plan { model, structure, slots: record_slots(model, structure) };
    let base = plan.valid_record(size);
    Ok((plan, base))
}

/// A record and its places.
struct Plan<'m> {
    model: &'m Model,
    structure: &'m Structure,
    slots: Vec<Slot<'m>>,
}

impl Plan<'_> {
    /// Returns a record that keeps every rule of its fields, and also the rules across fields if one changed field
    /// suffices.
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

    /// Returns descriptions and records that each have another value in one place.
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

    /// Returns the record cut at the beginning of every field, and before the last byte of the record.
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
