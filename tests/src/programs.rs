//! Exported readers as programs, asked what the interpreter is asked.
//!
//! They need Python, Node and the compiler of Kaitai Struct in `target/kaitai` (or where `KAITAI` says), as `test_needs::needs`
//! states above each test.
#![allow(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use bpx_schema::Limits;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Finding, Mode, Path as At, Segment, Severity};
use bpx_schema::schema::Model;
use bpx_schema::value::{LeafValue, decode_text, hex};
use bpx_schema::watch::{Leaf, NodeKind, ValueNode, Watch};
use bpx_workbench::export::{Target, export, format_stem, python_bundle};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns a path in the folder of the suite.
pub fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance").join(path)
}

/// Returns the lines that a program answers.
pub fn ask(command: &mut Command, questions: String) -> Vec<String> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    writer.join().unwrap().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(ToOwned::to_owned).collect()
}

/// Returns the lines that a program prints which imports an exported module by its name.
pub fn ask_module(model: &Model, name: &str, program: &str, questions: String) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(format_stem(name)).with_extension("py"), python_bundle(model, name).unwrap())
        .unwrap();
    let mut command = Command::new("python3");
    ask(command.current_dir(folder.path()).args(["-B", "-c", program]), questions)
}

/// What exported Python finds in each of these files, and what it writes of what it read.
pub fn ask_python(module: &Path, model: &Model, files: &[&[u8]]) -> Vec<(Vec<String>, String)> {
    let questions = files.iter().map(|bytes| format!("{} {}\n", model.root, hex(bytes))).collect();
    let driver = here("testees/exported/driver.py");
    let answers = ask(Command::new("python3").arg("-B").arg(driver).arg(module), questions);
    assert_eq!(answers.len(), files.len(), "{}", module.display());
    let split = |answer: &String| {
        let (faults, written) = answer.split_once('=').unwrap();
        (faults.split_terminator(';').map(without_place_in_stream).collect(), written.to_owned())
    };
    answers.iter().map(split).collect()
}

/// What the interpreter finds, in the words of the driver.
pub fn found(model: &Model, bytes: &[u8]) -> Vec<String> {
    let report = Interpreter::with_algorithms(model, bpx_formats::algorithms()).unwrap().validate(bytes, Mode::Strict);
    let fault = |finding: &Finding| {
        let path = finding.path.to_string();
        let path = if path.is_empty() { "." } else { &path };
        let excused = match (finding.severity, &*finding.lenient) {
            (Severity::Note, _) => "note",
            (_, "") => "-",
            (_, lenient) => lenient,
        };
        without_place_in_stream(&format!(
            "{} {} {} {path} {excused}",
            finding.class, finding.code, finding.location.file
        ))
    };
    report.findings().iter().map(fault).collect()
}

/// Removes the place in a stream from a fault: decompressors stop at different places.
fn without_place_in_stream(fault: &str) -> String {
    let words: Vec<_> = fault.split(' ').collect();
    match *words {
        ["bad-stream", code, _, path, excused] if code.ends_with(".stream") => {
            format!("bad-stream {code} ~ {path} {excused}")
        }
        _ => fault.to_owned(),
    }
}

/// Paths and values of everything without parts, as the compiled reader shows them.
#[derive(Default)]
struct Values {
    path: At,
    /// Each path with its value; a text as bytes too.
    list: Vec<(String, String)>,
}

impl Watch for Values {
    fn open(&mut self, node: &ValueNode<'_>) {
        // What is packed in place has no step of its own.
        if !matches!(node.kind, NodeKind::Packed { .. }) {
            self.path.push(node.segment.clone().unwrap_or(Segment::Index(0)));
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        // The reader keeps no bytes that end a list.
        if matches!(&leaf.segment, Segment::Field(name) if *name == "terminator") {
            return;
        }
        let mut path = self.path.clone();
        path.push(leaf.segment.clone());
        let shown = match (leaf.bits, &leaf.value) {
            // A wide bit field is bytes.
            (Some((_, width)), LeafValue::Int(value)) if width > 64 => {
                format!("x{}", hex(&value.to_le_bytes()[..usize::from(width) / 8]))
            }
            (_, value) => shown(value),
        };
        self.list.push((path.to_string(), shown));
    }

    fn close(&mut self, node: &ValueNode<'_>, _: u64) {
        if !matches!(node.kind, NodeKind::Packed { .. }) {
            self.path.pop();
        }
    }

    fn report(&mut self, _: Finding) {}
}

fn shown(value: &LeafValue<'_>) -> String {
    match value {
        LeafValue::Int(value) => value.to_string(),
        LeafValue::F32(value) => format!("f{:016x}", f64::from(*value).to_bits()),
        LeafValue::F64(value) => format!("f{:016x}", value.to_bits()),
        LeafValue::Bytes(bytes) | LeafValue::Digits(_, bytes) => format!("x{}", hex(bytes)),
        LeafValue::Text(bytes) => format!("x{0} t{0}", hex(bytes)),
        // A compiled reader has the bytes where the text may be none.
        LeafValue::Encoded(form, bytes) => {
            let text = decode_text(*form, bytes).map(|text| format!(" t{}", hex(text.as_bytes())));
            format!("x{}{}", hex(bytes), text.unwrap_or_default())
        }
        LeafValue::Numbers(numbers) => numbers.iter().map(|one| shown(&one)).collect::<Vec<_>>().join(","),
    }
}

/// The compiler of Kaitai Struct, and what its readers in Python need.
pub struct Kaitai {
    folder: PathBuf,
    out: tempfile::TempDir,
}

/// A compiled reader.
pub struct Compiled<'k> {
    kaitai: &'k Kaitai,
    model: &'k Model,
    file: PathBuf,
    /// The exported file.
    pub text: String,
}

