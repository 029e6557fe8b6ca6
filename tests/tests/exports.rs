//! Exported code, compiled and run: it finds the expected faults in every vector, and writes what it reads.
#![cfg(unix)]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "stored_values/records.rs"]
mod records;
mod shapes;

use bpx_schema::Codec;
use bpx_schema::report::{Class, Path as At, Severity};
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use bpx_workbench::export::{PYTHON_RUNTIME, Target, export, format_stem, python_bundle, python_runtime};
use bpx_workbench::vectors::{Fault, Vector, boundary_vectors};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use test_needs::needs;

#[needs(python3)]
#[test]
fn checksums_have_the_values_of_the_catalogue() {
    use bpx_schema::checksum::{
        Adler32, ByteSum, Checksum, Crc32, Sum16Be, Sum16Le, Sum32Be, Sum32Le, checksum_of, crc,
    };
    fn of<C: Checksum>() -> String {
        format!("{} {}", C::NAME, checksum_of::<C>(b"123456789"))
    }
    let built_in = [
        of::<Adler32>(),
        of::<ByteSum>(),
        of::<crc::Crc8>(),
        of::<crc::Crc16Arc>(),
        of::<crc::Crc16Ccitt>(),
        of::<crc::Crc16Kermit>(),
        of::<crc::Crc16Modbus>(),
        of::<crc::Crc16Xmodem>(),
        of::<crc::Crc24OpenPgp>(),
        of::<Crc32>(),
        of::<crc::Crc32Bzip2>(),
        of::<crc::Crc32c>(),
        of::<crc::Crc32Mpeg2>(),
        of::<crc::Crc64Ecma>(),
        of::<crc::Crc64Xz>(),
        of::<Sum16Be>(),
        of::<Sum16Le>(),
        of::<Sum32Be>(),
        of::<Sum32Le>(),
    ];
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(PYTHON_RUNTIME), python_runtime()).unwrap();
    let print = "from bpx_runtime import _SUMS\nfor name, sum in _SUMS.items(): print(name, sum(b'123456789'))";
    let output = Command::new("python3").args(["-B", "-c", print]).current_dir(folder.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let known: Vec<_> = text.lines().collect();
    for line in &built_in {
        assert!(known.contains(&line.as_str()), "{line}: {text}");
    }
    // And one that only files of BPX have.
    assert_eq!(known.len(), built_in.len() + 1);
}

/// A schema, by the name that it is exported under.
type Named = (&'static str, Model);

/// Returns the schemas of all formats.
fn formats() -> Vec<Named> {
    let all = bpx_formats::formats().iter().flat_map(|format| format.schemas());
    all.map(|(name, schema)| (name, Model::from_root(schema))).collect()
}

/// Schemas that use every rule there is.
fn rules() -> Vec<Named> {
    vec![
        ("rules", Model::from_root(shapes::Rules::schema())),
        ("signed", Model::from_root(shapes::Signed::schema())),
        ("narrow", Model::from_root(records::Narrow::schema())),
        ("numerals", Model::from_root(records::Numerals::schema())),
        ("tagged", Model::from_root(records::Tagged::schema())),
    ]
}

fn driver(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/testees/exported").join(name)
}

/// Returns every vector of every record.
fn vectors(model: &Model) -> Vec<(String, Vector)> {
    let records = model.structures.values().filter(|structure| structure.size.is_some());
    let vectors = records.map(|record| {
        let name = record.name.to_string();
        boundary_vectors(model, &name).unwrap().into_iter().map(move |vector| (name.clone(), vector))
    });
    vectors.flatten().chain(by_hand(model)).collect()
}

/// What the vectors of `Rules` leave open: which byte of a number of two bytes counts more. `first`, at offset 14, and
/// `last`, after it, are big-endian, and `first` must not be greater.
fn by_hand(model: &Model) -> Vec<(String, Vector)> {
    let Some(rules) = model.get("Rules") else {
        return Vec::new();
    };
    let valid = boundary_vectors(model, "Rules").unwrap().remove(0);
    let code = rules.rules[0].code.to_string();
    let (class, severity) = (Class::Inconsistent, Severity::Error);
    let fault = Fault { class, severity, code, path: At::root(), offset: 0, lenient: String::new() };
    let vector = |numbers: [u8; 4], faults| {
        let mut bytes = valid.bytes.clone();
        bytes[14..18].copy_from_slice(&numbers);
        ("Rules".to_owned(), Vector { title: format!("{numbers:?}"), bytes, faults })
    };
    vec![vector([1, 0, 0, 255], vec![fault]), vector([0, 255, 1, 0], vec![])]
}

/// Returns the lines that a program answers.
fn ask(command: &mut Command, questions: &str) -> Vec<String> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let questions = questions.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(questions.as_bytes()));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", output.status);
    writer.join().unwrap().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(ToOwned::to_owned).collect()
}

