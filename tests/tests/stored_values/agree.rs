//! One declaration, by all that reads and writes it.

use crate::programs::{ask_python, found};
use crate::shapes::compare::{exported, generated, interpreted, reports};
use bpx_schema::assemble::{FromJson, assemble};
use bpx_schema::json::{JsonDoc, ToJson};
use bpx_schema::report::Mode;
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use bpx_schema::{DecodeOwned, Limits};
use bpx_workbench::export::python_bundle;
use tests::python::{Python, Question};

/// Whether a rule is about a value that a writer computes: a count, or a checksum, which may be no number.
fn is_computed(code: &str, path: &str) -> bool {
    code.ends_with(".calc") || code.ends_with("checksum") || path == "header.checksum" && code.ends_with(".digits")
}

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
    T: DecodeOwned<Args = [i128; 0]> + FromJson + ToJson + PartialEq + std::fmt::Debug,
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
        let report = T::validate(bytes, Mode::Strict);
        let differs = report.findings().iter().any(|finding| is_computed(&finding.code, &finding.path.to_string()));
        assert_eq!(written != *bytes, differs, "{bytes:02x?}");
        let json = value.to_json([]).unwrap();
        // JSON becomes a value by way of a file, whose checksums hold.
        let is_sealed = report.findings().iter().all(|finding| finding.path.to_string() != "header.checksum");
        let again = T::from_json(json.root(), []).unwrap();
        assert!(!is_sealed || again == value, "{again:?}, {value:?}: {}", json.root());
        assert_eq!(assemble(&model, &model.root, json.root(), &[]).unwrap(), written, "{}", json.root());
    }
    for bytes in good {
        assert_eq!(T::validate(bytes, Mode::Strict).findings(), [], "{bytes:02x?}");
    }
    python(name, &model, &cases);
    read
}

/// The JSON of a file.
pub(crate) fn json_of<T: DecodeOwned<Args = [i128; 0]> + ToJson>(bytes: &[u8]) -> serde_json::Value {
    let json = T::from_slice(bytes).unwrap().to_json([]).unwrap();
    serde_json::from_str(&json.root().to_string()).unwrap()
}

/// What a writer makes of JSON, or why it refuses it.
pub(crate) fn write<T: DecodeOwned>(json: &serde_json::Value) -> Result<Vec<u8>, String> {
    let model = exported::<T>();
    assemble(&model, &model.root, JsonDoc::from(json).root(), &[]).map_err(|error| error.to_string())
}

/// Exported Python finds the same faults, and writes what it reads; of JSON, it writes what the interpreter writes. Structures
/// with regions are written as whole files.
fn python(name: &str, model: &Model, cases: &[Vec<u8>]) {
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join(format!("{name}.py"));
    std::fs::write(&module, python_bundle(model, name).unwrap()).unwrap();
    let files: Vec<_> = cases.iter().map(Vec::as_slice).collect();
    let mut whole = Vec::new();
    for (bytes, (faults, written)) in cases.iter().zip(ask_python(&module, model, &files)) {
        let expected = found(model, bytes);
        assert_eq!(faults, expected, "{bytes:02x?}");
        if written == "?" {
            whole.push((bytes, expected));
            continue;
        }
        let is_same = written == hex(bytes)
            || expected.iter().any(|fault| fault.split(' ').any(|code| is_computed(code, "header.checksum")));
        assert!(is_same || written.is_empty() && !expected.is_empty(), "{bytes:02x?}: {written}");
    }
    if whole.is_empty() {
        return;
    }
    let python = Python::start([("it", model.clone())].into_iter());
    let questions: Vec<_> =
        whole.iter().map(|(bytes, _)| Question::Bytes { schema: "it", bytes: (*bytes).clone() }).collect();
    for ((bytes, faults), written) in whole.iter().zip(python.ask(&questions)) {
        let is_same = written.as_ref().is_ok_and(|written| written == *bytes);
        assert!(is_same || !faults.is_empty(), "{bytes:02x?}: {written:02x?}");
    }
}
