//! Structures that are declared from the texts decode as those that people declared; and they compile.

use super::{LATEX, read};
use bpx_formats::Format;
use bpx_schema::Limits;
use bpx_schema::generate::{Input, rust};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::Finding;
use bpx_schema::schema::{Body, CodesLink, Model, Structure};
use bpx_schema::spec::{Declarations, declare};
use bpx_schema::watch::{Leaf, Node, Watch};
use std::fmt::Write;
use std::path::Path;

/// Values in the order of the bytes, whatever they are called.
#[derive(Default)]
struct Values(Vec<(u64, String)>);

impl Watch for Values {
    fn open(&mut self, _: &Node<'_>) {}
    fn leaf(&mut self, leaf: &Leaf<'_>) {
        self.0.push((leaf.at.file, format!("{:?}", leaf.value)));
    }
    fn close(&mut self, _: &Node<'_>, _: u64) {}
    fn report(&mut self, _: Finding) {}
}

/// What a structure makes of bytes in which every bit is of some use.
fn values(model: &Model, name: &str, size: u64) -> Vec<(u64, String)> {
    let mut all = Values::default();
    for step in [1, 37, 91_u8] {
        let bytes: Vec<u8> = (0..size).map(|at| (at as u8).wrapping_mul(step).wrapping_add(step)).collect();
        Interpreter::new(model).unwrap().run(name, &bytes, &[], Limits::default(), &mut all).unwrap();
    }
    all.0
}

/// Letters and digits of the names of fields, as documents spell them; reserved ones are all the same.
fn labels(structure: &Structure) -> Vec<String> {
    let plain = |label: &str, name: &str| {
        let text = if label.is_empty() { name } else { label };
        let text: String = text.chars().filter(|one| one.is_alphanumeric()).collect::<String>().to_lowercase();
        if text.starts_with("reserved") { "reserved".to_owned() } else { text }
    };
    match &structure.body {
        Body::Bits(fields) => fields.iter().map(|field| plain(&field.label, &field.name)).collect(),
        _ => structure.fields().iter().map(|field| plain(&field.label, &field.name)).collect(),
    }
}

/// How many fields are called the same, when there are as many, and that is most of them.
fn in_common(a: &[String], b: &[String]) -> Option<usize> {
    let same = a.iter().zip(b).filter(|(a, b)| a == b).count();
    (a.len() == b.len() && same * 2 > a.len()).then_some(same)
}

/// Codes that a structure's fields have, by field.
fn codes(structure: &Structure) -> Vec<Vec<u64>> {
    let links: Vec<Option<&CodesLink>> = match &structure.body {
        Body::Bits(fields) => fields.iter().map(|field| field.codes.as_ref()).collect(),
        _ => structure.fields().iter().map(|field| field.codes.as_ref()).collect(),
    };
    links
        .iter()
        .map(|link| link.map_or_else(Vec::new, |link| link.get().codes.iter().map(|code| code.value).collect()))
        .collect()
}

/// Every structure of the document of a fixed size, and what it is beside the declarations.
fn beside(declared: &Declarations, model: &Model) -> String {
    let mut text = String::new();
    let fixed = |model: &Model| {
        let sized = model.structures.values().filter(|one| one.size.is_some());
        sized.cloned().collect::<Vec<_>>()
    };
    let ours = fixed(model);
    let mut same = 0;
    for theirs in fixed(&declared.model) {
        let sized = ours.iter().filter(|one| one.size == theirs.size);
        let mut alike: Vec<_> =
            sized.filter_map(|one| Some((in_common(&labels(one), &labels(&theirs))?, one))).collect();
        alike.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let size = theirs.size.unwrap();
        let read = values(&declared.model, &theirs.name, size);
        let found = alike
            .into_iter()
            .map(|(_, one)| one)
            .filter(|one| values(model, &one.name, size) == read)
            .map(|one| (&one.name, codes(one)))
            .next();
        match found {
            Some((name, own)) => {
                same += 1;
                let differ = codes(&theirs).iter().zip(&own).filter(|(a, b)| !a.is_empty() && a != b).count();
                let differ = if differ == 0 { String::new() } else { format!(", {differ} sets of codes differ") };
                writeln!(text, "{size} bytes: as {name}{differ}").unwrap();
            }
            None => writeln!(text, "{size} bytes, {} parts: as none", labels(&theirs).len()).unwrap(),
        }
    }
    writeln!(text, "{same} the same, {} open", declared.open.len()).unwrap();
    text
}

/// Writes the module that `cargo xtask spec` compiles.
fn write(name: &str, declared: &Declarations) {
    let input = Input { model: &declared.model, codes: &declared.codes, open: &declared.open };
    let module = rust(input, &format!("Generated from `{name}`."), |_| true);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/spec/src");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{name}.rs")), module.text).unwrap();
}

macro_rules! declared {
    ($($name:ident: $folder:literal, $files:expr, $format:literal;)*) => {
        $(#[test]
        #[ignore = "the documents are elsewhere: BPX_SPECS=DIR cargo xtask spec"]
        fn $name() {
            let declared = declare(&read($folder, $files));
            write(stringify!($name), &declared);
            let (_, schema) = Format::find_schema($format).unwrap();
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path("");
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            let text = beside(&declared, &Model::of(schema));
            settings.bind(|| insta::assert_snapshot!(concat!("declared_", stringify!($name)), text));
        })*
    };
}

declared! {
    bpx_2021: "", &["bpx-2021-06-06.txt"], "bpx";
    bpx_2019: "", &["bpx-2019-version0.txt"], "bpx-v0";
    bpat: "", &["bpat-v1.txt"], "bpat";
    blk: "", &["blk.txt"], "blk";
    gpb: "", &["gpb.txt"], "gpb";
    latex_2021_01: "latex/2021-01-24", LATEX, "bpx";
    latex_2021_06: "latex/2021-06-06", LATEX, "bpx";
}
