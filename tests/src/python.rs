//! Asks exported modules for whole files, in one process of Python.
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{DocBuilder, JsonDoc};
use bpx_schema::schema::Model;
use bpx_schema::value::{bytes_from_hex, hex};
use bpx_schema::{Budget, Limits};
use bpx_workbench::export::{PYTHON_RUNTIME, Target, export, format_stem, python_runtime};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of modules.
pub struct Python {
    folder: tempfile::TempDir,
}

/// What a module is to write.
pub enum Question {
    /// A file that it reads.
    Bytes {
        /// Name of the exported module.
        schema: &'static str,
        /// The file.
        bytes: Vec<u8>,
    },
    /// A file that JSON describes.
    Json {
        /// Name of the exported module.
        schema: &'static str,
        /// The file as JSON.
        json: Value,
        /// Whether the places that it states are forgotten.
        fresh: bool,
    },
}

impl Python {
    /// Exports modules.
    pub fn start(models: impl Iterator<Item = (&'static str, Model)>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(PYTHON_RUNTIME), python_runtime()).unwrap();
        for (name, model) in models {
            let path = folder.path().join(format_stem(name)).with_extension(Target::Python.extension());
            std::fs::write(path, export(&model, name, Target::Python).unwrap()).unwrap();
        }
        Self { folder }
    }

    /// The exported module of a schema.
    #[must_use]
    pub fn module(&self, schema: &str) -> PathBuf {
        self.folder.path().join(format_stem(schema)).with_extension("py")
    }

    /// What is written for each question, or why nothing is.
    pub fn ask<'q>(&self, questions: impl IntoIterator<Item = &'q Question>) -> Vec<Result<Vec<u8>, String>> {
        let line = |question: &Question| match question {
            Question::Bytes { schema, bytes } => json!({ "module": self.module(schema), "hex": hex(bytes) }),
            Question::Json { schema, json, fresh } => {
                json!({ "module": self.module(schema), "json": json, "fresh": fresh })
            }
        };
        let lines: Vec<String> = questions.into_iter().map(|question| format!("{}\n", line(question))).collect();
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/testees/exported/files.py");
        let mut command = Command::new("python3");
        command.arg("-B").arg(driver).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let text = lines.concat();
        let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        writer.join().unwrap().unwrap();
        let answers = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<_> = answers.lines().map(answer).collect();
        assert_eq!(answers.len(), lines.len());
        answers
    }
}

fn answer(line: &str) -> Result<Vec<u8>, String> {
    match line.strip_prefix('!') {
        Some(message) => Err(message.to_owned()),
        None => Ok(bytes_from_hex(line).unwrap()),
    }
}

/// A file as JSON, by the interpreter; `None` when it is not read.
pub fn doc(model: &Model, bytes: &[u8]) -> Option<JsonDoc> {
    let budget = Budget::default();
    let mut doc = DocBuilder::new(&budget);
    let interpreter = Interpreter::with_algorithms(model, bpx_formats::algorithms()).unwrap();
    interpreter.write_json(&model.root, bytes, &[], Limits::default(), &mut doc).ok()?;
    Some(doc.finish().unwrap())
}

/// The JSON of a document.
pub fn json_of(doc: &JsonDoc) -> Value {
    serde_json::from_str(&doc.root().to_string()).unwrap()
}
