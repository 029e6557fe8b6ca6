//! The account of a document: for each table, whether it was understood, and the reason if it was not.

use super::declare::{Declarations, Names};
use super::model::{Body, Document, Form, Table};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::{Display, Formatter, Result};

/// The results of reading the tables of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Account {
    /// The tables and diagrams, in order.
    pub tables: Vec<TableAccount>,
    /// Sentences about the open parts that belong to no single table, such as the byte order, or text that a reader
    /// dropped.
    pub open: Vec<String>,
    /// Sentences about the parts that describe no bytes, according to the readers.
    pub ignored: Vec<String>,
    /// The number of tables in each state.
    pub totals: Totals,
}

/// The result of reading a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TableAccount {
    /// The name of the file that contains the table.
    pub file: String,
    /// The line of the table in the file, from 1.
    pub line: usize,
    /// The number or the title of the section that contains the table.
    pub section: String,
    /// The subject of the table; may be empty.
    pub name: String,
    /// The declared name of the structure; empty if the table describes no structure.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub structure: String,
    /// The form in which the table is written.
    pub form: Form,
    /// The kind: `structure`, `enumeration` and so on, as in [`Body::kind`].
    pub kind: &'static str,
    /// Whether the table was understood.
    pub state: State,
    /// The reasons why the table is open or ignored, as sentences.
    pub reasons: Vec<String>,
}

/// The state of a table: understood, open, or ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum State {
    /// The whole table was understood.
    Understood,
    /// The table describes bytes or values, but a part of the table was not understood.
    Open,
    /// The table describes no bytes and no values, according to its columns.
    Ignored,
}

/// The number of tables in each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Totals {
    /// The number of all tables.
    pub seen: usize,
    /// See [`State::Understood`].
    pub understood: usize,
    /// See [`State::Open`].
    pub open: usize,
    /// See [`State::Ignored`].
    pub ignored: usize,
}

impl Account {
    /// Returns whether a table or another part of the document is open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.totals.open > 0 || !self.open.is_empty()
    }
}

/// Returns the account of a document: the parts of its tables that reading and declaring left open.
#[must_use]
pub fn account(document: &Document, declared: &Declarations) -> Account {
    let names = Names::of(document);
    let mut left: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, what) in &declared.open {
        left.entry(name).or_default().push(what);
    }
    let mut account = Account::default();
    let mut structures = 0;
    for table in &document.tables {
        // Declaring a structure repeats the open parts of reading it.
        let mut reasons = if table.body.kind() == "structure" { Vec::new() } else { table.open.clone() };
        let name = match &table.body {
            Body::Structure { .. } => {
                structures += 1;
                names.name_at(structures - 1)
            }
            Body::Enumeration { .. } | Body::Flags { .. } => Some(table.name.as_str()),
            _ => None,
        };
        // Reports about a listing have the name in the source instead of the name in the schema.
        let is_named = table.body.kind() == "structure" && !table.name.is_empty();
        let own = name.filter(|_| is_named).map(|_| table.name.as_str());
        let of_name = [name, own].into_iter().flatten().filter_map(|name| left.remove(name)).flatten();
        reasons.extend(of_name.map(ToOwned::to_owned));
        let structure = name.filter(|_| table.body.kind() == "structure").unwrap_or("");
        account.add_table(document, table, structure, reasons);
    }
    // The remaining entries have the name of a set of codes, or no name.
    let mut rest: Vec<_> = left.into_iter().collect();
    rest.sort_unstable();
    for (name, what) in rest {
        account.open.extend(what.into_iter().map(|what| open_sentence(name, what)));
    }
    let ignored = document.skipped.iter().filter(|skipped| !skipped.open);
    account.ignored.extend(ignored.map(|skipped| {
        let (file, line) = document.place(skipped.line);
        format!("{file}:{line}: {}", skipped.reason)
    }));
    account
}

/// Returns the sentence about an open part, which begins with the name of the structure or set, if the part belongs to
/// one.
#[must_use]
pub fn open_sentence(name: &str, what: &str) -> String {
    if name.is_empty() { what.to_owned() } else { format!("{name}: {what}") }
}

impl Account {
    fn add_table(&mut self, document: &Document, table: &Table, structure: &str, mut reasons: Vec<String>) {
        let state = match &table.body {
            Body::Other { header, .. } if reasons.is_empty() => {
                reasons.push(ignored_reason(header));
                State::Ignored
            }
            Body::Diagram(_) if table.structure.is_empty() && reasons.is_empty() => {
                reasons.push("no table describes the structure in the picture".to_owned());
                State::Ignored
            }
            _ if reasons.is_empty() => State::Understood,
            _ => State::Open,
        };
        let (file, line) = document.place(table.line);
        self.totals.seen += 1;
        *match state {
            State::Understood => &mut self.totals.understood,
            State::Open => &mut self.totals.open,
            State::Ignored => &mut self.totals.ignored,
        } += 1;
        self.tables.push(TableAccount {
            file: file.to_owned(),
            line,
            section: table.section.clone(),
            name: table.name.clone(),
            structure: structure.to_owned(),
            form: table.form,
            kind: table.body.kind(),
            state,
            reasons,
        });
    }
}

/// Returns why a table with these titles describes no bytes and no values.
fn ignored_reason(header: &[String]) -> String {
    if header.is_empty() {
        return "the columns have no titles, and their cells do not show their meaning".to_owned();
    }
    let titles: Vec<_> = header.iter().map(|title| format!("`{title}`")).collect();
    format!("expected columns of fields, types or values, found {}", titles.join(", "))
}

impl Display for Account {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for table in self.tables.iter().filter(|table| table.state != State::Understood) {
            write!(f, "{table}")?;
        }
        for what in self.open.iter().chain(&self.ignored) {
            writeln!(f, "{what}")?;
        }
        let Totals { seen, understood, open, ignored } = self.totals;
        write!(f, "{seen} tables seen: {understood} understood, {open} open, {ignored} ignored")
    }
}

impl Display for TableAccount {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let state = match self.state {
            State::Understood => "understood",
            State::Open => "open",
            State::Ignored => "ignored",
        };
        let name = if self.name.is_empty() { "a table without a name" } else { &self.name };
        writeln!(f, "{}:{}: {name} ({}): {state}", self.file, self.line, self.kind)?;
        self.reasons.iter().try_for_each(|reason| writeln!(f, "  {reason}"))
    }
}
