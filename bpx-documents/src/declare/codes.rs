//! Finds the sets of values in a document, with and without a field.

use super::names::Names;
use super::order::{Orders, UNSTATED};
use super::texts;
use super::values::{ReadValues, read_values};
use crate::chapters::Chapters;
use crate::model::{Body, Document, Field, SectionUse, Table, Value};
use crate::name::normal_name;
use crate::phrases::Phrases;
use crate::size::Size;
use bpx_model::name::{UnusedNames, to_upper_camel_case};
use bpx_model::{Code, Codes, CodesLink, Endian, Structure};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// A set.
pub(super) struct CodeSet<'d> {
    table: &'d Table,
    pub(super) codes: Arc<Codes>,
    /// Whether the set has all values that the table lists.
    pub(super) is_complete: bool,
}

/// The sets of values of a document.
pub(super) struct DocumentSets<'d> {
    list: Vec<CodeSet<'d>>,
    /// The names of sets, and descriptions of the parts that the sets leave open.
    pub(super) open: Vec<(String, String)>,
    /// The sets that the document assigns to a field, by the indexes of the table and the field.
    stated: HashMap<(usize, usize), Vec<usize>>,
    /// The sets, by normal name.
    named: HashMap<String, Vec<usize>>,
    /// The first set with each title.
    titled: Phrases<'d, usize>,
    chapters: Chapters,
}

impl<'d> DocumentSets<'d> {
    pub(super) fn of(document: &'d Document, names: &Names, orders: &Orders) -> Self {
        let owners: HashMap<usize, &str> = document
            .structures()
            .enumerate()
            .filter_map(|(at, (table, ..))| Some((table, names.name_at(at)?)))
            .collect();
        let (mut list, mut open) = (Vec::new(), Vec::new());
        let (mut stated, mut named): (HashMap<_, Vec<usize>>, HashMap<String, Vec<usize>>) =
            (HashMap::new(), HashMap::new());
        for table in &document.tables {
            let owner = table.of.and_then(|(at, field)| {
                let of = document.tables.get(at)?;
                let Body::Structure { fields, .. } = &of.body else { return None };
                Some((of, fields.get(field)?, *owners.get(&at)?))
            });
            let width = owner.and_then(|(of, field, _)| {
                let order = orders.order_of_field(field, orders.order_of_table(of)).unwrap_or(UNSTATED);
                Some((field.size.and_then(Size::exact)?, order))
            });
            let Some((values, flags)) = listed_values(table) else { continue };
            let (rows, mut left) = value_rows(values, flags, width);
            let (codes, repeated) = distinct_codes(rows, flags);
            let is_complete = left.is_empty() && table.open.is_empty();
            left.extend(repeated);
            let codes = code_set(table, owner.map(|(_, field, name)| (name, &*field.name)), codes, flags);
            open.extend(left.into_iter().map(|what| (codes.name.to_string(), what)));
            if codes.codes.is_empty() {
                continue;
            }
            let index = list.len();
            if let Some(place) = table.of {
                stated.entry(place).or_default().push(index);
            }
            let own = normal_name(&table.name);
            for name in [normal_name(&codes.name)].into_iter().chain((owner.is_none()).then_some(own)) {
                let known = named.entry(name).or_default();
                if known.last() != Some(&index) {
                    known.push(index);
                }
            }
            list.push(CodeSet { table, codes: Arc::new(codes), is_complete });
        }
        named.remove("");
        let titles = list.iter().enumerate().map(|(index, set)| (set.table.name.as_str(), index));
        let titled = Phrases::of(titles.filter(|(title, _)| title.contains(' ')));
        Self { list, open, stated, named, titled, chapters: Chapters::of(document) }
    }

