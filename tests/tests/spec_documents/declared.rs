//! Structures that are declared from the texts decode as the hand-written ones; and they compile.

use super::goldens::{Beside, beside, outcomes};
use super::line::Line;
use super::{LATEX, read};
use bpx_codegen::generate::{ModuleInput, rust_module};
use bpx_documents::{Declarations, declare};
use bpx_schema::Limits;
use bpx_schema::interpret::Interpreter;
use bpx_schema::schema::Model;
use bpx_schema::value::hex;
use std::path::Path;

/// Writes the module that `cargo xtask spec` compiles, and what it has to read: name of a structure, bytes, values.
fn write(name: &str, declared: &Declarations, beside: &[Beside]) {
    let input = ModuleInput { model: &declared.model, codes: &declared.model.codes, open: &declared.open };
    let module = rust_module(input, &format!("Generated from `{name}`."), |_, _| true);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/spec/src");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{name}.rs")), module.text).unwrap();
    let lines = beside.iter().flat_map(|one| one.bytes.iter().map(|bytes| line(&declared.model, &one.name, bytes)));
    std::fs::write(folder.join(format!("{name}.values")), lines.collect::<String>()).unwrap();
}

fn line(model: &Model, name: &str, bytes: &[u8]) -> String {
    let mut values = Line::default();
    Interpreter::with_algorithms(model, bpx_formats::algorithms())
        .unwrap()
        .run(name, bytes, &[], Limits::default(), &mut values)
        .unwrap();
    format!("{name} {} {}\n", hex(bytes), values.0)
}

macro_rules! declared {
    ($($name:ident: $folder:literal, $files:expr, $format:literal, $version:expr;)*) => {
        $(#[test]
        #[ignore = "the documents are elsewhere: BPX_SPECS=DIR cargo xtask spec"]
        fn $name() {
            let document = read($folder, $files);
            let declared = declare(&document);
            let beside = beside(&document, &declared, $format, $version);
            write(stringify!($name), &declared, &beside);
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path("");
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            let text = outcomes(&beside, &document, $format);
            settings.bind(|| insta::assert_snapshot!(concat!("declared_", stringify!($name)), text));
        })*
    };
}

declared! {
    bpx_2021: "", "bpx-2021-06-06.txt", "bpx", None;
    bpx_2019: "", "bpx-2019-version0.txt", "bpx-v0", None;
    bpat: "", "bpat-v1.txt", "bpat", Some(1);
    blk: "", "blk.txt", "blk", None;
    gpb: "", "gpb.txt", "gpb", None;
    latex_2021_01: "latex/2021-01-24", LATEX, "bpx", None;
    latex_2021_06: "latex/2021-06-06", LATEX, "bpx", None;
}
