//! WebAssembly: modules of another writer come back, and changed ones are read by another reader.

use crate::shared::{assert_comes_back, assert_kept_alike};
use bpx_schema::Codec;
use bpx_schema::codec::{Sleb, Uleb};
use bpx_schema::report::{Mode, Verdict};
use gallery::wasm::{Body, Module, Operands, Section, SectionKind, export};
use std::borrow::Cow;
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, CustomSection, DataCountSection, DataSection, ElementSection, Elements,
    EntityType, ExportKind, ExportSection, Function, FunctionSection, GlobalSection, GlobalType, HeapType,
    ImportSection, IndirectNameMap, MemArg, MemArgTarget, MemorySection, MemoryType, NameMap, NameSection,
    ProducersField, ProducersSection, RefType, StartSection, TableSection, TableType, TypeSection, ValType,
};

const GLOBAL: GlobalType = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
const MEMORY: MemoryType =
    MemoryType { minimum: 1, maximum: Some(300), memory64: false, shared: false, page_size_log2: None };
const TABLE: TableType =
    TableType { element_type: RefType::FUNCREF, table64: false, minimum: 10, maximum: None, shared: false };

/// A function with instructions of all forms of operands.
fn function() -> Function {
    let mut function = Function::new([(2, ValType::I64), (1, ValType::V128), (1, ValType::EXTERNREF)]);
    let place = MemArg { offset: 300, align: 0, target: MemArgTarget::Memory(0), ordering: None };
    let mut code = function.instructions();
    code.block(BlockType::Empty).loop_(BlockType::Result(ValType::I32)).if_(BlockType::FunctionType(0)).else_().end();
    code.br(1).br_if(0).br_table([0, 1, 300], 1).end().end().return_();
    code.local_get(0).local_set(1).local_tee(2).global_get(1).global_set(0).table_get(0).table_set(0);
    code.i32_load(place).i64_store32(place).memory_size(0).memory_grow(0);
    code.i32_const(-5).i64_const(1 << 40).f32_const(0.5.into()).f64_const((-0.25).into()).i32_add().f64_neg();
    code.drop().select().typed_select(ValType::F32).ref_null(HeapType::FUNC).ref_is_null().ref_func(1);
    code.call(1).call_indirect(0, 0).unreachable().nop();
    code.i32_trunc_sat_f32_s().memory_init(0, 1).data_drop(1).memory_copy(0, 0).memory_fill(0);
    code.table_init(0, 1).elem_drop(1).table_copy(0, 0).table_grow(0).table_size(0).table_fill(0);
    code.v128_load(place).v128_const(7).i8x16_shuffle([3; 16]).i8x16_extract_lane_s(2).v128_load8_lane(place, 1);
    code.v128_load32_zero(place).i8x16_add().f32x4_mul();
    code.i32_extend8_s().end();
    function
}

/// What tables hold, in all eight forms.
fn elements() -> ElementSection {
    let mut elements = ElementSection::new();
    let functions = || Elements::Functions(Cow::Borrowed(&[0, 1]));
    let computed = [ConstExpr::ref_func(1), ConstExpr::ref_null(HeapType::FUNC)];
    let computed = || Elements::Expressions(RefType::FUNCREF, Cow::Borrowed(&computed));
    let place = ConstExpr::i32_const(0);
    elements.active(None, &place, functions()).active(Some(1), &place, functions());
    elements.passive(functions()).declared(functions());
    elements.active(None, &place, computed()).active(Some(1), &ConstExpr::global_get(0), computed());
    elements.passive(computed()).declared(computed());
    elements
}

/// Names of a module, a function, a variable and a type.
fn names() -> NameSection {
    let map = |name: &str| {
        let mut map = NameMap::new();
        map.append(0, name);
        map
    };
    let mut locals = IndirectNameMap::new();
    locals.append(1, &map("left"));
    let mut names = NameSection::new();
    names.module("sample");
    names.functions(&map("base"));
    names.locals(&locals);
    names.types(&map("binary"));
    names
}

/// A module with all kinds of sections, written by another writer.
fn module() -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32, ValType::I32], [ValType::I32]);
    types.ty().function([], []);
    let mut imports = ImportSection::new();
    imports.import("env", "base", EntityType::Function(0));
    imports.import("env", "table", EntityType::Table(TABLE));
    imports.import("env", "memory", EntityType::Memory(MEMORY));
    imports.import("env", "global", EntityType::Global(GLOBAL));
    let mut functions = FunctionSection::new();
    functions.function(0).function(1);
    let mut tables = TableSection::new();
    tables.table(TableType { maximum: Some(20), ..TABLE });
    let mut memories = MemorySection::new();
    memories.memory(MEMORY);
    let mut globals = GlobalSection::new();
    globals.global(GLOBAL, &ConstExpr::i32_const(-70_000));
    globals.global(GlobalType { val_type: ValType::F64, ..GLOBAL }, &ConstExpr::f64_const(0.5.into()));
    globals.global(GlobalType { val_type: ValType::V128, ..GLOBAL }, &ConstExpr::v128_const(5));
    let mut exports = ExportSection::new();
    exports.export("add", ExportKind::Func, 1);
    let mut code = CodeSection::new();
    let mut empty = Function::new([]);
    empty.instructions().end();
    code.function(&function()).function(&empty);
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(200), *b"hello").passive(*b"later").active(1, &ConstExpr::i32_const(0), *b"x");
    let notes = CustomSection { name: Cow::Borrowed("notes"), data: Cow::Borrowed(b"anything") };
    let features = CustomSection { name: Cow::Borrowed("target_features"), data: Cow::Borrowed(b"\x01+\x04simd") };
    let mut language = ProducersField::new();
    language.value("Rust", "1.90");
    let mut producers = ProducersSection::new();
    producers.field("language", &language);
    let mut module = wasm_encoder::Module::new();
    module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories).section(&globals);
    module.section(&exports).section(&StartSection { function_index: 2 }).section(&elements());
    module.section(&DataCountSection { count: 3 }).section(&code).section(&data);
    module.section(&names()).section(&producers).section(&features).section(&notes);
    module.finish()
}

