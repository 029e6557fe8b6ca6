//! Reads bytes by the schema alone, without generated code and Rust types.
//!
//! The interpreter reports the same parts and findings to a [`Watch`], in the same order, as generated code. The
//! interpreter and generated code share the primitives that are driven by data (numbers, texts, regions, checksums,
//! rules), but not the traversal of fields, so that each of the two checks the other.
//!
//! A schema from a file may be hostile like any other input. The interpreter checks a schema before use, and a
//! [`Budget`] bounds depth, memory and work. The interpreter cannot check rules that are Rust functions.

mod check;
mod env;
mod fields;
mod late;
mod names;
mod nested;
mod numbers;
mod pools;
mod regions;
mod tree;
mod until;

use self::env::SchemaReader;
use crate::Algorithms;
use crate::budget::{Budget, MemoryAccount};
use crate::codec::Decoder;
use crate::forms::StoredForms;
use crate::json::{FileJson, JsonSink, Survey};
use crate::limits::Limits;
use crate::report::{Class, Error, Mode, Report, Result, Validator};
use crate::schema::{Model, Structure};
use crate::watch::Watch;
use std::sync::Arc;

pub use self::check::check_schema;
pub(crate) use self::late::late_values;

/// Reads values of a schema.
#[derive(Debug, Clone)]
pub struct Interpreter<'m> {
    model: &'m Model,
    /// Data that all runs share. The interpreter computes the data only once, because a schema may be larger than the
    /// bytes.
    known: Arc<SchemaReader<'m>>,
    algorithms: Algorithms,
}

impl<'m> Interpreter<'m> {
    /// Returns an interpreter of a schema, with the built-in algorithms of this build.
    ///
    /// # Errors
    /// Returns an error when the schema contradicts itself. Examples are a missing name, a record whose fields do not
    /// fill it, a number of unknown width, and an expression that uses an unknown value. The path of the error names
    /// the structure and the field.
    pub fn new(model: &'m Model) -> Result<Self> {
        Self::with_algorithms(model, Algorithms::builtin())
    }

    /// Returns an interpreter of a schema, with the given algorithms.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new), and `UnsupportedFeature` when the schema names an algorithm that is
    /// not given.
    pub fn with_algorithms(model: &'m Model, algorithms: Algorithms) -> Result<Self> {
        check_schema(model)?;
        algorithms.check_model(model)?;
        Ok(Self { model, known: Arc::new(SchemaReader::new(model)), algorithms })
    }

    /// Reads a value of the named structure from the beginning of the bytes. Reports every part and every broken rule
    /// to a listener. `args` are the values of the structure's parameters.
    ///
    /// # Errors
    /// Returns an error when the schema has no such structure, or the bytes do not form a value; the listener has then
    /// received the parts before the fault.
    pub fn run(&self, name: &str, bytes: &[u8], args: &[i128], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
        self.run_in(&Budget::for_bytes(limits, bytes), name, bytes, args, watch)
    }

    /// Reads a value as [`run`](Self::run) does, within the budget of the caller, but with the algorithms of the
    /// interpreter.
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run).
    pub fn run_in(
        &self,
        budget: &Budget,
        name: &str,
        bytes: &[u8],
        args: &[i128],
        watch: &mut dyn Watch,
    ) -> Result<()> {
        let budget = budget.clone().with_algorithms(self.algorithms.clone());
        self.run_within(&budget, self.find_structure(name)?, bytes, args, watch)
    }

    /// Returns a budget for reading `bytes`.
    fn new_budget(&self, bytes: &[u8], limits: Limits, memory: Option<&MemoryAccount>) -> Budget {
        Budget::sharing_memory(limits, bytes.len() as u64, memory).with_algorithms(self.algorithms.clone())
    }

    fn run_within(
        &self,
        budget: &Budget,
        structure: &'m Structure,
        bytes: &[u8],
        args: &[i128],
        watch: &mut dyn Watch,
    ) -> Result<()> {
        let mut d = Decoder::new(bytes, budget).with_watch(watch);
        d.read_whole(|d| self.known.read_value(d, structure, args, false).map(drop))
    }

    fn find_structure(&self, name: &str) -> Result<&'m Structure> {
        let missing = || format!("the schema has no structure `{name}`");
        self.model.get(name).ok_or_else(|| Error::unlocated_fault(Class::BadReference, missing()))
    }

    /// Writes a whole file as JSON, in these parts: the values; the bytes that no value holds (`$gaps`); content that
    /// does not form a value (`$data` or `$stored`); stored forms of contents that no encoder of this build reproduces
    /// (`$forms`). Each structure also has the offsets at which searches found its fields (`$found`), and the bytes
    /// that are left in their contents (`$rest`). `assemble_file` converts the JSON back to the file. The values share
    /// the memory limit of the sink ([`JsonSink::memory`]).
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run); the sink may have received a part of the JSON.
    pub fn write_json(
        &self,
        name: &str,
        bytes: &[u8],
        args: &[i128],
        limits: Limits,
        sink: &mut dyn JsonSink,
    ) -> Result<()> {
        let mut survey = Survey::default();
        let forms = StoredForms::with_comparison();
        let structure = self.find_structure(name)?;
        let memory = sink.memory();
        let budget = || self.new_budget(bytes, limits, memory.as_ref());
        self.run_within(&budget().with_forms(forms.clone()), structure, bytes, args, &mut survey)?;
        let forms = forms.of_others();
        let mut json = FileJson::new(sink, &survey, &forms, bytes);
        self.run_within(&budget(), structure, bytes, args, &mut json)?;
        json.finish();
        Ok(())
    }

    /// Checks every rule of the root structure and collects all findings, including findings about unread bytes.
    #[must_use]
    pub fn validate(&self, bytes: &[u8], mode: Mode) -> Report {
        let mut validator = Validator::new(mode).with_unread();
        let read = self.run(&self.model.root, bytes, &[], Limits::default(), &mut validator);
        validator.finish_in_memory(read)
    }
}
