//! Reads a specification document that the command line names, declares its tables, and accounts for each table.

mod files;
mod title;

pub(crate) use self::files::{is_hidden, is_part};
pub(crate) use self::title::file_name;

use self::files::Texts;
use crate::exit::{Exit, Failure};
use crate::{limits, output};
use bpx_documents::{
    Account, Corrected, Declarations, Document, State, TableAccount, TooLarge, Totals, Unapplied, account, declare,
    read_with,
};
use bpx_schema::schema::Model;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The summary of a document that was understood completely.
const ALL: &str = "all understood";

/// A document, and the results of reading it.
pub(crate) struct Doc {
    texts: Texts,
    pub document: Document,
    pub declared: Declarations,
    pub account: Account,
    pub unapplied: Vec<Unapplied>,
}

/// Reads the files of a document, and its corrections.
pub(crate) fn read_document(paths: &[PathBuf], fix: &[PathBuf]) -> Result<Doc, Failure> {
    files::read_texts(paths, fix).and_then(Doc::of)
}

/// Reads a document from the bytes of its only file, with corrections from files.
pub(crate) fn read_bytes(name: String, bytes: &[u8], fix: &[PathBuf]) -> Result<Doc, Failure> {
    let mut texts = files::read_texts(&[], fix)?;
    texts.push_file(name, bytes)?;
    Doc::of(texts)
}

/// Reads a document from the bytes of its files and of its files of corrections.
pub(crate) fn read_all(files: Vec<(String, Vec<u8>)>, fix: Vec<(String, Vec<u8>)>) -> Result<Doc, Failure> {
    let mut texts = Texts::default();
    files.into_iter().try_for_each(|(name, bytes)| texts.push_file(name, &bytes))?;
    fix.into_iter().try_for_each(|(name, bytes)| texts.add_corrections(name, &bytes))?;
    Doc::of(texts)
}

impl Doc {
    fn of(texts: Texts) -> Result<Self, Failure> {
        let files = texts.files();
        let size: usize = files.iter().map(|(_, text)| text.len()).sum();
        let max_memory = limits::run_limits().max_memory.for_size(size as u64);
        let too_large = |error: TooLarge| Failure::Input {
            name: format!("{}:{}", error.file, error.line),
            message: format!("{error}; {}", limits::limit_hint()),
        };
        let Corrected { document, unapplied, .. } =
            read_with(&files, &texts.corrections, max_memory).map_err(too_large)?;
        let declared = declare(&document);
        let account = account(&document, &declared);
        Ok(Self { texts, document, declared, account, unapplied })
    }

    /// Returns the tables as TOML, in the form of corrections.
    pub(crate) fn tables_toml(&self) -> String {
        bpx_documents::tables_toml(&self.texts.files(), &self.texts.corrections)
    }

    /// Describes a line by file and number.
    pub(crate) fn line_name(&self, line: usize) -> String {
        let (name, line) = self.document.place(line);
        format!("{name}:{line}")
    }

    /// Returns the title of the document, or the name of its first file without the ending.
    pub(crate) fn title(&self) -> String {
        let first = || title::title_of_file(self.texts.texts.first().map_or("", |(name, _)| name));
        title::of(&self.document).map_or_else(first, ToOwned::to_owned)
    }

    /// Returns the names of the files.
    pub(crate) fn name(&self) -> String {
        output::few_names(self.texts.texts.iter().map(|(name, _)| name.as_str()))
    }

    /// Returns whether a table was not understood or a correction was not applied.
    pub(crate) fn is_open(&self) -> bool {
        self.account.is_open() || !self.unapplied.is_empty()
    }

    /// Returns the exit code of a strict command.
    pub(crate) fn strict_exit(&self, strict: bool) -> Exit {
        if strict && self.is_open() { Exit::Invalid } else { Exit::Fine }
    }

    /// Prints the corrections that were not applied.
    pub(crate) fn report_corrections(&self) {
        for Unapplied { place, message, .. } in &self.unapplied {
            output::print_located(place, "correction.unapplied", &output::printable_text(message));
        }
    }

    /// Prints the totals of the account, or all of it.
    pub(crate) fn print_account(&self, whole: bool) {
        self.report_corrections();
        if whole {
            let all = self.account.to_string();
            // The last line is the sum, which each account has.
            let reasons = all.lines().take(all.lines().count().saturating_sub(1));
            reasons.for_each(|line| output::print_note(&output::printable_text(line)));
        }
        let state = self.describe_state();
        let how = if whole || state.ends_with(ALL) { "" } else { " (--account shows the reasons)" };
        output::print_note(&format!("{}: {state}{how}", self.name()));
    }

    /// Describes how much of the document is understood.
    pub(crate) fn describe_state(&self) -> String {
        let Totals { seen, understood, open, ignored, .. } = self.account.totals;
        let tables = count_words(seen, "table");
        if !self.account.is_open() && understood == seen {
            if seen == 0 {
                return tables;
            }
            return format!("{tables}: {ALL}");
        }
        let of_document = match self.account.open.len() {
            0 => String::new(),
            open => format!(", {} of the document open", count_words(open, "point")),
        };
        format!("{tables}: {understood} understood, {open} open, {ignored} not used{of_document}")
    }

    /// Warns about the open parts of a structure of the document's schema, and of the structures that it uses.
    pub(crate) fn warn_of(&self, model: &Model, structure: &str) {
        let Some(part) = model.sub_model(structure) else { return };
        for (name, what) in self.declared.open.iter().filter(|(name, _)| part.structures.contains_key(name)) {
            output::print_warning(&output::printable_text(&format!("{}: `{name}` is open: {what}", self.name())));
        }
    }

    /// Returns the account as JSON.
    pub(crate) fn account_json(&self) -> Value {
        let unapplied = |one: &Unapplied| json!({ "place": one.place, "message": one.message });
        let unapplied: Vec<_> = self.unapplied.iter().map(unapplied).collect();
        json!({ "account": self.account, "unapplied": unapplied })
    }

    /// Fails if the document has neither a structure nor a set of values.
    pub(crate) fn demand_schema(&self) -> Result<(), Failure> {
        if self.declared.model.is_empty() { Err(self.nothing_understood()) } else { Ok(()) }
    }

    /// Fails if no table was understood.
    pub(crate) fn demand_tables(&self) -> Result<(), Failure> {
        let ignored = |one: &TableAccount| one.state == State::Ignored;
        if self.account.tables.iter().all(ignored) { Err(self.nothing_understood()) } else { Ok(()) }
    }

    /// Returns the failure for a document that was not understood, with the parts that were found and with a remedy.
    fn nothing_understood(&self) -> Failure {
        let lines = self.texts.texts.iter().map(|(_, text)| text.lines().count()).sum();
        let reason = |one: &TableAccount| {
            let reason = one.reasons.first().map_or("expected tables of fields or values, found none", String::as_str);
            format!("{}:{}: {reason}", one.file, one.line)
        };
        let reasons: Vec<_> = self.account.tables.iter().map(reason).collect();
        let why = if reasons.is_empty() { String::new() } else { format!(" ({})", few_texts(&reasons)) };
        let message = format!(
            "expected tables of structures or values, found none that is understood, among {}, {} and {}{why}; \
             `bpx spec tables --toml` writes what was read, and `--fix FILE.toml` corrects or adds tables",
            count_words(lines, "line"),
            count_words(self.document.sections.len(), "heading"),
            count_words(reasons.len(), "table"),
        );
        Failure::Unsupported { name: self.name(), message }
    }
}

fn few_texts(texts: &[String]) -> String {
    output::few_names(texts.iter().map(String::as_str))
}

fn count_words(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
