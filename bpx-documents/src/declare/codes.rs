//! Sets of values: of fields, and without a field.

use super::super::chapters::Chapters;
use super::super::model::{Body, Document, Field, SectionUse, Table, Value};
use super::super::name::norm;
use super::super::phrases::Phrases;
use bpx_model::name::{Unused, upper};
use bpx_model::{Code, Codes, CodesLink, Structure};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// The sets of a document.
pub(super) struct Sets<'d> {
    list: Vec<(&'d Table, Arc<Codes>)>,
    /// The name of a set, and what it leaves open.
    pub(super) open: Vec<(String, String)>,
    /// By structure and normal name of the field that the document states, the first one.
    stated: HashMap<(&'d str, String), usize>,
    /// By normal name, the first one.
    named: HashMap<String, usize>,
    /// By title, the first one.
    titled: Phrases<'d, usize>,
}

impl<'d> Sets<'d> {
    pub(super) fn of(document: &'d Document) -> Self {
        let (mut list, mut open) = (Vec::new(), Vec::new());
        for (table, (codes, left)) in document.tables.iter().filter_map(|table| Some((table, codes(table)?))) {
            open.extend(left.into_iter().map(|what| (codes.name.to_string(), what)));
            list.push((table, Arc::new(codes)));
        }
        let (mut stated, mut named) = (HashMap::new(), HashMap::new());
        for (index, (table, codes)) in list.iter().enumerate() {
            stated.entry((table.structure.as_str(), norm(&table.field))).or_insert(index);
            named.entry(norm(&codes.name)).or_insert(index);
        }
        stated.retain(|(structure, field), _| !structure.is_empty() && !field.is_empty());
        named.remove("");
        let titles = list.iter().enumerate().map(|(index, (table, _))| (table.name.as_str(), index));
        let titled = Phrases::of(titles.filter(|(title, _)| title.contains(' ')));
        Self { list, open, stated, named, titled }
    }

    /// Finds the set of a field: the one that the document assigns to it, else the one with the name of its type, else
    /// the one that its notes name.
    pub(super) fn of_field(&self, table: &Table, field: &Field) -> Option<&Arc<Codes>> {
        let stated = self.stated.get(&(table.name.as_str(), norm(&field.name))).copied();
        let typed = || self.named.get(&norm(&field.ty)).copied();
        let noted = || self.titled.within(&field.notes).into_iter().min();
        self.list.get(stated.or_else(typed).or_else(noted)?).map(|(_, codes)| codes)
    }

    /// Returns the names of the sets of some tables.
    pub(super) fn within(&self, is_wanted: impl Fn(&Table) -> bool) -> impl Iterator<Item = &str> {
        self.list.iter().filter(move |(table, _)| is_wanted(table)).map(|(_, codes)| &*codes.name)
    }

    /// Returns the sets that no field of a structure of the model uses, and the types of sections.
    pub(super) fn loose(&self, document: &Document, structures: &BTreeMap<String, Structure>) -> Vec<Codes> {
        let held: HashSet<&Codes> = structures.values().flat_map(Structure::all_codes).map(CodesLink::get).collect();
        let sets = self.list.iter().map(|(_, codes)| &**codes);
        let mut loose: Vec<_> = sets.filter(|codes| !held.contains(codes)).cloned().collect();
        let chapters = Chapters::of(document);
        for table in &document.tables {
            let Body::Sections { sections } = &table.body else { continue };
            let rows = sections.iter().filter_map(|one: &SectionUse| Some((one.name.as_str(), one.ty?, "")));
            let (codes, _) = named(rows, false);
            if !codes.is_empty() {
                let name = upper(&format!("{} Section", super::chapter(document, &chapters, table)));
                loose.push(Codes { name: name.into(), ..set(table, codes, false) });
            }
        }
        loose
    }
}

/// Returns the set that a table lists and what it leaves open, or `None` if it lists no values.
fn codes(table: &Table) -> Option<(Codes, Vec<String>)> {
    let (values, flags) = match &table.body {
        Body::Enumeration { values } => (values, false),
        Body::Flags { values } => (values, true),
        _ => return None,
    };
    let rows = values.iter().filter_map(|one: &Value| Some((one.name.as_str(), one.value?, one.notes.as_str())));
    let rows = rows.filter(|(_, value, _)| !flags || value.count_ones() == 1);
    let (codes, open) = named(rows, flags);
    (!codes.is_empty()).then(|| (set(table, codes, flags), open))
}

/// Makes codes from names, numbers and notes, each name once and each flag once; also returns what that leaves open.
fn named<'r>(rows: impl Iterator<Item = (&'r str, u64, &'r str)>, flags: bool) -> (Vec<Code>, Vec<String>) {
    let (mut codes, mut open) = (Vec::new(), Vec::new());
    let (mut known, mut bits, mut names) = (HashSet::new(), 0, Unused::default());
    for (stated, value, notes) in rows {
        if !known.insert((stated, value)) {
            continue;
        }
        if flags && bits & value != 0 {
            open.push(format!("`{stated}` = {value:#x} is a flag that has another name"));
            continue;
        }
        bits |= value;
        let name = names.name(stated);
        if name != stated {
            open.push(format!("`{stated}` names several values: {value} is called `{name}` here"));
        }
        codes.push(Code { name: name.into(), value, doc: super::sentence(notes) });
    }
    (codes, open)
}

fn set(table: &Table, codes: Vec<Code>, flags: bool) -> Codes {
    // The first word of the title is not part of the name.
    let bare = ["Enumeration ", "Flags "].iter().find_map(|word| table.name.strip_prefix(word));
    let name = match (&*table.structure, &*table.field) {
        _ if bare.is_some() => upper(bare.unwrap_or_default()),
        ("", _) | (_, "") => upper(&table.name),
        (structure, field) => format!("{}{}", upper(structure), upper(field)),
    };
    let doc = format!("{}.", if table.field.is_empty() { &table.name } else { &table.field });
    Codes { name: name.into(), doc: doc.into(), spec: table.section.clone().into(), flags, codes: codes.into() }
}
