//! Finds the byte orders that the sentences of a document state: for the document, its sections, structures and fields.

use super::super::model::{Body, Document, Field, Table};
use super::super::name::normal_name;
use super::mention::{OrderMention, find_mentions};
use bpx_model::Endian;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The byte order of numbers whose order the document does not state; [`declare`](super::declare) reports such numbers.
pub(super) const UNSTATED: Endian = Endian::Little;

/// The byte order and the line of a statement.
type OrderStatement = (Endian, usize);

/// The scope of a statement.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Scope {
    Document,
    /// A section, by its index, with its subsections.
    Section(usize),
    /// Structures with this normal name.
    Structure(String),
    /// Fields with this normal name.
    Field(String),
}

/// The byte orders that a document states.
pub(super) struct Orders {
    stated: HashMap<Scope, Option<OrderStatement>>,
    /// The byte orders of types in the document, by normal name.
    types: HashMap<String, Endian>,
    /// The index of the parent of each section.
    parents: Vec<Option<usize>>,
    /// The bit order, if the document states which bit of a byte comes first.
    pub(super) bits: Option<Endian>,
    /// Sentences about statements that contradict each other, or that the reader does not understand.
    pub(super) open: Vec<String>,
}

impl Orders {
    pub(super) fn of(document: &Document) -> Self {
        let parents = section_parents(document);
        let mut orders = Self { stated: HashMap::new(), types: HashMap::new(), parents, bits: None, open: Vec::new() };
        let used: HashSet<String> =
            document.structures().flat_map(|(_, _, fields, _)| fields).map(|field| normal_name(&field.ty)).collect();
        for table in &document.tables {
            match &table.body {
                Body::Types { types } => {
                    let stated =
                        types.iter().filter_map(|ty| Some((normal_name(&ty.name), order_in_words(&ty.notes)?)));
                    orders.types.extend(stated);
                }
                Body::Other { rows, .. } => {
                    let cells = rows.iter().filter_map(|row| row.split_first());
                    let cells = cells.filter(|(name, _)| !name.trim().is_empty() && used.contains(&normal_name(name)));
                    let stated =
                        cells.filter_map(|(name, rest)| Some((normal_name(name), order_in_words(&rest.join(" "))?)));
                    orders.types.extend(stated);
                }
                _ => {}
            }
        }
        let mut reader = Reader::of(document, &orders.parents);
        for (index, section) in document.sections.iter().enumerate() {
            reader.read_sentence(&section.title, section.line, Some(index));
        }
        for (within, prose) in &document.prose {
            for sentence in prose.sentences() {
                reader.read_sentence(sentence.text, sentence.line, *within);
            }
        }
        for table in &document.tables {
            let Body::Other { rows, .. } = &table.body else { continue };
            let about = |row: &&Vec<String>| {
                row.first()
                    .is_some_and(|first| ["order", "endian"].iter().any(|word| first.to_lowercase().contains(word)))
            };
            for row in rows.iter().filter(about) {
                reader.read_sentence(&row.join(" "), table.line, table.within);
            }
        }
        let Reader { found, unclear, bits, .. } = reader;
        for (scope, stated) in found {
            orders.add_statement(document, scope, stated);
        }
        orders.bits = bits;
        // A statement that is not understood matters unless it repeats the order of the whole document.
        let whole = orders.stated.get(&Scope::Document).copied().flatten().map(|(order, _)| order);
        let matters = |(order, _): &&(Option<Endian>, usize)| whole.is_none() || *order != whole;
        let lines: Vec<_> =
            unclear.iter().filter(matters).take(MAX_LINES).map(|(_, line)| place_in_file(document, *line)).collect();
        if !lines.is_empty() {
            orders.open.push(format!(
                "the document states a byte order, but not the fields that it applies to: {}",
                lines.join(", ")
            ));
        }
        orders
    }

    fn add_statement(&mut self, document: &Document, scope: Scope, stated: OrderStatement) {
        match self.stated.get(&scope).copied() {
            Some(Some((order, line))) if order != stated.0 => {
                let (first, second) = (place_in_file(document, line), place_in_file(document, stated.1));
                self.open.push(format!(
                    "the document states two byte orders: {} ({first}), {} ({second})",
                    order_word(order),
                    order_word(stated.0)
                ));
                self.stated.insert(scope, None);
            }
            Some(_) => {}
            None => {
                self.stated.insert(scope, Some(stated));
            }
        }
    }

