//! Structures that are declared from a document read the goldens as the hand-written ones do.
//!
//! Where they do not, `bpx spec check` must report a difference of the table, and `docs/spec` must have its reason.

use bpx_documents::{Body, Declarations, Difference, Document, Pair, Table, differences, pairs};
use bpx_formats::{FileFormat, ReadOptions, find_format, find_schema, find_separate_structures, identify};
use bpx_schema::Limits;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Finding, Location, Severity};
use bpx_schema::schema::{Body as Structured, Model};
use bpx_schema::value::LeafValue;
use bpx_schema::watch::{Leaf, NodeKind, ValueNode, Watch};
use conformance::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Returns the goldens of the format and version that a text such as `bpx-v0` names, those that are whole by
/// themselves; with a `version`, only those of it.
pub(crate) fn goldens(schema: &str, only: Option<u32>) -> Vec<(&'static dyn FileFormat, Vec<u8>)> {
    let (format, version) = schema.split_once("-v").unwrap_or((schema, ""));
    let format = find_format(format).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/golden").join(format.name());
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "src"));
    paths.sort();
    let old = |path: &Path| path.file_name().unwrap().to_string_lossy().starts_with("v0-");
    paths.retain(|path| old(path) == (version == "0"));
    let built = paths.iter().map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        Source::parse(&text).unwrap().build().unwrap().bytes
    });
    // Some need a list of names, or a dictionary.
    let alone = |bytes: &Vec<u8>| format.watch(bytes, &ReadOptions::default(), &mut Places::default()).is_ok();
    let wanted = |bytes: &Vec<u8>| only.is_none() || identify(bytes, None).unwrap().version == only;
    let files: Vec<_> = built.filter(alone).filter(wanted).map(|bytes| (format, bytes)).collect();
    assert!(!files.is_empty(), "no goldens of {schema}");
    files
}

/// A number, or bytes, by where they are in their structure.
#[derive(Debug, Clone, PartialEq)]
struct Atom {
    /// First bit, and how many.
    bits: (u64, u64),
    /// None of bytes.
    number: Option<String>,
}

impl Atom {
    /// Returns the parts of a value at an offset.
    fn all(offset: u64, leaf: &Leaf<'_>) -> Vec<Self> {
        let start = offset * 8;
        let one = |bits, value: &LeafValue<'_>| {
            let number = (!matches!(value, LeafValue::Bytes(_) | LeafValue::Text(_))).then(|| value.to_string());
            Self { bits, number }
        };
        match (&leaf.value, leaf.bits) {
            (value, Some((first, width))) => vec![one((start + u64::from(first), width.into()), value)],
            (LeafValue::Numbers(numbers), None) => {
                let width = 8 * numbers.size as u64;
                let places = (0..).map(|index| (start + index * width, width));
                places.zip(numbers.iter()).map(|(bits, value)| one(bits, &value)).collect()
            }
            (value, None) => vec![one((start, 8 * leaf.bytes.len() as u64), value)],
        }
    }

    /// Returns whether both are the same bits, and no different numbers. What one calls bytes may be a number to the
    /// other.
    fn is(&self, other: &Self) -> bool {
        self.bits == other.bits && self.number.as_ref().zip(other.number.as_ref()).is_none_or(|(a, b)| a == b)
    }
}

fn position(at: Location) -> u64 {
    at.content.unwrap_or(at.file)
}

/// A structure somewhere in a file.
#[derive(Debug, Clone)]
struct Place {
    at: Location,
    bytes: Vec<u8>,
    atoms: Vec<Atom>,
    /// Structures in it: first bit, and how many.
    inner: Vec<(u64, u64)>,
}

impl Place {
    fn new(at: Location) -> Self {
        Self { at, bytes: Vec::new(), atoms: Vec::new(), inner: Vec::new() }
    }

    /// What is in it from an offset on.
    fn from(self, offset: u64) -> Self {
        let atoms = self.atoms.into_iter().filter_map(|Atom { bits: (start, width), number }| {
            Some(Atom { bits: (start.checked_sub(8 * offset)?, width), number })
        });
        let inner = self.inner.into_iter().filter_map(|(start, width)| Some((start.checked_sub(8 * offset)?, width)));
        let bytes = self.bytes.into_iter().skip(offset as usize).collect();
        Self { at: self.at, bytes, atoms: atoms.collect(), inner: inner.collect() }
    }