impl Kaitai {
    /// Returns the programs, which must be installed.
    pub fn installed() -> Self {
        let folder = std::env::var_os("KAITAI").map_or_else(|| here("../target/kaitai"), PathBuf::from);
        Self { folder, out: tempfile::tempdir().unwrap() }
    }

    /// Compiles exported files; panics when the compiler refuses one.
    fn run_compiler(&self, files: &[PathBuf]) {
        let mut command = Command::new("node");
        command.env("NODE_PATH", self.folder.join("node_modules")).arg(here("testees/exported/kaitai/compile.js"));
        let made = command.arg(self.out.path()).args(files).output().unwrap();
        assert!(made.status.success(), "{files:?}: {}", String::from_utf8_lossy(&made.stderr));
    }

    /// Returns the compiled readers of these files as a program under test, in the syntax of the shell.
    pub fn testee(&self, files: &[PathBuf]) -> String {
        self.run_compiler(files);
        let adapter = here("testees/exported/kaitai/adapter.py");
        let python = self.folder.join("python");
        let out = self.out.path().display();
        format!("env PYTHONPATH='{}' python3 -B '{}' '{out}'", python.display(), adapter.display())
    }

    fn python(&self) -> Command {
        let mut command = Command::new("python3");
        command.arg("-B").env("PYTHONPATH", self.folder.join("python"));
        command
    }

    /// Exports a schema and compiles it; panics when the compiler refuses it.
    pub fn compile<'k>(&'k self, name: &str, model: &'k Model) -> Compiled<'k> {
        let file = self.out.path().join(format!("{}.ksy", format_stem(name)));
        let text = export(model, name, Target::Kaitai).unwrap();
        std::fs::write(&file, &text).unwrap();
        self.run_compiler(std::slice::from_ref(&file));
        Compiled { kaitai: self, model, file, text }
    }
}

impl Compiled<'_> {
    /// A driver of the reader.
    pub fn driver(&self, driver: &str) -> Command {
        let mut command = self.kaitai.python();
        command.arg(here(driver)).arg(self.file.with_extension("py"));
        command
    }

    /// Compares all values of a file with those of the interpreter: how many are the same, and how many the language
    /// cannot say.
    pub fn compare(&self, title: &str, bytes: &[u8]) -> (usize, usize) {
        let mut values = Values::default();
        let read = Interpreter::with_algorithms(self.model, bpx_formats::algorithms()).unwrap();
        read.run(&self.model.root, bytes, &[], Limits::default(), &mut values).unwrap();
        assert!(!values.list.is_empty(), "{title}");
        let paths = values.list.iter().map(|(path, _)| path.as_str());
        let questions = std::iter::once(&*hex(bytes)).chain(paths).collect::<Vec<_>>().join("\n");
        let answers = ask(&mut self.driver("testees/exported/kaitai/ask.py"), questions);
        assert_eq!(answers.len(), values.list.len(), "{title}");
        let (mut compared, mut unsaid) = (0, 0);
        for ((path, wanted), answer) in values.list.iter().zip(&answers) {
            // It has the bytes of a number of half the size, and not the number.
            let is_half = wanted.starts_with('f') && answer.starts_with('x');
            if answer == "?" || is_half {
                unsaid += 1;
                continue;
            }
            // The reader keeps the zeros that fill an encoded text.
            let zeros = |rest: &str| wanted.contains(' ') && rest.bytes().all(|digit| digit == b'0');
            let is_equal = wanted
                .split(' ')
                .any(|one| answer.strip_prefix(one).is_some_and(|rest| rest.is_empty() || zeros(rest)));
            assert!(is_equal, "{title}: {path}: expected {wanted}, found {answer}\n{}", self.text);
            compared += 1;
        }
        (compared, unsaid)
    }
}
