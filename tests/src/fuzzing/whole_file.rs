//! Declarations of whole files: generated code and the interpreter read the same, and a sound file comes back byte for
//! byte, by both writers.

use super::agreement::Prepared;
use bpx_schema::assemble::assemble_file;
use bpx_schema::json::DocBuilder;
use bpx_schema::layout::FileWriter;
use bpx_schema::report::{Class, Mode, Report, Severity};
use bpx_schema::watch::Watch;
use bpx_schema::{Algorithms, Budget, Codec, Decode, Limits, Result};

/// A format, by the declaration of its files.
pub struct WholeFile {
    prepared: Prepared,
    watch: fn(&[u8], &mut dyn Watch) -> Result<()>,
    validate: fn(&[u8]) -> Report,
    rewrite: fn(&[u8]) -> Result<Vec<u8>>,
}

impl WholeFile {
    /// Creates the property of a type; `rewrite` is [`rewritten`] of it, as its values may borrow from a file.
    #[must_use]
    pub fn new<T: Codec>(rewrite: fn(&[u8]) -> Result<Vec<u8>>) -> Self {
        Self {
            prepared: Prepared::of(T::schema()),
            watch: T::watch,
            validate: |file| T::validate(file, Mode::Strict),
            rewrite,
        }
    }

    /// Checks the property for a file; returns whether its header was read.
    ///
    /// # Panics
    /// When the property does not hold.
    #[must_use]
    pub fn holds_for(&self, file: &[u8]) -> bool {
        let Prepared { model, interpreter, .. } = &self.prepared;
        let generate = |watch: &mut dyn Watch| (self.watch)(file, watch);
        let interpret = |watch: &mut dyn Watch| interpreter.run(&model.root, file, &[], Limits::default(), watch);
        let Some(read) = self.prepared.agree(&generate, &interpret) else { return true };
        let (declared, interpreted) = ((self.validate)(file), interpreter.validate(file, Mode::Strict));
        if [&declared, &interpreted].into_iter().any(is_limited) {
            return true;
        }
        assert_eq!(declared.findings(), interpreted.findings(), "validators of files find different faults");
        if declared.findings().iter().all(|finding| finding.severity < Severity::Error) {
            let written = (self.rewrite)(file).unwrap_or_else(|error| panic!("a sound file is not written: {error}"));
            assert!(written == file, "a sound file is written as other bytes");
            let assembled = self.assembled(file).unwrap_or_else(|error| panic!("its JSON is not written: {error}"));
            assert!(assembled == file, "its JSON is written as other bytes");
        }
        read.is_past_header
    }

    /// Returns the file that the JSON of a file describes.
    fn assembled(&self, file: &[u8]) -> Result<Vec<u8>> {
        let Prepared { model, interpreter, .. } = &self.prepared;
        let budget = Budget::new(Limits::none(), 0);
        let mut doc = DocBuilder::new(&budget);
        interpreter.write_json(&model.root, file, &[], Limits::default(), &mut doc)?;
        assemble_file(model, &Algorithms::builtin(), &model.root, doc.finish().expect("there is no limit").root(), &[])
    }
}

/// Makes the properties of the pages that `gallery::pages!` lists, in the order of the first bytes of inputs.
#[macro_export]
macro_rules! whole_files {
    ($($page:ident: $file:ident,)*) => {
        vec![$($crate::fuzzing::whole_file::WholeFile::new::<gallery::$page::$file>(|file| {
            $crate::fuzzing::whole_file::rewritten::<gallery::$page::$file>(file)
        })),*]
    };
}

fn is_limited(report: &Report) -> bool {
    report.findings().iter().any(|finding| finding.class == Class::LimitExceeded)
}

/// Returns a file that nobody changed, written by its declaration.
///
/// # Errors
/// Returns the errors of reading and writing.
pub fn rewritten<'f, T: Decode<'f, Args = [i128; 0]>>(file: &'f [u8]) -> Result<Vec<u8>> {
    FileWriter::edit(&T::from_slice(file)?, [], file)?.place()?.to_vec()
}

/// Checks the property of the format that the first byte chooses, for the bytes after it.
///
/// # Panics
/// When the property does not hold, or there is no format.
#[must_use]
pub fn holds_for_one(formats: &[WholeFile], bytes: &[u8]) -> bool {
    bytes.split_first().is_some_and(|(first, file)| formats[usize::from(*first) % formats.len()].holds_for(file))
}
