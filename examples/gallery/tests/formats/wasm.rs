//! WebAssembly: modules of another writer come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_judged_alike};
use bpx_schema::Codec;
use bpx_schema::codec::Uleb;
use bpx_schema::report::{Mode, Verdict};
use gallery::wasm::{Body, Instruction, Module, Section, SectionKind, export};
use std::borrow::Cow;
use wasm_encoder::{
    CodeSection, ConstExpr, CustomSection, DataSection, EntityType, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, MemorySection, MemoryType, TypeSection, ValType,
};

/// A module with most kinds of sections, written by another writer.
fn module() -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32, ValType::I32], [ValType::I32]);
    let mut imports = ImportSection::new();
    imports.import("env", "base", EntityType::Function(0));
    let mut functions = FunctionSection::new();
    functions.function(0);
    let mut memories = MemorySection::new();
    let (memory64, shared, page_size_log2) = (false, false, None);
    memories.memory(MemoryType { minimum: 1, maximum: Some(300), memory64, shared, page_size_log2 });
    let mut globals = GlobalSection::new();
    let global = |val_type| GlobalType { val_type, mutable: true, shared: false };
    globals.global(global(ValType::I32), &ConstExpr::i32_const(-70_000));
    globals.global(global(ValType::F64), &ConstExpr::f64_const(0.5.into()));
    let mut exports = ExportSection::new();
    exports.export("add", ExportKind::Func, 1);
    let mut code = CodeSection::new();
    let mut add = Function::new([(2, ValType::I64)]);
    add.instructions().local_get(0).local_get(1).i32_add().end();
    code.function(&add);
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(200), *b"hello");
    data.passive(*b"later");
    let notes = CustomSection { name: Cow::Borrowed("notes"), data: Cow::Borrowed(b"anything") };
    let mut module = wasm_encoder::Module::new();
    module.section(&types).section(&imports).section(&functions).section(&memories).section(&globals);
    module.section(&exports).section(&code).section(&data).section(&notes);
    module.finish()
}

/// Names and numbers of exports, read by another reader.
fn exports(module: &[u8]) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for part in wasmparser::Parser::new(0).parse_all(module) {
        if let wasmparser::Payload::ExportSection(section) = part.unwrap() {
            let exports = section.into_iter().map(|export| export.unwrap());
            found.extend(exports.map(|export| (export.name.to_owned(), export.index)));
        }
    }
    found
}

#[test]
fn a_module_comes_back_byte_for_byte() {
    assert_comes_back::<Module>(&module());
    assert_judged_alike::<Module>(&module());
}

#[test]
fn small_computations_are_read() {
    let module = Module::from_slice(&module()).unwrap();
    let globals = module.sections.iter().find_map(|section| match &section.body {
        Body::Globals { globals } => Some(globals),
        _ => None,
    });
    let values: Vec<_> = globals.unwrap().iter().map(|global| &global.value.instructions[..]).collect();
    assert_eq!(values, [&[Instruction::I32(bpx_schema::codec::Sleb::new(-70_000))][..], &[Instruction::F64(0.5)]]);
}

#[test]
fn an_added_export_is_read_by_another_reader() {
    let changed = export(&module(), "add", "plus").unwrap();
    assert_eq!(exports(&changed), [("add".to_owned(), 1), ("plus".to_owned(), 1)]);
    assert!(export(&module(), "none", "plus").unwrap_err().to_string().contains("no export `none`"));
}

#[test]
fn sizes_keep_the_bytes_that_they_take() {
    // A size of five bytes, as linkers leave room for.
    let start = [&b"\0asm\x01\0\0\0\x08\x81\x80\x80\x80\0\0"[..]].concat();
    assert_comes_back::<Module>(&start);
    let module = Module::from_slice(&start).unwrap();
    assert_eq!(module.sections[0].body, Body::Start(Uleb::new(0)));
    let new = Module { version: 1, sections: vec![Section::new(SectionKind::Start, Body::Start(Uleb::new(0)))] };
    assert_eq!(new.to_vec().unwrap(), b"\0asm\x01\0\0\0\x08\x01\0");
}

#[test]
fn a_section_that_is_too_short_is_found() {
    let mut module = module();
    module[9] += 1;
    let report = Module::validate(&module, Mode::Strict);
    assert_eq!(report.verdict(), Verdict::Malformed, "{:?}", report.findings());
    assert!(report.findings()[0].path.to_string().starts_with("sections[0].body"), "{:?}", report.findings());
}