/// Asks for every vector, and compares faults and written bytes: the number of vectors, and what differs.
fn compare(name: &str, model: &Model, command: &mut Command, with_path: bool) -> (usize, Vec<String>) {
    let mut wrong = Vec::new();
    let vectors = vectors(model);
    let questions = vectors.iter().fold(String::new(), |mut text, (record, vector)| {
        writeln!(text, "{record} {}", hex(&vector.bytes)).unwrap();
        text
    });
    let answers = ask(command, &questions);
    assert_eq!(answers.len(), vectors.len(), "{name}");
    for ((record, vector), answer) in vectors.iter().zip(&answers) {
        let mut wanted = String::new();
        for fault in &vector.faults {
            write!(wanted, "{} {} {}", fault.class, fault.code, fault.offset).unwrap();
            if with_path {
                let path = fault.path.to_string();
                write!(wanted, " {}", if path.is_empty() { "." } else { &path }).unwrap();
            }
            wanted.push(';');
        }
        let (faults, written) = answer.split_once('=').unwrap();
        // Which interpretation excuses a fault is not part of a vector.
        let cut = |fault: &str| match with_path {
            true => format!("{};", fault.rsplit_once(' ').unwrap().0),
            false => format!("{fault};"),
        };
        let faults: String = faults.split_terminator(';').map(cut).collect();
        let whole = vector.bytes.len() as u64 == model.get(record).unwrap().size.unwrap();
        let again = if whole { hex(&vector.bytes) } else { String::new() };
        if faults != wanted || written != again {
            wrong.push(format!("{name}: {record}: {}: {faults} for {wanted}, {written} for {again}", vector.title));
        }
    }
    (vectors.len(), wrong)
}

/// As [`compare`], when nothing may differ.
fn check(name: &str, model: &Model, command: &mut Command, with_path: bool) -> usize {
    let (count, wrong) = compare(name, model, command, with_path);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    count
}

/// Writes the export of a schema into a folder.
fn place(folder: &Path, name: &str, model: &Model, target: Target) -> PathBuf {
    let path = folder.join(format_stem(name)).with_extension(target.extension());
    std::fs::write(&path, export(model, name, target).unwrap()).unwrap();
    if target == Target::Python {
        std::fs::write(folder.join(PYTHON_RUNTIME), python_runtime()).unwrap();
    }
    path
}

/// Compiles the driver with a header.
fn compile(compiler: &str, more: &[&str], folder: &Path, header: &Path) -> PathBuf {
    let program = folder.join("driver");
    let prefix = header.file_stem().unwrap().to_str().unwrap().to_uppercase();
    let mut command = Command::new(compiler);
    command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"]).args(more);
    command.arg(format!("-DHEADER=\"{}\"", header.display())).arg(format!("-DRECORDS={prefix}_RECORDS"));
    command.arg(driver("driver.c")).arg("-o").arg(&program);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    program
}

fn c_answers(compiler: &str, more: &[&str]) {
    let mut count = 0;
    for (name, model) in formats().into_iter().chain(rules()) {
        let folder = tempfile::tempdir().unwrap();
        let header = place(folder.path(), name, &model, Target::C);
        let program = compile(compiler, more, folder.path(), &header);
        count += check(name, &model, &mut Command::new(program), false);
    }
    assert!(count > 1200, "only {count} vectors");
}

#[needs(gcc)]
#[test]
fn headers_agree_with_gcc() {
    c_answers("gcc", &["-O1", "-Wconversion"]);
}

#[needs(gcc)]
#[test]
fn headers_neither_read_nor_compute_past_the_end() {
    c_answers("gcc", &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
}

#[needs(clang)]
#[test]
fn headers_agree_with_clang() {
    c_answers("clang", &["-O1"]);
}

#[needs(python3)]
#[test]
fn modules_agree() {
    let mut count = 0;
    for (name, model) in formats().into_iter().chain(rules()) {
        let folder = tempfile::tempdir().unwrap();
        let module = place(folder.path(), name, &model, Target::Python);
        count += check(name, &model, Command::new("python3").arg("-B").arg(driver("driver.py")).arg(module), true);
    }
    assert!(count > 1200, "only {count} vectors");
}

#[needs(python3)]
#[test]
fn altered_modules_differ() {
    let model = Model::from_root(shapes::Rules::schema());
    let text = python_bundle(&model, "rules").unwrap();
    for (old, new) in [
        ("(-5, 100)", "(-5, 101)"),
        ("(2, 3)", "(2, 125)"),
        ("(1, 2, 4)", "(1, 2, 3, 4)"),
        ("Green = 2", "Green = 3"),
        ("Old = 8", "Old = 16"),
        ("b\"RU\"", "b\"RV\""),
        ("Bits(\"wide\", 4, 11", "Bits(\"wide\", 4, 10"),
        ("\"multiple-of\", \"pair.high.multiple-of\", 4", "\"multiple-of\", \"pair.high.multiple-of\", 8"),
        ("s.get(\"first\") <=", "s.get(\"first\") <"),
        ("Int(2, big=True)", "Int(2)"),
    ] {
        assert!(text.contains(old), "{old} is not in the module");
        let folder = tempfile::tempdir().unwrap();
        let module = folder.path().join("rules.py");
        std::fs::write(&module, text.replace(old, new)).unwrap();
        let mut command = Command::new("python3");
        let (_, wrong) = compare("rules", &model, command.arg("-B").arg(driver("driver.py")).arg(module), true);
        assert!(!wrong.is_empty(), "nobody notices {new} for {old}");
    }
}
