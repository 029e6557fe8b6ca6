//! Readers of whole files, beside ours.

use super::{here, there};
use bpx_formats::Format;
use bpx_schema::Limits;
use bpx_schema::export::{Target, export, stem};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Path as At, Segment, Severity};
use bpx_schema::schema::Model;
use bpx_schema::value::{Value, hex};
use bpx_schema::watch::{Leaf, Node, Watch};
use conformance::source::Source;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Name and schema of a format, and its goldens.
type Named = (&'static str, Model, Vec<(String, Source)>);

fn formats() -> Vec<Named> {
    let all = Format::ALL.iter().flat_map(|format| format.schemas().into_iter().map(move |one| (*format, one)));
    let formats = all.map(|(format, (name, schema))| {
        let folder = here("golden").join(format.name());
        let mut list = Vec::new();
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            let Some(golden) = path.file_name().unwrap().to_str().unwrap().strip_suffix(".src") else { continue };
            // Version 0 has a schema of its own.
            if format.name() == "bpx" && golden.starts_with("v0-") != (name == "bpx-v0") {
                continue;
            }
            let source = Source::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
            list.push((golden.to_owned(), source));
        }
        list.sort_by(|(a, _), (b, _)| a.cmp(b));
        assert!(list.len() >= 2, "{name}: goldens are missing");
        (name, Model::of(schema), list)
    });
    formats.collect()
}

/// The lines that a program answers.
fn ask(command: &mut Command, questions: String) -> Vec<String> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    writer.join().unwrap().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(ToOwned::to_owned).collect()
}

/// What the interpreter finds, in the words of the driver.
fn found(model: &Model, bytes: &[u8]) -> Vec<String> {
    let report = Interpreter::new(model).unwrap().validate(bytes, Mode::Strict);
    let findings = report.findings().iter().map(|finding| {
        let path = finding.path.to_string();
        let path = if path.is_empty() { "." } else { &path };
        let excused = match (finding.severity, &*finding.lenient) {
            (Severity::Note, _) => "note",
            (_, "") => "-",
            (_, lenient) => lenient,
        };
        // Where in a stream a decompressor stops is its own affair.
        let offset = if finding.code.ends_with(".stream") { "~".to_owned() } else { finding.location.file.to_string() };
        format!("{} {} {offset} {path} {excused}", finding.class, finding.code)
    });
    findings.collect()
}

#[test]
fn modules_find_what_the_interpreter_finds() {
    if !there(Command::new("python3").arg("--version")) {
        return;
    }
    let (mut files, mut faults, mut back) = (0, 0, 0);
    for (name, model, goldens) in formats() {
        let folder = tempfile::tempdir().unwrap();
        let module = folder.path().join(format!("{}.py", stem(name)));
        std::fs::write(&module, export(&model, name, Target::Python).unwrap()).unwrap();
        let mut cases = Vec::new();
        for (golden, source) in &goldens {
            let whole = source.build().unwrap().bytes;
            // Every beginning of a small file, and every byte of it changed.
            for size in (0..whole.len().min(100)).chain([whole.len().saturating_sub(1)]) {
                cases.push((format!("{golden}: {size} bytes"), whole[..size].to_vec()));
            }
            for at in 0..whole.len().min(160) {
                let mut bytes = whole.clone();
                bytes[at] ^= 0x11;
                cases.push((format!("{golden}: byte {at} changed"), bytes));
            }
            for fault in source.faults() {
                cases.push((format!("{golden}: {fault}"), source.build_fault(fault).unwrap().bytes));
            }
            cases.push((golden.clone(), whole));
        }
        let questions = cases.iter().map(|(_, bytes)| format!("{} {}\n", model.root, hex(bytes))).collect();
        let driver = here("testees/exported/driver.py");
        let answers = ask(Command::new("python3").arg("-B").arg(driver).arg(&module), questions);
        assert_eq!(answers.len(), cases.len(), "{name}");
        for ((title, bytes), answer) in cases.iter().zip(&answers) {
            let (told, written) = answer.split_once('=').unwrap();
            let told: Vec<_> = told.split_terminator(';').map(without_place_in_stream).collect();
            let wanted = found(&model, bytes);
            assert_eq!(told, wanted, "{name}: {title}");
            files += 1;
            faults += wanted.len();
            // What is read is written back; a structure with regions says that it cannot be.
            let whole = hex(bytes);
            assert!(written == "?" || whole.starts_with(written), "{name}: {title}: {written}");
            back += usize::from(written == whole);
            // Bytes behind the end belong to no field; a golden has none.
            if !title.contains(": ") {
                assert!(written == "?" || written == whole, "{name}: {title}: {written}");
            }
        }
    }
    println!("{files} files with {faults} faults, and {back} files written back");
    assert!(
        files > 4000 && faults > 4000 && back > 100,
        "only {files} files with {faults} faults, {back} written back"
    );
}

