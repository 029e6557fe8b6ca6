//! Reads bytes with one of two schemas, and compares the results by the parts that both schemas share.

use super::effect::{Direction, Effect};
use super::ids::Ids;
use super::pairs::Side;
use super::places::Places;
use bpx_schema::interpret::Interpreter;
use bpx_schema::limits::{Limits, SizeBound};
use bpx_schema::report::{Class, Error, Finding, Path, Result, Segment, Severity};
use bpx_schema::schema::{Code, Codes, Field, Model, Structure, Type};
use bpx_schema::value::LeafValue;
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use bpx_schema::{Algorithms, Budget};
use std::collections::{BTreeMap, BTreeSet};

/// Steps of a path: even numbers for parts, odd numbers for indexes of elements.
type Key = Vec<u64>;

/// A reader of bytes that uses one of two schemas.
pub(super) struct Reader<'m> {
    side: Side,
    model: &'m Model,
    interpreter: Interpreter<'m>,
    ids: &'m Ids<'m>,
    /// Names of codes that have different values in the two schemas, by set and name.
    renumbered: &'m BTreeSet<(String, String)>,
    places: Places<'m>,
}

/// The result of reading bytes with one schema.
pub(super) struct Reading {
    /// Whether a strict and a lenient reader accept the bytes.
    accepts: [bool; 2],
    /// The values by their paths of parts, both as text for messages and as data.
    values: BTreeMap<Key, (String, Scalar)>,
    /// The faults, each with the numbers of the parts on its path.
    faults: Vec<(Finding, Vec<u32>)>,
    /// Whether the texts for messages are filled in.
    has_texts: bool,
}

/// A value that is compared independently of its size on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Scalar {
    what: ReadValue,
    /// Names of the value's codes, if the codes have other values in the other schema.
    names: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ReadValue {
    Int(i128),
    F32(u32),
    F64(u64),
    Bytes(Vec<u8>),
    List(Vec<Self>),
}

/// The difference between the results of two readers, in one direction.
pub(super) struct Difference {
    pub(super) effect: Effect,
    /// The numbers of the parts that differ, with the results of the old and the new reader.
    shown: Vec<(Vec<u32>, [String; 2])>,
}

impl Difference {
    /// Returns the numbers of the parts in which the difference shows, each once.
    pub(super) fn shown_ids(&self) -> Vec<u32> {
        let ids: BTreeSet<u32> = self.shown.iter().flat_map(|(parts, _)| parts.iter().copied()).collect();
        ids.into_iter().collect()
    }

    /// Returns the results of the two readers for the first difference that shows in one of the given parts, or in any
    /// part without given parts; `None` if there is no such difference.
    pub(super) fn texts_of(&self, ids: Option<&BTreeSet<u32>>) -> Option<&[String; 2]> {
        let wanted = |parts: &[u32]| ids.is_none_or(|ids| parts.iter().any(|id| ids.contains(id)));
        self.shown.iter().find(|(parts, _)| wanted(parts)).map(|(_, said)| said)
    }
}

impl<'m> Reader<'m> {
    pub(super) fn new(
        side: Side,
        model: &'m Model,
        ids: &'m Ids<'m>,
        renumbered: &'m BTreeSet<(String, String)>,
        algorithms: &Algorithms,
    ) -> Result<Self> {
        let interpreter = Interpreter::with_algorithms(model, algorithms.clone())?;
        Ok(Self { side, model, interpreter, ids, renumbered, places: Places::default() })
    }

    /// Reads bytes; `with_texts` states whether messages need texts. Also returns the number of steps. Returns no
    /// result for bytes that need more than `max_steps` steps, or more than another limit allows.
    pub(super) fn read_bytes(
        &self,
        structure: &str,
        (bytes, args): (&[u8], &[i128]),
        with_texts: bool,
        max_steps: u64,
    ) -> (Option<Reading>, u64) {
        let reading =
            Reading { accepts: [true; 2], values: BTreeMap::new(), faults: Vec::new(), has_texts: with_texts };
        let owner = self.model.get(structure);
        let mut listener = Listener { reader: self, frames: Vec::new(), owner, path: Path::root(), reading };
        let mut limits = Limits::default();
        limits.max_steps = SizeBound::fixed(max_steps.min(limits.max_steps.for_size(bytes.len() as u64)));
        let budget = Budget::for_bytes(limits, bytes);
        let all = budget.steps_left();
        let read = self.interpreter.run_in(&budget, structure, bytes, args, &mut listener);
        let taken = all - budget.steps_left();
        if let Err(Error::Fault(finding)) = read {
            if finding.class == Class::LimitExceeded {
                return (None, taken);
            }
            let steps = finding.path.segments().to_vec();
            listener.add_fault(*finding, owner, Vec::new(), &steps);
        }
        (Some(listener.reading), taken)
    }