    fn stated_order(&self, scope: &Scope) -> Option<Endian> {
        self.stated.get(scope).copied().flatten().map(|(order, _)| order)
    }

    /// Returns the byte order of the numbers of a table.
    pub(super) fn order_of_table(&self, table: &Table) -> Option<Endian> {
        let named = self.stated_order(&Scope::Structure(normal_name(table.title())));
        let mut section = table.within;
        let of_sections = std::iter::from_fn(|| {
            let this = section?;
            section = self.parents.get(this).copied().flatten();
            Some(this)
        });
        let mut of_sections = of_sections.filter_map(|section| self.stated_order(&Scope::Section(section)));
        named.or_else(|| of_sections.next()).or_else(|| self.stated_order(&Scope::Document))
    }

    /// Returns the byte order of a field: the order that the field, its type, its notes or its name states, else the
    /// order of the table.
    pub(super) fn order_of_field(&self, field: &Field, table: Option<Endian>) -> Option<Endian> {
        let of_type = || order_in_words(&field.ty).or_else(|| self.types.get(&normal_name(&field.ty)).copied());
        let of_notes = || order_in_words(&field.notes);
        let of_name = || self.stated_order(&Scope::Field(normal_name(&field.name)));
        let own = || order_in_words(name_remark(&field.name));
        field.endian.or_else(of_type).or_else(of_notes).or_else(own).or_else(of_name).or(table)
    }
}

/// Returns the remark at the end of a name: `big-endian` in `path table (big-endian)`, `port in big-endian`.
fn name_remark(name: &str) -> &str {
    let inside = name.split_once('(').and_then(|(_, inside)| inside.split(')').next());
    inside.or_else(|| name.split_once(" in ").map(|(_, remark)| remark)).unwrap_or("")
}

/// The largest number of lines in a message.
const MAX_LINES: usize = 5;

fn place_in_file(document: &Document, line: usize) -> String {
    let (_, line) = document.place(line);
    format!("line {line}")
}

pub(super) fn order_word(order: Endian) -> &'static str {
    if order == Endian::Big { "big-endian" } else { "little-endian" }
}

/// Returns the byte order that a type or a note states without a condition.
fn order_in_words(text: &str) -> Option<Endian> {
    let said: Vec<_> = text.split(['.', ';', '\n']).flat_map(find_mentions).collect();
    match said.as_slice() {
        [one] if !one.is_conditional => one.order,
        _ => None,
    }
}

/// Returns the index of the parent of each section.
fn section_parents(document: &Document) -> Vec<Option<usize>> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let parent = |(index, section): (usize, &super::super::Section)| {
        while open.last().is_some_and(|(depth, _)| *depth >= section.depth) {
            open.pop();
        }
        let parent = open.last().map(|(_, index)| *index);
        open.push((section.depth, index));
        parent
    };
    document.sections.iter().enumerate().map(parent).collect()
}

/// A reader of sentences, which collects statements about byte orders.
struct Reader<'d> {
    document: &'d Document,
    /// The normal names of structures; `fields` has those of fields.
    structures: HashSet<String>,
    fields: HashSet<String>,
    /// The index of the first section with each normal title.
    titles: HashMap<String, usize>,
    /// The line of the first structure that lies directly in each section.
    direct: BTreeMap<Option<usize>, usize>,
    /// The sections that contain a structure, directly or in a subsection.
    holding: HashSet<usize>,
    found: Vec<(Scope, OrderStatement)>,
    unclear: Vec<(Option<Endian>, usize)>,
    bits: Option<Endian>,
}

