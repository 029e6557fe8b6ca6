//! Exports: Python and Kaitai Struct read what the interpreter reads, C compiles, and the macros take what is generated.

use super::files::{Format, all};
use super::shapes::{self, samples};
use bpx_schema::codegen::{derive_record, structure};
use bpx_schema::export::{Target, export, stem};
use bpx_schema::generate;
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Finding, Mode, Path as At, Segment, Severity};
use bpx_schema::schema::Model;
use bpx_schema::value::{Value, hex};
use bpx_schema::watch::{Leaf, Node, Watch};
use bpx_schema::{Codec, Limits};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn driver(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/testees/exported").join(name)
}

/// Whether a program is there.
fn there(command: &mut Command) -> bool {
    let there = command.output().is_ok_and(|out| out.status.success());
    let required = std::env::var_os("EXPORTS").is_some_and(|value| value == "required");
    assert!(there || !required, "{command:?} fails");
    there
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
fn found(format: &Format, bytes: &[u8]) -> String {
    let report = Interpreter::new(&format.model).unwrap().validate(bytes, Mode::Strict);
    let fault = |finding: &Finding| {
        let path = finding.path.to_string();
        let path = if path.is_empty() { "." } else { &path };
        let excused = match (finding.severity, &*finding.lenient) {
            (Severity::Note, _) => "note",
            (_, "") => "-",
            (_, lenient) => lenient,
        };
        format!("{} {} {} {path} {excused};", finding.class, finding.code, finding.location.file)
    };
    report.findings().iter().map(fault).collect()
}

/// The faults, without the place where a decompressor notices that a stream is broken: each has its own.
fn comparable(faults: &str) -> Vec<String> {
    let words = |fault: &str| match fault.strip_prefix("bad-stream ") {
        Some(rest) => rest.split(' ').enumerate().filter(|(at, _)| *at != 1).map(|(_, word)| word).collect(),
        None => fault.to_owned(),
    };
    faults.split_terminator(';').map(words).collect()
}

#[test]
fn modules_find_what_the_interpreter_finds() {
    if !there(Command::new("python3").arg("--version")) {
        return;
    }
    for format in all().into_iter().chain(shaped()) {
        let folder = tempfile::tempdir().unwrap();
        let module = folder.path().join(format!("{}.py", stem(format.name)));
        std::fs::write(&module, export(&format.model, format.name, Target::Python).unwrap()).unwrap();
        let mut cases = Vec::new();
        for file in &format.files {
            cases.extend((0..=file.len()).map(|end| file[..end].to_vec()));
            cases.push([&file[..], b"more"].concat());
            for at in 0..file.len() {
                for value in [file[at] ^ 1, file[at] ^ 0x80, 0xFF] {
                    let mut bytes = file.clone();
                    bytes[at] = value;
                    cases.push(bytes);
                }
            }
        }
        let questions = cases.iter().map(|bytes| format!("{} {}\n", format.model.root, hex(bytes))).collect();
        let answers = ask(Command::new("python3").arg("-B").arg(driver("driver.py")).arg(&module), questions);
        assert_eq!(answers.len(), cases.len(), "{}", format.name);
        let mut back = 0;
        for (bytes, answer) in cases.iter().zip(&answers) {
            let (faults, written) = answer.split_once('=').unwrap();
            assert_eq!(comparable(faults), comparable(&found(&format, bytes)), "{}: {bytes:02x?}", format.name);
            back += usize::from(written == hex(bytes));
            if format.files.contains(bytes) {
                assert!(written == "?" || written == hex(bytes), "{}: {written}", format.name);
            }
        }
        let regions = format
            .model
            .structures
            .values()
            .flat_map(bpx_schema::schema::Structure::all_fields)
            .any(|one| one.region.is_some());
        assert!(regions || back > 0, "{}: nothing is written back", format.name);
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
        self.list.push((path.to_string(), shown(&leaf.value)));
    }

    fn close(&mut self, _: &Node<'_>, _: u64) {
        self.path.pop();
    }

    fn report(&mut self, finding: Finding) {
        panic!("{finding}");
    }
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

/// The structures that use every feature of the language.
fn shaped() -> Vec<Format> {
    let dynamics = samples::dynamics().iter().map(|value| samples::bytes_of(value, &[])).collect();
    let of = |name, schema, files| Format { name, model: Model::of(schema), files };
    vec![
        of("rules", shapes::Rules::schema(), vec![samples::bytes_of(&samples::rules(), &[])]),
        of("dynamic", shapes::Dynamic::schema(), dynamics),
        of("archive", shapes::Archive::schema(), vec![samples::archive()]),
        of("ledger", shapes::Ledger::schema(), vec![samples::ledger()]),
        of("nest", shapes::Nest::schema(), vec![vec![1, 3, 4, 1, 3, 1, 0]]),
    ]
}

#[test]
fn compiled_kaitai_reads_what_the_interpreter_reads() {
    let folder = std::env::var_os("KAITAI")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/kaitai"), PathBuf::from);
    let out = tempfile::tempdir().unwrap();
    let compile = |file: Option<&Path>| {
        let mut command = Command::new("node");
        command
            .env("NODE_PATH", folder.join("node_modules"))
            .arg(driver("kaitai/compile.js"))
            .arg(out.path())
            .args(file);
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
    for Format { name, model, files } in all().into_iter().chain(shaped()) {
        let file = out.path().join(format!("{}.ksy", stem(name)));
        std::fs::write(&file, export(&model, name, Target::Kaitai).unwrap()).unwrap();
        let made = compile(Some(&file)).output().unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(made.status.success(), "{name}: {}\n{text}", String::from_utf8_lossy(&made.stderr));
        let (mut compared, mut unsaid) = (0, 0);
        for bytes in files {
            let mut values = Values::default();
            let read = Interpreter::new(&model).unwrap();
            read.run(&model.root, &bytes, &[], Limits::default(), &mut values).unwrap();
            let paths = values.list.iter().map(|(path, _)| path.as_str());
            let questions = std::iter::once(&*hex(&bytes)).chain(paths).collect::<Vec<_>>().join("\n");
            let mut command = python();
            command.arg(driver("kaitai/ask.py")).arg(file.with_extension("py"));
            let answers = ask(&mut command, questions);
            assert_eq!(answers.len(), values.list.len(), "{name}");
            for ((path, wanted), answer) in values.list.iter().zip(&answers) {
                if answer == "?" {
                    unsaid += 1;
                    continue;
                }
                assert_eq!(answer, wanted, "{name}: {path}\n{text}");
                compared += 1;
            }
        }
        println!("{name}: {compared} values, and {unsaid} that the language cannot say");
        assert!(compared >= 4 && compared > unsaid, "{name}: {compared} values compared, {unsaid} not");
        let listed = ["searches or sums", "only the stored bytes"].iter().any(|words| text.contains(words));
        assert!(unsaid == 0 || listed, "{name}: what is left out is not listed");
    }
}

#[test]
fn headers_compile() {
    if !there(Command::new("gcc").arg("--version")) {
        return;
    }
    for Format { name, model, .. } in all().into_iter().chain(shaped()) {
        let folder = tempfile::tempdir().unwrap();
        let header = folder.path().join("it.h");
        std::fs::write(&header, export(&model, name, Target::C).unwrap()).unwrap();
        let source = folder.path().join("it.c");
        std::fs::write(&source, "#include \"it.h\"\nint main(void) { return 0; }\n").unwrap();
        let mut command = Command::new("gcc");
        command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"]).arg(&source);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_macros_take_what_is_generated() {
    for Format { name, model, .. } in all().into_iter().chain(shaped()) {
        let module = generate::rust((&model).into(), name, |_, _| true);
        assert_eq!(module.todo, [], "{name}");
        let items = items_taken(&module.text);
        assert!(items >= model.structures.len(), "{name}: {items} items");
    }
}

/// The items of a module, all of which the macros take.
fn items_taken(text: &str) -> usize {
    let mut items = 0;
    for item in syn::parse_file(text).unwrap_or_else(|error| panic!("{error}\n{text}")).items {
        let attributes = match &item {
            syn::Item::Struct(item) => &item.attrs,
            syn::Item::Enum(item) => &item.attrs,
            _ => continue,
        };
        let is_structure = attributes.iter().any(|one| one.path().is_ident("structure"));
        let tokens = quote::quote!(#item);
        let expanded =
            if is_structure { structure(Default::default(), without(tokens)) } else { derive_record(tokens) };
        let expanded = expanded.map(drop).map_err(|error| error.to_string());
        assert_eq!(expanded, Ok(()), "{text}");
        items += 1;
    }
    items
}

/// A schema of structures, given by their names and bodies.
fn schema_of(structures: &[(&str, serde_json::Value)]) -> Model {
    let one = |(name, body): &(&str, serde_json::Value)| {
        let structure = serde_json::json!({
            "name": name, "doc": "", "spec": "", "params": [], "size": 1, "body": body, "rules": [], "derived": [],
            "sums": [],
        });
        ((*name).to_owned(), structure)
    };
    let all: serde_json::Map<_, _> = structures.iter().map(one).collect();
    let schema = serde_json::json!({ "root": structures[0].0, "structures": all });
    Model::from_json(&schema.to_string()).unwrap()
}

/// A field of one byte, with what is said of it.
fn byte(more: &serde_json::Value) -> serde_json::Value {
    let mut field = serde_json::json!({
        "name": "x", "label": "", "doc": "", "spec": "", "offset": null,
        "ty": { "int": { "size": 1, "signed": false, "endian": "little" } }, "len": null, "when": null,
        "otherwise": null, "derived": null, "codes": null, "constraints": [], "region": null, "children": false,
    });
    field.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    field
}

#[test]
fn names_of_the_prelude_and_names_that_meet_stay_apart() {
    let names = ["Vec", "Option", "String", "Self", "Some", "Result", "Record", "Regions", "A B", "a b", "A-B", ""];
    let body = || serde_json::json!({ "fields": [byte(&serde_json::json!({}))] });
    let module = generate::rust((&schema_of(&names.map(|name| (name, body())))).into(), "Names.", |_, _| true);
    assert_eq!(items_taken(&module.text), names.len());
    let file = syn::parse_file(&module.text).unwrap();
    let name = |item: &syn::Item| match item {
        syn::Item::Struct(item) => Some(item.ident.to_string()),
        _ => None,
    };
    let types: Vec<_> = file.items.iter().filter_map(name).collect();
    let unique: std::collections::BTreeSet<_> = types.iter().collect();
    assert_eq!(unique.len(), names.len(), "{types:?}");
    for taken in ["Vec", "Option", "String", "Self", "Some", "Record", "Regions"] {
        assert!(!types.iter().any(|name| name == taken), "{taken} in {types:?}");
    }
}

#[test]
fn what_cannot_be_declared_is_noted_and_the_rest_is_taken() {
    let bit = |bit: u16, bits: u16| {
        serde_json::json!({
            "name": "b", "label": "", "doc": "", "bit": bit, "bits": bits, "codes": null, "constraints": [],
        })
    };
    let codes = serde_json::json!({ "codes": {
        "name": "Codes", "doc": "", "spec": "", "flags": false, "codes": [{ "name": "One", "value": 1, "doc": "" }],
    } });
    let mut of_structure = codes.clone();
    of_structure["ty"] = serde_json::json!({ "named": { "link": "Other", "args": [] } });
    let fields = |more: &serde_json::Value| serde_json::json!({ "fields": [byte(more)] });
    let schema = schema_of(&[
        ("Wide", serde_json::json!({ "bits": [bit(0, 129)] })),
        ("None left", serde_json::json!({ "bits": [] })),
        ("Part", serde_json::json!({ "bits": [bit(0, 3)] })),
        ("Coded", fields(&of_structure)),
        ("Other", fields(&codes)),
        ("Lines", fields(&serde_json::json!({ "doc": "a\rb\u{7f}c\r\n*/ d" }))),
    ]);
    let module = generate::rust((&schema).into(), "Parts.", |_, _| true);
    assert_eq!(items_taken(&module.text), 7, "{}", module.text);
    let noted: Vec<_> = module.todo.iter().map(|(name, _)| &**name).collect();
    assert!(noted.contains(&"Wide"), "{:?}", module.todo);
}

/// The item without the attribute that the compiler takes away.
fn without(item: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let mut item: syn::Item = syn::parse2(item).unwrap();
    let attributes = match &mut item {
        syn::Item::Struct(item) => &mut item.attrs,
        syn::Item::Enum(item) => &mut item.attrs,
        _ => panic!("neither a struct nor an enum"),
    };
    attributes.retain(|one| !one.path().is_ident("structure"));
    quote::quote!(#item)
}