    /// Adds a value, when it lies after the ones before.
    fn add(&mut self, leaf: &Leaf<'_>) {
        // Bits lie in the first of their bytes, and name those of their whole group.
        let into_group = leaf.bits.map_or(0, |(first, _)| u64::from(first / 8));
        let Some(offset) = position(leaf.at).checked_sub(position(self.at) + into_group) else { return };
        let end = self.bytes.len() as u64;
        let group = leaf.bits.is_some() && offset + leaf.bytes.len() as u64 == end;
        if self.at.content.is_some() != leaf.at.content.is_some() || (offset != end && !group) {
            return;
        }
        if offset == end {
            self.bytes.extend_from_slice(leaf.bytes);
        }
        self.atoms.extend(Atom::all(offset, leaf));
    }
}

/// All places of all structures.
#[derive(Default)]
struct Places {
    open: Vec<Open>,
    found: BTreeMap<String, Vec<Place>>,
}

/// A value whose parts are being reported.
struct Open {
    kind: NodeKind,
    /// That of its elements, of a list.
    structure: String,
    place: Place,
}

impl Watch for Places {
    fn open(&mut self, node: &ValueNode<'_>) {
        // Elements are of the structure that their list names.
        let list = self.open.last().filter(|outer| outer.kind == NodeKind::Array).map(|outer| outer.structure.clone());
        let own = node.structure.map(|structure| structure.name.to_string());
        let structure = own.or(list).unwrap_or_default();
        self.open.push(Open { kind: node.kind, structure, place: Place::new(node.at) });
    }
    fn leaf(&mut self, leaf: &Leaf<'_>) {
        // What takes no bytes is shown for readers, such as the names of clips, and in no document.
        if !leaf.bytes.is_empty() {
            self.open.iter_mut().for_each(|open| open.place.add(leaf));
        }
    }
    fn close(&mut self, _: &ValueNode<'_>, size: u64) {
        let Open { kind, structure, place } = self.open.pop().unwrap();
        if kind == NodeKind::Structure {
            for outer in &mut self.open {
                let start = position(place.at).checked_sub(position(outer.place.at));
                outer.place.inner.extend(start.map(|start| (8 * start, 8 * size)));
            }
            self.found.entry(structure).or_default().push(place);
        }
    }
    fn report(&mut self, _: Finding) {}
}

/// Values of one structure alone, and what is wrong with it.
struct Alone {
    place: Place,
    faults: Vec<String>,
}