impl<'d> Reader<'d> {
    fn of(document: &'d Document, parents: &[Option<usize>]) -> Self {
        let structures = document.structures().map(|(_, table, ..)| normal_name(table.title())).collect();
        let fields =
            document.structures().flat_map(|(_, _, fields, _)| fields).map(|field| normal_name(&field.name)).collect();
        let mut titles = HashMap::new();
        for (index, section) in document.sections.iter().enumerate() {
            titles.entry(normal_name(&section.title)).or_insert(index);
        }
        let (mut direct, mut holding) = (BTreeMap::new(), HashSet::new());
        for (_, table, ..) in document.structures() {
            direct.entry(table.within).or_insert(table.line);
            let mut section = table.within;
            while let Some(this) = section.filter(|this| holding.insert(*this)) {
                section = parents.get(this).copied().flatten();
            }
        }
        let (found, unclear) = (Vec::new(), Vec::new());
        Self { document, structures, fields, titles, direct, holding, found, unclear, bits: None }
    }

    fn read_sentence(&mut self, text: &str, line: usize, within: Option<usize>) {
        for said in find_mentions(text) {
            if said.of_bits {
                self.bits = self.bits.or(said.order);
                continue;
            }
            let scope = said.order.filter(|_| !said.is_conditional).zip(self.statement_scope(&said, line, within));
            match scope {
                Some((order, Scope::Field(_))) if self.are_fields(&said.subject) => {
                    let scopes = said.subject.iter().map(|word| (Scope::Field(word.clone()), (order, line)));
                    self.found.extend(scopes);
                }
                Some((order, scope)) => self.found.push((scope, (order, line))),
                None => self.unclear.push((said.order, line)),
            }
        }
    }

    /// Returns whether all words of a subject are names of fields.
    fn are_fields(&self, subject: &[String]) -> bool {
        subject.iter().all(|word| self.fields.contains(word))
    }

    /// Returns the scope of a statement, or `None` if the scope is not clear.
    fn statement_scope(&self, said: &OrderMention, line: usize, within: Option<usize>) -> Option<Scope> {
        let named = |names: &HashSet<String>| {
            let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
            let known = said.subject.iter().filter(|word| !is_general(word));
            known.flat_map(|word| [word.clone(), singular(word)]).find(|word| names.contains(word))
        };
        if let Some(name) = named(&self.structures) {
            return Some(Scope::Structure(name));
        }
        // `Packed files` in the section `Packed files`.
        let subject = normal_name(&said.subject.concat());
        let titled = self.titles.get(&subject).copied();
        if let Some(section) = titled.filter(|_| !subject.is_empty()) {
            return Some(if section == 0 { Scope::Document } else { Scope::Section(section) });
        }
        let is_general_subject = said.subject.is_empty() || said.subject.iter().any(|word| is_general(word));
        if let Some(name) = named(&self.fields).filter(|_| !is_general_subject) {
            return Some(Scope::Field(name));
        }
        if !is_general_subject {
            return None;
        }
        let of_section = within.filter(|within| self.holding.contains(within)).map_or(Scope::Document, Scope::Section);
        if said.is_local {
            return Some(within.map_or(Scope::Document, Scope::Section));
        }
        let says = |words: &[&str]| said.subject.iter().any(|word| words.contains(&word.as_str()));
        let first = self.document.structures().next().is_none_or(|(_, table, ..)| table.line >= line);
        let direct = self.direct.contains_key(&within);
        let of_all = says(&WHOLE) || first && (!direct || said.is_universal);
        // The outermost section around everything is the document.
        let outermost = within.is_some_and(|within| within == 0 && !direct);
        Some(if of_all || outermost { Scope::Document } else { of_section })
    }
}

/// Words for the whole document.
const WHOLE: [&str; 8] = ["file", "files", "format", "formats", "document", "specification", "protocol", "throughout"];

/// Words for numbers of any kind.
const GENERAL: &[&str] = &[
    "all",
    "every",
    "each",
    "multi",
    "multibyte",
    "integer",
    "integers",
    "number",
    "numbers",
    "numeric",
    "numerical",
    "value",
    "values",
    "data",
    "word",
    "words",
    "dwords",
    "quantity",
    "quantities",
    "type",
    "types",
    "field",
    "fields",
    "everything",
    "endian",
    "endianness",
    "order",
    "ordering",
    "byteorder",
    "float",
    "floats",
    "int",
    "ints",
    "we",
    "member",
    "members",
    "entries",
    "bytes",
    "structures",
    "everywhere",
    "convention",
    "storage",
    "layout",
];

fn is_general(word: &str) -> bool {
    GENERAL.contains(&word) || WHOLE.contains(&word)
}