    /// Finds the set of a field: the set that the document assigns to the field, else the set with the name of the
    /// field's type, else the set that the notes of the field name.
    ///
    /// # Errors
    /// Returns an error if several sets have the name.
    pub(super) fn set_of_field(
        &self,
        (index, table): (usize, &Table),
        field: &Field,
    ) -> Result<Option<&CodeSet<'d>>, String> {
        let Body::Structure { fields, .. } = &table.body else { return Ok(None) };
        let place = fields.iter().position(|one| std::ptr::eq(one, field));
        if let Some(stated) = place.and_then(|place| self.stated.get(&(index, place))) {
            let mut sets = stated.iter().filter_map(|set| self.list.get(*set));
            let first = sets.next();
            let same = |set: &CodeSet<'_>| first.is_some_and(|first| first.codes.codes == set.codes.codes);
            return match sets.find(|set| !same(set)) {
                Some(_) => Err(format!("{} tables list the values of the field differently", stated.len())),
                None => Ok(first),
            };
        }
        let ty = field.ty.trim_start_matches("enum ");
        let set = match self.named.get(&normal_name(ty)).map(Vec::as_slice) {
            Some([one]) => Some(*one),
            Some(several) => {
                let chapter = |set: &&usize| {
                    self.list.get(**set).is_some_and(|set| {
                        self.chapters.outermost_section(set.table.within)
                            == self.chapters.outermost_section(table.within)
                    })
                };
                match *several.iter().filter(chapter).collect::<Vec<_>>() {
                    [one] => Some(*one),
                    _ => return Err(format!("{} sets of values have the name `{ty}`", several.len())),
                }
            }
            None => self.titled.values_within(&field.notes).into_iter().min(),
        };
        Ok(set.and_then(|set| self.list.get(set)))
    }

    /// Returns the names of the sets whose tables `is_wanted` accepts.
    pub(super) fn names_within(&self, is_wanted: impl Fn(&Table) -> bool) -> impl Iterator<Item = &str> {
        self.list.iter().filter(move |set| is_wanted(set.table)).map(|set| &*set.codes.name)
    }

    /// Returns the sets that no field of a structure in the model uses, and sets of the types of sections.
    pub(super) fn loose_sets(&self, document: &Document, structures: &BTreeMap<String, Structure>) -> Vec<Codes> {
        let held: HashSet<&Codes> = structures.values().flat_map(Structure::all_codes).map(CodesLink::get).collect();
        let sets = self.list.iter().map(|set| &*set.codes);
        let mut loose: Vec<_> = sets.filter(|codes| !held.contains(codes)).cloned().collect();
        for table in &document.tables {
            let Body::Sections { sections } = &table.body else { continue };
            let rows = sections.iter().filter_map(|one: &SectionUse| Some((one.name.clone(), one.ty?, "")));
            let (codes, _) = distinct_codes(rows.collect(), false);
            if !codes.is_empty() {
                let name =
                    to_upper_camel_case(&format!("{} Section", texts::chapter_title(document, &self.chapters, table)));
                loose.push(Codes { name: name.into(), ..code_set(table, None, codes, false) });
            }
        }
        loose
    }
}

/// Returns the values that a table lists, and whether they are flags.
fn listed_values(table: &Table) -> Option<(&[Value], bool)> {
    match &table.body {
        Body::Enumeration { values } => Some((values, false)),
        Body::Flags { values } => Some((values, true)),
        _ => None,
    }
}

/// Returns names, numbers and notes of the values, and sentences about the values that stay open; `width` is the size
/// in bits and the byte order of the field that has the values.
fn value_rows(values: &[Value], flags: bool, width: Option<(u64, Endian)>) -> (Vec<(String, u64, &str)>, Vec<String>) {
    let (mut rows, mut open) = (Vec::new(), Vec::new());
    for one in values {
        let name = super::names::code_name(&one.name, &one.notes);
        let numbers = match one.value {
            Some(value) => vec![value],
            None => match read_values(&one.text, width) {
                ReadValues::Numbers(numbers) => numbers,
                ReadValues::Nothing => {
                    if one.text.trim().is_empty() && !one.name.trim().is_empty() {
                        open.push(format!("`{name}` is not declared, because it has no number"));
                    }
                    continue;
                }
                ReadValues::Open(why) => {
                    open.push(format!("`{name}` = {} is not declared, because {why}", one.text.trim()));
                    continue;
                }
            },
        };
        for value in numbers {
            if flags && value.count_ones() != 1 {
                open.push(format!("`{name}` = {value:#x} is not declared, because a flag is one bit"));
            } else {
                rows.push((name.clone(), value, one.notes.as_str()));
            }
        }
    }
    (rows, open)
}

/// Creates codes from names, numbers and notes, with each name once and each flag once; also returns sentences about
/// the codes that stay open.
fn distinct_codes(rows: Vec<(String, u64, &str)>, flags: bool) -> (Vec<Code>, Vec<String>) {
    let (mut codes, mut open) = (Vec::new(), Vec::new());
    let (mut known, mut bits, mut names) = (HashSet::new(), 0, UnusedNames::default());
    for (stated, value, notes) in rows {
        if !known.insert((stated.clone(), value)) {
            continue;
        }
        if flags && bits & value != 0 {
            open.push(format!("`{stated}` = {value:#x} is not declared, because the flag has another name already"));
            continue;
        }
        bits |= value;
        let name = names.take_name(&stated);
        if name != stated {
            open.push(format!("`{stated}` names several values; the schema calls {value} `{name}`"));
        }
        codes.push(Code { name: name.into(), value, doc: texts::as_sentence(notes) });
    }
    (codes, open)
}

/// Creates the set of a table; `owner` has the names of the structure and the field that use the set.
fn code_set(table: &Table, owner: Option<(&str, &str)>, codes: Vec<Code>, flags: bool) -> Codes {
    // The first word of the title is not part of the name.
    let bare = ["Enumeration ", "Flags "].iter().find_map(|word| table.name.strip_prefix(word));
    let name = match (bare, owner) {
        (Some(bare), _) => to_upper_camel_case(bare),
        (None, None | Some((_, ""))) => to_upper_camel_case(&table.name),
        (None, Some((structure, field))) => format!("{}{}", to_upper_camel_case(structure), to_upper_camel_case(field)),
    };
    let doc = format!("{}.", if table.field.is_empty() { &table.name } else { &table.field });
    Codes { name: name.into(), doc: doc.into(), spec: table.section.clone().into(), flags, codes: codes.into() }
}