impl Watch for Alone {
    fn open(&mut self, _: &ValueNode<'_>) {}
    fn leaf(&mut self, leaf: &Leaf<'_>) {
        self.place.add(leaf);
    }
    fn close(&mut self, _: &ValueNode<'_>, _: u64) {}
    fn report(&mut self, finding: Finding) {
        if finding.severity == Severity::Error {
            self.faults.push(finding.class.to_string());
        }
    }
}

/// Returns a structure that no golden has, in bytes in which every bit is of some use.
fn patterns(model: &Model, name: &str) -> Vec<Place> {
    let size = model.structures[name].size.unwrap_or_else(|| panic!("no golden has {name}"));
    let patterned = [1, 37, 91_u8].into_iter().map(|step| {
        let bytes: Vec<u8> = (0..size).map(|at| (at as u8).wrapping_mul(step).wrapping_add(step)).collect();
        let mut alone = Alone { place: Place::new(Location::default()), faults: Vec::new() };
        Interpreter::with_algorithms(model, bpx_formats::algorithms())
            .unwrap()
            .run(name, &bytes, &[], Limits::default(), &mut alone)
            .unwrap();
        alone.place
    });
    patterned.collect()
}

/// What differs between a place as it was read, and as a structure of another model reads its bytes.
fn differs(place: &Place, model: &Model, name: &str, size: u64) -> Option<String> {
    let Some(bytes) = place.bytes.get(..size as usize) else {
        return Some(format!("{size} bytes, and ours are {}", place.bytes.len()));
    };
    let mut alone = Alone { place: Place::new(Location::default()), faults: Vec::new() };
    Interpreter::with_algorithms(model, bpx_formats::algorithms())
        .unwrap()
        .run(name, bytes, &[], Limits::default(), &mut alone)
        .unwrap();
    if let Some(fault) = alone.faults.first() {
        return Some(format!("finds {fault}"));
    }
    let mut ours = place.atoms.iter().filter(|atom| atom.bits.0 < 8 * size).peekable();
    for atom in &alone.place.atoms {
        let next = ours.next();
        if next.is_some_and(|next| next.is(atom)) {
            continue;
        }
        // What the document leaves at that may be a structure of its own.
        let (start, width) = atom.bits;
        if next.is_none_or(|next| next.bits.0 != start) || !place.inner.contains(&atom.bits) {
            return Some(format!("bits {:?} for {:?}", atom.bits, next.map_or((0, 0), |next| next.bits)));
        }
        while ours.next_if(|one| one.bits.0 < start + width).is_some() {}
    }
    ours.next().map(|missing| format!("nothing for bits {:?}", missing.bits))
}

/// A structure of a document beside the declared one.
pub(crate) struct Beside {
    /// The name that generated declarations give it.
    pub(crate) name: String,
    /// What was read: the bytes of its places in goldens, or made ones.
    pub(crate) bytes: Vec<Vec<u8>>,
    /// What came of it.
    outcome: String,
}

/// Returns every structure of a fixed size: which declared one it is, and in how many places both read the same.
pub(crate) fn beside(document: &Document, declared: &Declarations, schema: &str, only: Option<u32>) -> Vec<Beside> {
    let (_, root) = find_schema(schema).unwrap();
    let model = &find_separate_structures(schema).into_iter().fold(Model::from_root(root), Model::with_structure);
    let mut places = Places::default();
    for (format, bytes) in goldens(schema, only) {
        format.watch(&bytes, &ReadOptions::default(), &mut places).unwrap();
    }
    let differences = differences(document, model, &[]);
    let one = |pair: Pair| {
        let size = declared.model.structures[&pair.generated].size?;
        let (found, text) = match &pair.declared {
            None => (Vec::new(), "not declared".to_owned()),
            Some((ours, offset)) => {
                let is_choice = matches!(model.structures[ours].body, Structured::Switch(_));
                let (found, made) = match places.found.get(ours) {
                    Some(found) => (found.clone(), ""),
                    None if is_choice => (Vec::new(), ""),
                    None => (patterns(model, ours), "made "),
                };
                let found: Vec<_> = found.into_iter().map(|place| place.from(*offset)).collect();
                let differs = |place: &Place| differs(place, &declared.model, &pair.generated, size);
                let text = if is_choice {
                    // The table is one of the cases.
                    let same = found.iter().filter(|place| differs(place).is_none()).count();
                    match same {
                        0 => format!("a case of {ours} that no golden has"),
                        _ => format!("as a case of {ours} in {same} places"),
                    }
                } else {
                    let same = || format!("as {ours} in {} {made}places", found.len());
                    found.iter().find_map(differs).map_or_else(same, |what| format!("{ours}, {what}"))
                };
                (found, text)
            }
        };
        let why = if text.starts_with("as ") || text.starts_with("a case ") {
            String::new()
        } else {
            known(document, &differences, &pair, text.contains("finds "))
        };
        let outcome = format!("{}, {size} bytes: {text}{why}", pair.section);
        let bytes = found.into_iter().filter_map(|place| Some(place.bytes.get(..size as usize)?.to_vec()));
        Some(Beside { name: pair.generated, bytes: bytes.collect(), outcome })
    };
    pairs(document, model).into_iter().filter_map(one).collect()
}

/// What came of all structures, and of all sets of values.
pub(crate) fn outcomes(beside: &[Beside], document: &Document, schema: &str) -> String {
    let (_, root) = find_schema(schema).unwrap();
    let differences = differences(document, &Model::from_root(root), &[]);
    let mut text = beside.iter().fold(String::new(), |text, one| text + &one.outcome + "\n");
    for table in &document.tables {
        let (Body::Enumeration { values } | Body::Flags { values }) = &table.body else { continue };
        let own = differences.iter().filter(|one| is_of(one, table));
        let ids: BTreeSet<_> = own.map(|one| one.id).collect();
        let outcome =
            if ids.is_empty() { "as declared".to_owned() } else { ids.into_iter().collect::<Vec<_>>().join(", ") };
        writeln!(text, "{}, {} values: {outcome}", table.section, values.len()).unwrap();
    }
    text
}

fn is_of(difference: &Difference, table: &Table) -> bool {
    (&table.section, &table.name) == (&difference.section, &difference.table)
}

/// Returns the differences of a structure and its sets of values that `bpx spec check` reports; there must be some.
fn known(document: &Document, differences: &[Difference], pair: &Pair, of_values: bool) -> String {
    let chapter = |section: &str| section.split('.').next().unwrap_or_default().to_owned();
    let of_it = document.tables.iter().filter(|table| {
        (&table.section, &table.name) == (&pair.section, &pair.table)
            || table.structure == pair.table && chapter(&table.section) == chapter(&pair.section)
    });
    let of_it: Vec<_> = of_it.collect();
    // Another layout has another reason than other values.
    let is_why = |one: &&Difference| of_values || !one.id.starts_with("value.") && !one.id.starts_with("codes.");
    let own = differences.iter().filter(|one| of_it.iter().any(|table| is_of(one, table)));
    let ids: BTreeSet<_> = own.filter(is_why).map(|one| one.id).collect();
    assert!(!ids.is_empty(), "{} {} is read differently, and nothing says why", pair.section, pair.table);
    format!("; {}", ids.into_iter().collect::<Vec<_>>().join(", "))
}
