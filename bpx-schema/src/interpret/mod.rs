//! Reads bytes by the schema alone, without generated code and Rust types.
//!
//! The interpreter reports to a [`Watch`] the same parts, in the same order, with the same findings, as generated code
//! does. It shares the primitives that are driven by data (numbers, texts, regions, checksums, rules) with generated
//! code, but not the traversal of fields, so that each of the two checks the other.
//!
//! A schema that was read from a file may be hostile like any input: it is checked before use, and a [`Budget`] bounds
//! depth, memory and work. Rules that are Rust functions are opaque to it.

mod check;
mod env;
mod fields;
mod late;
mod names;
mod nested;
mod numbers;
mod regions;
mod tree;
mod until;

use self::env::Run;
use crate::Algorithms;
use crate::budget::{Budget, MemoryAccount};
use crate::codec::Decoder;
use crate::forms::StoredForms;
use crate::json::{FileJson, JsonSink, Survey};
use crate::limits::Limits;
use crate::report::{Class, Error, Location, Mode, Report, Result, Validator};
use crate::schema::{Model, Structure};
use crate::watch::Watch;
use std::sync::Arc;

pub use self::check::check;
pub(crate) use self::late::late_values;

/// Reads values of a schema.
#[derive(Debug, Clone)]
pub struct Interpreter<'m> {
    model: &'m Model,
    /// Data that all readings share. It is computed once, as a schema may be larger than the bytes.
    known: Arc<Run<'m>>,
    algorithms: Algorithms,
}

impl<'m> Interpreter<'m> {
    /// Returns an interpreter of this schema, which knows the built-in algorithms of this build.
    ///
    /// # Errors
    /// Returns an error when the schema contradicts itself: a missing name, a record whose fields do not fill it, a
    /// number of unknown width, an expression that uses an unknown value. The path names structure and field.
    pub fn new(model: &'m Model) -> Result<Self> {
        Self::with_algorithms(model, Algorithms::builtin())
    }

    /// Returns an interpreter of this schema, which knows these algorithms.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new); `UnsupportedFeature` when the schema names an algorithm that is not
    /// among them.
    pub fn with_algorithms(model: &'m Model, algorithms: Algorithms) -> Result<Self> {
        check(model)?;
        algorithms.check(model)?;
        Ok(Self { model, known: Arc::new(Run::new(model)), algorithms })
    }

    /// Reads a value of the named structure from the beginning of the bytes, and reports to a listener every part and
    /// every broken rule; `args` are the parameters that the structure names.
    ///
    /// # Errors
    /// Returns an error when the schema has no such structure, or the bytes do not form a value; the parts before are
    /// reported.
    pub fn run(&self, name: &str, bytes: &[u8], args: &[i128], limits: Limits, watch: &mut dyn Watch) -> Result<()> {
        self.run_in(&Budget::over(limits, bytes), name, bytes, args, watch)
    }

    /// Reads a value as [`run`](Self::run) does, within a budget of the caller. The algorithms are those of the
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
        self.run_within(&budget, self.structure(name)?, bytes, args, watch)
    }

    /// Returns the budget of reading these bytes.
    fn budget(&self, bytes: &[u8], limits: Limits, memory: Option<&MemoryAccount>) -> Budget {
        Budget::sharing(limits, bytes.len() as u64, memory).with_algorithms(self.algorithms.clone())
    }

    fn run_within(
        &self,
        budget: &Budget,
        structure: &'m Structure,
        bytes: &[u8],
        args: &[i128],
        watch: &mut dyn Watch,
    ) -> Result<()> {
        let mut d = Decoder::new(bytes, budget).watched(watch);
        d.whole(|d| self.known.value(d, structure, args, false).map(drop))
    }

    fn structure(&self, name: &str) -> Result<&'m Structure> {
        let missing = || format!("the schema has no structure `{name}`");
        self.model.get(name).ok_or_else(|| Error::fault(Class::BadReference, Location::default(), missing()))
    }

    /// Writes a whole file as JSON: its values, the bytes that no value holds (`$gaps`, and `$data` or `$stored` in
    /// place of content that forms no value), and stored forms of contents that no encoder of this build reproduces
    /// (`$forms`), and in each structure the offsets at which searches found its fields (`$found`) and the bytes that are left
    /// in their contents (`$rest`). `assemble_file` converts it back to the file. The values share the memory limit of the
    /// sink ([`JsonSink::memory`]).
    ///
    /// # Errors
    /// Returns the errors of [`run`](Self::run); the sink may have received a part of it.
    pub fn write_json(
        &self,
        name: &str,
        bytes: &[u8],
        args: &[i128],
        limits: Limits,
        sink: &mut dyn JsonSink,
    ) -> Result<()> {
        let mut survey = Survey::default();
        let forms = StoredForms::compared();
        let structure = self.structure(name)?;
        let memory = sink.memory();
        let budget = || self.budget(bytes, limits, memory.as_ref());
        self.run_within(&budget().with_forms(forms.clone()), structure, bytes, args, &mut survey)?;
        let forms = forms.of_others();
        let mut json = FileJson::new(sink, &survey, &forms, bytes);
        self.run_within(&budget(), structure, bytes, args, &mut json)?;
        json.finish();
        Ok(())
    }

    /// Checks every rule of the root structure and collects all findings, including those about bytes that nothing
    /// reads.
    #[must_use]
    pub fn validate(&self, bytes: &[u8], mode: Mode) -> Report {
        let mut validator = Validator::new(mode).with_unread();
        let read = self.run(&self.model.root, bytes, &[], Limits::default(), &mut validator);
        validator.finish_in_memory(read)
    }
}