fn without_place_in_stream(fault: &str) -> String {
    let words: Vec<_> = fault.split(' ').collect();
    match *words {
        [class, code, _, path, excused] if code.ends_with(".stream") => format!("{class} {code} ~ {path} {excused}"),
        _ => fault.to_owned(),
    }
}

/// Paths and values of everything without parts, as the compiled reader shows them.
#[derive(Default)]
struct Values {
    path: At,
    list: Vec<(String, String)>,
}

impl Watch for Values {
    fn open(&mut self, node: &Node<'_>) {
        self.path.push(node.segment.clone().unwrap_or(Segment::Index(0)));
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let mut path = self.path.clone();
        path.push(leaf.segment.clone());
        let shown = match (leaf.bits, &leaf.value) {
            // A wide bit field is bytes.
            (Some((_, width)), Value::Int(value)) if width > 64 => {
                format!("x{}", hex(&value.to_le_bytes()[..usize::from(width) / 8]))
            }
            (_, value) => shown(value),
        };
        self.list.push((path.to_string(), shown));
    }

    fn close(&mut self, _: &Node<'_>, _: u64) {
        self.path.pop();
    }

    fn report(&mut self, _: bpx_schema::report::Finding) {}
}

fn shown(value: &Value<'_>) -> String {
    match value {
        Value::Int(value) => value.to_string(),
        Value::F32(value) => format!("f{:016x}", f64::from(*value).to_bits()),
        Value::F64(value) => format!("f{:016x}", value.to_bits()),
        Value::Bytes(bytes) | Value::Text(bytes) => format!("x{}", hex(bytes)),
        Value::Numbers(numbers) => numbers.iter().map(|one| shown(&one)).collect::<Vec<_>>().join(","),
        other => panic!("{other:?}"),
    }
}

#[test]
fn compiled_kaitai_reads_what_the_interpreter_reads() {
    let folder = std::env::var_os("KAITAI").map_or_else(|| here("../target/kaitai"), PathBuf::from);
    let out = tempfile::tempdir().unwrap();
    let compile = |file: Option<&Path>| {
        let mut command = Command::new("node");
        command.env("NODE_PATH", folder.join("node_modules")).arg(here("testees/exported/kaitai/compile.js"));
        command.arg(out.path()).args(file);
        command
    };
    let python = || {
        let mut command = Command::new("python3");
        command.arg("-B").env("PYTHONPATH", folder.join("python"));
        command
    };
    if !there(&mut compile(None)) || !there(python().args(["-c", "import kaitaistruct"])) {
        return;
    }
    for (name, model, goldens) in formats() {
        let file = out.path().join(format!("{}.ksy", stem(name)));
        std::fs::write(&file, export(&model, name, Target::Kaitai).unwrap()).unwrap();
        let made = compile(Some(&file)).output().unwrap();
        assert!(made.status.success(), "{name}: {}", String::from_utf8_lossy(&made.stderr));
        let (mut compared, mut unsaid) = (0, 0);
        for (golden, source) in goldens {
            let bytes = source.build().unwrap().bytes;
            let mut values = Values::default();
            let read = Interpreter::new(&model).unwrap();
            read.run(&model.root, &bytes, &[], Limits::default(), &mut values).unwrap();
            assert!(!values.list.is_empty(), "{name}: {golden}");
            let paths = values.list.iter().map(|(path, _)| path.as_str());
            let questions = std::iter::once(&*hex(&bytes)).chain(paths).collect::<Vec<_>>().join("\n");
            let mut command = python();
            command.arg(here("testees/exported/kaitai/ask.py")).arg(file.with_extension("py"));
            let answers = ask(&mut command, questions);
            assert_eq!(answers.len(), values.list.len(), "{name}: {golden}");
            for ((path, wanted), answer) in values.list.iter().zip(&answers) {
                if answer == "?" {
                    unsaid += 1;
                    continue;
                }
                assert_eq!(answer, wanted, "{name}: {golden}: {path}");
                compared += 1;
            }
        }
        println!("{name}: {compared} values, and {unsaid} that the language cannot say");
        let most = if name == "gpb" { 5 } else { unsaid * 2 };
        assert!(compared > 20 && compared >= most, "{name}: {compared} values compared, {unsaid} not");
    }
}