/// A module of all sections, and an empty one.
pub fn samples() -> Vec<Vec<u8>> {
    vec![module(), wasm_encoder::Module::new().finish()]
}

/// A module whose second function has a type that is missing.
pub fn damaged() -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([], []);
    let mut functions = FunctionSection::new();
    functions.function(0).function(1);
    let mut code = CodeSection::new();
    let mut empty = Function::new([]);
    empty.instructions().end();
    code.function(&empty).function(&empty);
    let mut module = wasm_encoder::Module::new();
    module.section(&types).section(&functions).section(&code);
    module.finish()
}

/// The parts of a section that a module has.
fn find<T>(module: &[u8], part: impl Fn(Body) -> Option<T>) -> T {
    Module::from_slice(module).unwrap().sections.into_iter().find_map(|section| part(section.body)).unwrap()
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
fn modules_come_back_byte_for_byte() {
    samples().iter().for_each(|module| assert_comes_back::<Module>(module));
    assert_kept_alike::<Module>(&damaged());
}

#[test]
fn small_computations_are_read() {
    let globals = find(&module(), |body| if let Body::Globals { globals } = body { Some(globals) } else { None });
    let values: Vec<_> = globals.iter().map(|global| &global.value.instructions[0].operands).collect();
    assert_eq!(values[..2], [&Operands::I32(Sleb::new(-70_000)), &Operands::F64(0.5)]);
}

#[test]
fn instructions_begin_where_another_reader_finds_them() {
    let functions = find(&module(), |body| if let Body::Code { functions } = body { Some(functions) } else { None });
    let mut found = 0;
    for part in wasmparser::Parser::new(0).parse_all(&module()) {
        let wasmparser::Payload::CodeSectionEntry(body) = part.unwrap() else { continue };
        let ours = functions[found].code.instructions.len();
        let others = body.get_operators_reader().unwrap().into_iter().collect::<Result<Vec<_>, _>>().unwrap();
        assert_eq!(ours, others.len());
        found += 1;
    }
    assert_eq!((found, functions[0].code.instructions.len() > 50), (2, true));
}

/// Codes, paths and places of what is found.
fn found(module: &[u8]) -> Vec<(String, String, u64)> {
    let report = Module::validate(module, Mode::Strict);
    let found = report.findings().iter();
    found.map(|one| (one.code.to_string(), one.path.to_string(), one.location.file)).collect()
}

#[test]
fn faults_of_modules_are_found() {
    let expected = |code: &str, path: &str, at: u64| vec![(code.to_owned(), path.to_owned(), at)];
    assert_eq!(found(&damaged()), expected("type-index.number", "sections[1].body.types[1].number", 18));
    let module = |sections: &[&[u8]]| [b"\0asm\x01\0\0\0", &sections.concat()[..]].concat();
    // Two sections of memories, and one whose least size is larger than the greatest.
    let memory = b"\x05\x03\x01\x00\x01";
    assert_eq!(found(&module(&[memory, memory])), expected("module.section-once", "sections[1].kind", 13));
    let size = expected("bounds.order", "sections[0].body.memories[0].range.closed.smallest", 12);
    assert_eq!(found(&module(&[b"\x05\x04\x01\x01\x02\x01"])), size);
    // A function without an end, and a value that a call computes.
    let (types, functions) = (b"\x01\x04\x01\x60\0\0", b"\x03\x02\x01\0");
    let code = module(&[types, functions, b"\x0A\x05\x01\x03\0\x01\x01"]);
    assert_eq!(found(&code), expected("code.end", "sections[2].body.functions[0].code.instructions", 23));
    let global = module(&[b"\x06\x06\x01\x7F\0\x10\x00\x0B"]);
    let path = "sections[0].body.globals[0].value.instructions[0].opcode";
    assert_eq!(found(&global), expected("computation.constant", path, 13));
    // Two functions, of which one has code, and a number of data where there is none.
    let one = module(&[types, b"\x03\x03\x02\0\0", b"\x0A\x04\x01\x02\0\x0B"]);
    assert_eq!(found(&one), expected("code.functions", "sections[2].body.count", 21));
    assert_eq!(
        found(&module(&[b"\x0C\x01\x05", b"\x0B\x04\x01\x01\x01x"])),
        expected("data-count.segments", "sections[0].body.count", 10)
    );
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
