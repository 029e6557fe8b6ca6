//! One declaration, by all that reads and writes it.

use crate::shapes::compare::{exported, generated, interpreted, reports};
use bpx_schema::assemble::{FromJson, assemble};
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonDoc, ToJson};
use bpx_schema::report::{Finding, Mode, Severity};
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use bpx_schema::{Codec, Limits};
use bpx_workbench::export::python_bundle;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Good files, each beginning of them, and each with one byte changed.
fn cases(good: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut cases = good.to_vec();
    for bytes in good {
        cases.extend((0..bytes.len()).map(|end| bytes[..end].to_vec()));
        for (at, flip) in (0..bytes.len()).flat_map(|at| [0x01, 0x20, 0x40, 0x80, 0xFF].map(|flip| (at, flip))) {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            cases.push(changed);
        }
    }
    cases
}

/// Compares generated code, the interpreter, both writers and exported Python; returns how many files were read.
pub(crate) fn everywhere<T>(name: &str, good: &[Vec<u8>]) -> usize
where
    T: Codec<Args = [i128; 0]> + FromJson + ToJson + PartialEq + std::fmt::Debug,
{
    let model = exported::<T>();
    let cases = cases(good);
    let mut read = 0;
    for bytes in &cases {
        let (left, right) =
            (generated::<T>(&model, bytes, &[], Limits::default()), interpreted(&model, bytes, &[], Limits::default()));
        assert_eq!(left, right, "{bytes:02x?}");
        let [left, right] = reports::<T>(&model, bytes, &[]);
        assert_eq!(left, right, "{bytes:02x?}");
        let Ok(value) = T::from_slice(bytes) else { continue };
        read += 1;
        // What a file states otherwise than it is computed is a finding, and is written as computed.
        let written = value.to_vec().unwrap();
        let differs = T::validate(bytes, Mode::Strict).findings().iter().any(|finding| finding.code.ends_with(".calc"));
        assert_eq!(written != *bytes, differs, "{bytes:02x?}");
        let json = value.to_json([]).unwrap();
        assert_eq!(T::from_json(json.root(), []).unwrap(), value, "{}", json.root());
        assert_eq!(assemble(&model, &model.root, json.root(), &[]).unwrap(), written, "{}", json.root());
    }
    for bytes in good {
        assert_eq!(T::validate(bytes, Mode::Strict).findings(), [], "{bytes:02x?}");
    }
    python(name, &model, &cases);
    read
}

/// The JSON of a file.
pub(crate) fn json_of<T: Codec<Args = [i128; 0]> + ToJson>(bytes: &[u8]) -> serde_json::Value {
    let json = T::from_slice(bytes).unwrap().to_json([]).unwrap();
    serde_json::from_str(&json.root().to_string()).unwrap()
}

/// What a writer makes of JSON, or why it refuses it.
pub(crate) fn write<T: Codec>(json: &serde_json::Value) -> Result<Vec<u8>, String> {
    let model = exported::<T>();
    assemble(&model, &model.root, JsonDoc::from(json).root(), &[]).map_err(|error| error.to_string())
}

/// Exported Python finds the same faults, and writes what it reads; of JSON, it writes what the interpreter writes.
fn python(name: &str, model: &Model, cases: &[Vec<u8>]) {
    if !Command::new("python3").arg("--version").output().is_ok_and(|out| out.status.success()) {
        assert!(std::env::var_os("EXPORTS").is_none_or(|value| value != "required"), "`python3` is missing");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join(format!("{name}.py"));
    std::fs::write(&module, python_bundle(model, name).unwrap()).unwrap();
    let lines: String = cases.iter().map(|bytes| format!("{} {}\n", model.root, hex(bytes))).collect();
    let interpreter = Interpreter::new(model).unwrap();
    for (bytes, answer) in cases.iter().zip(ask("driver.py", &[&module], lines)) {
        let (faults, written) = answer.split_once('=').unwrap();
        let report = interpreter.validate(bytes, Mode::Strict);
        let expected: String = report.findings().iter().map(fault).collect();
        assert_eq!(faults, expected, "{bytes:02x?}");
        let is_same = written == hex(bytes) || expected.contains(".calc");
        assert!(is_same || written.is_empty() && !expected.is_empty(), "{bytes:02x?}: {answer}");
    }
}

fn fault(finding: &Finding) -> String {
    let path = finding.path.to_string();
    let path = if path.is_empty() { "." } else { &path };
    let excused = if finding.severity == Severity::Note { "note" } else { "-" };
    format!("{} {} {} {path} {excused};", finding.class, finding.code, finding.location.file)
}

/// The lines that a driver of exported modules answers.
fn ask(driver: &str, args: &[&Path], lines: String) -> Vec<String> {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/testees/exported").join(driver);
    let mut command = Command::new("python3");
    command.arg("-B").arg(driver).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    writer.join().unwrap().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}