    fn id_of(&self, owner: Option<&Structure>, name: &str) -> Option<u32> {
        self.ids.id_of(self.side, &owner?.name, name)
    }

    fn inner_structure(&self, owner: Option<&'m Structure>, name: &str) -> Option<&'m Structure> {
        let owner = owner?;
        let find = |fields: &'m [Field]| fields.get(self.places.place_of(fields, name, |field| &field.name)?);
        let field = find(owner.fields()).or_else(|| owner.cases().iter().find_map(|case| find(&case.fields)))?;
        match &field.ty {
            Type::Named { link, .. } => self.model.get(link.name()),
            _ => Some(owner),
        }
    }
}

/// Records the values and faults that an interpreter reports.
struct Listener<'r, 'm> {
    reader: &'r Reader<'m>,
    frames: Vec<(Option<&'m Structure>, u64)>,
    /// The structure whose fields the interpreter reads.
    owner: Option<&'m Structure>,
    path: Path,
    reading: Reading,
}

impl<'m> Listener<'_, 'm> {
    fn step_key(&self, segment: &Segment) -> u64 {
        match segment {
            Segment::Index(index) => index.wrapping_mul(2).wrapping_add(1),
            Segment::Field(name) => {
                self.reader.id_of(self.owner, name).map_or(u64::MAX - 1, |id| u64::from(id).wrapping_mul(2))
            }
        }
    }

    fn add_fault(&mut self, finding: Finding, owner: Option<&'m Structure>, mut ids: Vec<u32>, steps: &[Segment]) {
        if finding.severity == Severity::Error {
            let [strict, lenient] = &mut self.reading.accepts;
            *strict = false;
            *lenient &= !finding.lenient.is_empty();
        }
        let mut owner = owner;
        for segment in steps {
            if let Segment::Field(name) = segment {
                ids.extend(self.reader.id_of(owner, name));
                owner = self.reader.inner_structure(owner, name);
            }
        }
        ids.extend(self.reader.id_of(owner, ""));
        self.reading.faults.push((finding, ids));
    }
}

impl Watch for Listener<'_, '_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        let Some(segment) = &node.segment else { return };
        self.frames.push((self.owner, self.step_key(segment)));
        self.path.push(segment.clone());
        let field = node.field.and_then(|field| match &field.ty {
            Type::Named { link, .. } => Some(link.name()),
            _ => None,
        });
        // Without both it is an element of the value that was opened before.
        let name = node.structure.map(|structure| &*structure.name).or(field);
        self.owner = name.and_then(|name| self.reader.model.get(name)).or(self.owner);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let mut key: Key = self.frames.iter().map(|(_, step)| *step).collect();
        key.push(self.step_key(&leaf.segment));
        let text = self.reading.has_texts.then(|| {
            let mut path = self.path.clone();
            path.push(leaf.segment.clone());
            format!("{path} = {}", leaf.value)
        });
        let names = leaf.codes.map_or_else(Vec::new, |codes| changed_names(codes, &leaf.value, self.reader.renumbered));
        let scalar = Scalar { what: value_kind(&leaf.value), names };
        self.reading.values.insert(key, (text.unwrap_or(String::new()), scalar));
    }

    fn close(&mut self, node: &ValueNode<'_>, _: u64) {
        if node.segment.is_some() {
            self.path.pop();
            if let Some((owner, _)) = self.frames.pop() {
                self.owner = owner;
            }
        }
    }

    fn report(&mut self, mut finding: Finding) {
        let steps = finding.path.segments().to_vec();
        let parts = self.frames.iter().filter(|(_, step)| step % 2 == 0);
        let ids = parts.filter_map(|(_, step)| u32::try_from(step / 2).ok()).collect();
        finding.path = self.path.join(&finding.path);
        self.add_fault(finding, self.owner, ids, &steps);
    }
}

