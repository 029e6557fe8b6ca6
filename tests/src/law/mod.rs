//! The law of writers: after a file was edited and written, a reader returns the values that were asked for, except
//! those that the writer computes. A writer that cannot do this reports an error.
#![allow(clippy::expect_used, clippy::indexing_slicing)]

mod asked;
mod computed;
mod edit;
mod member;

use self::asked::differences;
use self::computed::ComputedMembers;
use self::edit::edits_of;
use bpx_schema::assemble::assemble_file;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonText, read_json};
use bpx_schema::schema::{Model, Structure};
use bpx_schema::{Algorithms, Budget, Limits, Result};
use serde_json::Value;

/// A writer that returns the file of each JSON, or `None` if it refuses the JSON.
pub type OtherWriter<'w> = dyn Fn(&[Value]) -> Vec<Option<Vec<u8>>> + 'w;

/// A format whose files are edited as JSON.
pub struct EditedFormat {
    model: &'static Model,
    interpreter: Interpreter<'static>,
    computed: ComputedMembers,
}

/// What happened to the edits of a file.
#[derive(Debug, Default)]
pub struct EditTally {
    /// Edits that the writer refused.
    pub refused: usize,
    /// Edits that were written, and read again as they were asked for.
    pub kept: usize,
    /// Edits that were written, but read as other values or not at all, each with what differs.
    pub broken: Vec<String>,
}

impl EditTally {
    /// Returns the number of all edits.
    #[must_use]
    pub fn count(&self) -> usize {
        self.refused + self.kept + self.broken.len()
    }
}

impl EditedFormat {
    /// Prepares the format of a structure.
    ///
    /// # Panics
    /// When the declaration is not sound.
    #[must_use]
    pub fn new(schema: &'static Structure) -> Self {
        let model: &'static Model = Box::leak(Box::new(Model::from_root(schema)));
        let interpreter = Interpreter::new(model).expect("a declaration of ours is sound");
        Self { model, interpreter, computed: ComputedMembers::of(model) }
    }

    /// Makes at most `most` edits of a file, one at a time and spread evenly over its values, and writes and reads each
    /// edited file.
    ///
    /// # Panics
    /// When the file itself cannot be read.
    #[must_use]
    pub fn edit_file(&self, file: &[u8], most: usize) -> EditTally {
        self.edit_file_with(file, most, &|asked| asked.iter().map(|json| self.write(json).ok()).collect())
    }

    /// Makes edits like [`edit_file`](Self::edit_file), and writes the edited files with another writer.
    ///
    /// # Panics
    /// When the file itself cannot be read.
    #[must_use]
    pub fn edit_file_with(&self, file: &[u8], most: usize, write: &OtherWriter<'_>) -> EditTally {
        let values = self.read(file).expect("a sample is read");
        let edits = edits_of(self.model, &values);
        let count = edits.len().min(most);
        let chosen: Vec<_> = (0..count).map(|number| &edits[number * edits.len() / count]).collect();
        let asked: Vec<_> = chosen.iter().map(|edit| edit.apply_to(&values)).collect();
        let mut tally = EditTally::default();
        for ((edit, asked), written) in chosen.iter().zip(&asked).zip(write(&asked)) {
            let Some(written) = written else {
                tally.refused += 1;
                continue;
            };
            let differing = match self.read(&written) {
                Ok(read) => differences(self.model, &self.computed, (asked, &read)),
                Err(error) => vec![format!("not read: {error}")],
            };
            match differing.first() {
                None => tally.kept += 1,
                Some(first) => tally.broken.push(format!("{edit}: {first} ({} in all)", differing.len())),
            }
        }
        tally
    }

    /// Returns the model of the format.
    #[must_use]
    pub fn model(&self) -> &'static Model {
        self.model
    }

    /// Returns the file as JSON.
    fn read(&self, file: &[u8]) -> Result<Value> {
        let mut json = JsonText::compact(Vec::new());
        self.interpreter.write_json(&self.model.root, file, &[], Limits::default(), &mut json)?;
        let text = json.finish().expect("a vector takes all bytes");
        Ok(serde_json::from_slice(&text).expect("JSON of ours is read"))
    }

    /// Returns the file that JSON describes.
    fn write(&self, json: &Value) -> Result<Vec<u8>> {
        let text = json.to_string();
        let budget = Budget::new(Limits::default(), text.len() as u64);
        let json = read_json(text.as_bytes(), 64, &budget).expect("JSON of an edit is read");
        assemble_file(self.model, &Algorithms::builtin(), &self.model.root, json.root(), &[])
    }
}