fn value_kind(value: &LeafValue<'_>) -> ReadValue {
    match value {
        LeafValue::Int(value) => ReadValue::Int(*value),
        LeafValue::F32(value) => ReadValue::F32(value.to_bits()),
        LeafValue::F64(value) => ReadValue::F64(value.to_bits()),
        LeafValue::Bytes(bytes) | LeafValue::Text(bytes) | LeafValue::Encoded(_, bytes) => {
            ReadValue::Bytes(bytes.to_vec())
        }
        LeafValue::Digits(..) => value.as_int().map_or_else(|| ReadValue::Bytes(Vec::new()), ReadValue::Int),
        LeafValue::Numbers(numbers) => ReadValue::List(numbers.iter().map(|one| value_kind(&one)).collect()),
    }
}

/// Returns the names of the value's codes that have another value in the other schema.
fn changed_names(codes: &Codes, value: &LeafValue<'_>, renumbered: &BTreeSet<(String, String)>) -> Vec<String> {
    let (false, LeafValue::Int(value)) = (renumbered.is_empty(), value) else { return Vec::new() };
    let Ok(value) = u64::try_from(*value) else { return Vec::new() };
    let is_renumbered = |code: &Code| renumbered.contains(&(codes.name.to_string(), code.name.to_string()));
    let name = |code: &Code| is_renumbered(code).then(|| code.name.to_string());
    match codes.flags {
        true => codes
            .codes
            .iter()
            .filter(|code| code.value != 0 && value & code.value == code.value)
            .filter_map(name)
            .collect(),
        false => codes.codes.find_all(value).filter_map(name).collect(),
    }
}

impl Reading {
    /// Returns the number of values and faults.
    pub(super) fn entry_count(&self) -> usize {
        self.values.len() + self.faults.len()
    }

    fn describe_verdict(&self) -> String {
        match self.faults.iter().find(|(finding, _)| finding.severity == Severity::Error) {
            None => "valid".to_owned(),
            Some((finding, _)) => finding.to_string(),
        }
    }

    /// Compares the results of two readers in one direction; `None` if the direction shows no difference in bytes that
    /// the writer's schema accepts.
    pub(super) fn compare_readings(old: &Self, new: &Self, direction: Direction) -> Option<Difference> {
        let (reader, writer) = match direction {
            Direction::OldReadsNew => (old, new),
            Direction::NewReadsOld => (new, old),
        };
        let modes = || writer.accepts.iter().zip(&reader.accepts);
        if modes().any(|(writer, reader)| *writer && *reader) {
            let shown = Self::changed_values(old, new);
            if !shown.is_empty() {
                return Some(Difference { effect: Effect::ReadsDifferently, shown });
            }
        }
        if !modes().any(|(writer, reader)| *writer && !*reader) {
            return None;
        }
        let fault = |(finding, ids): &(Finding, Vec<u32>)| {
            let said = match direction {
                _ if !reader.has_texts => Default::default(),
                Direction::OldReadsNew => [finding.to_string(), new.describe_verdict()],
                Direction::NewReadsOld => [old.describe_verdict(), finding.to_string()],
            };
            (ids.clone(), said)
        };
        Some(Difference { effect: Effect::Rejects, shown: reader.faults.iter().map(fault).collect() })
    }

    fn changed_values(old: &Self, new: &Self) -> Vec<(Vec<u32>, [String; 2])> {
        let text = |value: Option<&(String, Scalar)>| match value {
            _ if !old.has_texts => String::new(),
            Some((text, value)) if !value.names.is_empty() => format!("{text} ({})", value.names.join(", ")),
            Some((text, _)) => text.clone(),
            None => "no value".to_owned(),
        };
        let keys: BTreeSet<&Key> = old.values.keys().chain(new.values.keys()).collect();
        let both = keys.into_iter().map(|key| (key, old.values.get(key), new.values.get(key)));
        let others = both.filter(|(_, a, b)| a.map(|(_, value)| value) != b.map(|(_, value)| value));
        others
            .map(|(key, a, b)| {
                let parts = key.iter().filter(|step| *step % 2 == 0);
                (parts.filter_map(|step| u32::try_from(step / 2).ok()).collect(), [text(a), text(b)])
            })
            .collect()
    }
}
