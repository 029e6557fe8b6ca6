//! WebAssembly: modules of a virtual machine (W3C, 2019), as sections with numbers of variable size.
//!
//! Nearly every number is LEB128, sizes and counts too; a number that takes more bytes than necessary keeps its size. A
//! writer sets the stated size of a section. An instruction is a byte that decides the operands. Constant expressions,
//! such as the offset of data in a memory, are lists of the same instructions up to `end`: `until`. The page declares
//! version 2.0, and the contents of three custom sections on which tools agree.

mod instructions;
mod opcodes;

pub use instructions::*;
pub use opcodes::Opcode;

use crate::missing;
use bpx_schema::codec::Uleb;
use bpx_schema::{Codec, Record, Result, structure};

/// A module.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"\0asm")]
#[schema(each(sections, assert(
    entry.kind == 0 || first.kind == index,
    code = "module.section-once",
    spec = "5.5.2",
    text = "expected one section of the kind {entry.kind}, found another",
    on = kind
)))]
pub struct Module {
    /// Version of the format.
    #[schema(supported(1))]
    pub version: u32,
    /// The sections.
    #[br(parse_with = until_eof)]
    pub sections: Vec<Section>,
}

/// A section.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Kind of the section.
    #[schema(codes = SectionKind, known)]
    pub kind: u8,
    /// Size of the body in bytes, which a writer sets.
    length: Uleb<u32>,
    /// The body.
    #[br(args(kind))]
    #[schema(region(size = length))]
    pub body: Body,
}

/// Kinds of sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum SectionKind {
    /// Custom content with a name.
    Custom = 0,
    /// Function types.
    Types = 1,
    /// Imports.
    Imports = 2,
    /// Type of each function.
    Functions = 3,
    /// Tables of references.
    Tables = 4,
    /// Memories.
    Memories = 5,
    /// Global variables.
    Globals = 6,
    /// Exports.
    Exports = 7,
    /// Function that runs when the module starts.
    Start = 8,
    /// Initial elements of tables.
    Elements = 9,
    /// Code of functions.
    Code = 10,
    /// Initial contents of memories.
    Data = 11,
    /// Number of data segments, stated before the code.
    DataCount = 12,
}

/// The content of a section.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum Body {
    /// Custom content with a name.
    #[br(pre_assert(kind == 0))]
    Custom {
        name: Name,
        #[br(args(
            if name.text == b"name" { 1 } else if name.text == b"producers" { 2 } else if name.text == b"target_features" { 3 } else { 0 }
        ))]
        content: Custom,
    },
    /// Function types.
    #[br(pre_assert(kind == 1))]
    Types {
        #[br(temp)]
        #[bw(calc = types.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        #[schema(pool("types"))]
        types: Vec<FunctionType>,
    },
    /// Imports.
    #[br(pre_assert(kind == 2))]
    Imports {
        #[br(temp)]
        #[bw(calc = imports.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        imports: Vec<Import>,
    },
    /// Index of the type of each function.
    #[br(pre_assert(kind == 3))]
    Functions {
        #[br(temp)]
        #[bw(calc = types.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        #[schema(pool("functions"))]
        types: Vec<TypeIndex>,
    },
    /// Tables of references.
    #[br(pre_assert(kind == 4))]
    Tables {
        #[br(temp)]
        #[bw(calc = tables.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        tables: Vec<Table>,
    },
    /// Memories, in pages of 65,536 bytes.
    #[br(pre_assert(kind == 5))]
    Memories {
        #[br(temp)]
        #[bw(calc = memories.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        memories: Vec<Bounds>,
    },
    /// Global variables.
    #[br(pre_assert(kind == 6))]
    Globals {
        #[br(temp)]
        #[bw(calc = globals.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        globals: Vec<Global>,
    },
    /// Exports.
    #[br(pre_assert(kind == 7))]
    Exports {
        #[br(temp)]
        #[bw(calc = exports.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        exports: Vec<Export>,
    },
    /// Index of the function that runs when the module starts.
    #[br(pre_assert(kind == 8))]
    Start(Uleb<u32>),
    /// Initial elements of tables.
    #[br(pre_assert(kind == 9))]
    Elements {
        #[br(temp)]
        #[bw(calc = elements.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        elements: Vec<Elements>,
    },
    /// Code of functions.
    #[br(pre_assert(kind == 10))]
    Code {
        #[br(temp)]
        #[bw(calc = functions.len())]
        #[schema(count_of("functions", code = "code.functions"))]
        count: Uleb<u32>,
        #[br(count = count)]
        functions: Vec<Function>,
    },
    /// Initial contents of memories.
    #[br(pre_assert(kind == 11))]
    Data {
        #[br(temp)]
        #[bw(calc = segments.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        #[schema(pool("segments"))]
        segments: Vec<Segment>,
    },
    /// Number of data segments.
    #[br(pre_assert(kind == 12))]
    DataCount {
        #[schema(count_of("segments", code = "data-count.segments"))]
        count: Uleb<u32>,
    },
    /// Content of a section of an unknown kind.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The index of a function type.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct TypeIndex {
    /// The index.
    #[schema(index_in("types", code = "type-index.number"))]
    pub number: Uleb<u32>,
}

/// A text with its size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    #[br(temp)]
    #[bw(calc = text.len())]
    length: Uleb<u32>,
    /// The text.
    #[br(count = length)]
    #[schema(utf8)]
    pub text: Vec<u8>,
}

/// The type of a function.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(magic = b"\x60")]
pub struct FunctionType {
    #[br(temp)]
    #[bw(calc = parameters.len())]
    parameter_count: Uleb<u32>,
    /// Types of the parameters.
    #[br(count = parameter_count)]
    pub parameters: Vec<ValueType>,
    #[br(temp)]
    #[bw(calc = results.len())]
    result_count: Uleb<u32>,
    /// Types of the results.
    #[br(count = result_count)]
    pub results: Vec<ValueType>,
}

/// An item that the module imports.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// Name of the module that exports the item.
    pub module: Name,
    /// Name of the item in that module.
    pub name: Name,
    /// Kind and type of the item.
    pub item: Item,
}

/// The kind and the type of an imported item.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A function, with the index of its type.
    #[br(magic = b"\x00")]
    Function(TypeIndex),
    /// A table of references.
    #[br(magic = b"\x01")]
    Table(Table),
    /// A memory.
    #[br(magic = b"\x02")]
    Memory(Bounds),
    /// A global variable.
    #[br(magic = b"\x03")]
    Global(GlobalType),
}

/// A table of references.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Type of the references.
    pub kind: ValueType,
    /// Initial and maximum number of references.
    pub bounds: Bounds,
}

/// The initial and the maximum size of a table or memory.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    /// Bit 0: there is a maximum; bit 1: a memory is shared; bit 2: addresses have 64 bits.
    #[schema(range(0..=7))]
    pub flags: u8,
    /// The sizes.
    #[br(args(flags))]
    pub range: Range,
}

/// The initial size, with or without a maximum.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(flags: u8))]
pub enum Range {
    /// The size has no maximum.
    #[br(pre_assert(flags & 1 == 0))]
    Open { smallest: Uleb<u64> },
    /// The size has a maximum.
    Closed(Closed),
}

/// The initial size, and the maximum.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[schema(assert(
    smallest <= largest,
    code = "bounds.order",
    spec = "3.2.1",
    text = "expected at most {largest}, found {smallest}",
    on = smallest
))]
pub struct Closed {
    /// Initial size, in references or pages.
    pub smallest: Uleb<u64>,
    /// Maximum size, in references or pages.
    pub largest: Uleb<u64>,
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
pub struct ValueType {
    /// The type.
    #[schema(codes = ValueKind, known)]
    pub kind: u8,
}

/// Types of values (section 5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum ValueKind {
    /// An integer of 32 bits.
    I32 = 0x7F,
    /// An integer of 64 bits.
    I64 = 0x7E,
    /// A floating-point number of 32 bits.
    F32 = 0x7D,
    /// A floating-point number of 64 bits.
    F64 = 0x7C,
    /// 128 bits.
    V128 = 0x7B,
    /// A reference to a function.
    FunctionReference = 0x70,
    /// A reference to an object of the host.
    ExternalReference = 0x6F,
}

/// The type of a global variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
pub struct GlobalType {
    /// Type of the value.
    pub value: ValueType,
    /// 1 if the value may change.
    #[schema(range(0..=1))]
    pub variable: u8,
}

/// A global variable.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Global {
    /// Type of the variable.
    pub kind: GlobalType,
    /// Initial value.
    pub value: Computation,
}

/// An item that the module exports.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// Name of the item for other modules.
    pub name: Name,
    /// Kind of the item.
    #[schema(codes = ItemKind, known)]
    pub kind: u8,
    /// Index of the item.
    pub index: Uleb<u32>,
}

/// Kinds of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum ItemKind {
    /// A function.
    Function = 0,
    /// A table.
    Table = 1,
    /// A memory.
    Memory = 2,
    /// A global variable.
    Global = 3,
}

/// A function.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// Size of the code in bytes, which a writer sets.
    length: Uleb<u32>,
    /// Local variables and instructions.
    #[schema(region(size = length))]
    pub code: Code,
}

/// The local variables and the instructions of a function.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(assert(
    instructions.len() > 0 && last(instructions).opcode == 0x0B,
    code = "code.end",
    spec = "5.4.9",
    text = "expected the instruction `end` as the last of {instructions.len()}",
    on = instructions
))]
pub struct Code {
    #[br(temp)]
    #[bw(calc = variables.len())]
    count: Uleb<u32>,
    /// Local variables, grouped by type.
    #[br(count = count)]
    pub variables: Vec<Variables>,
    /// The instructions.
    #[br(parse_with = until_eof)]
    pub instructions: Vec<Instruction>,
}

/// Local variables of one type.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Variables {
    /// Number of variables.
    pub count: Uleb<u32>,
    /// Type of the variables.
    pub kind: ValueType,
}

/// Initial elements of a table.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Elements {
    /// Bit 0: the elements have no offset; bit 1: a table index is stated, or, without an offset, the elements are only
    /// declared; bit 2: the elements are constant expressions.
    #[schema(range(0..=7))]
    pub flags: Uleb<u32>,
    /// Index of the table.
    #[br(if(flags & 3 == 2))]
    pub table: Option<Uleb<u32>>,
    /// Offset in the table.
    #[br(if(flags & 1 == 0))]
    pub place: Option<Computation>,
    /// Kind of the elements; 0 for functions.
    #[br(if(flags & 3 != 0 && flags & 4 == 0, 0))]
    #[schema(one_of(0))]
    pub kind: u8,
    /// Type of the references.
    #[br(if(flags & 3 != 0 && flags & 4 != 0))]
    pub references: Option<ValueType>,
    /// Elements.
    #[br(args(flags))]
    pub items: Items,
}

/// The references of an element segment.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(flags: u32))]
pub enum Items {
    /// Indexes of functions.
    #[br(pre_assert(flags & 4 == 0))]
    Functions {
        #[br(temp)]
        #[bw(calc = functions.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        functions: Vec<FunctionIndex>,
    },
    /// Constant expressions that give references.
    Computed {
        #[br(temp)]
        #[bw(calc = values.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        values: Vec<Computation>,
    },
}

/// The index of a function; imported functions have the first indexes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionIndex {
    /// The index.
    pub number: Uleb<u32>,
}

/// The content of a custom section.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum Custom {
    /// Names of items in the module.
    #[br(pre_assert(kind == 1))]
    Names(#[br(parse_with = until_eof)] Vec<Names>),
    /// Tools that made the module.
    #[br(pre_assert(kind == 2))]
    Producers {
        #[br(temp)]
        #[bw(calc = fields.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        fields: Vec<Producer>,
    },
    /// Features that the module needs.
    #[br(pre_assert(kind == 3))]
    Features {
        #[br(temp)]
        #[bw(calc = features.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        features: Vec<Feature>,
    },
    /// Anything.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// Names of one kind (appendix 7.4).
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Names {
    /// Kind of the named items.
    #[schema(codes = NameKind)]
    pub kind: u8,
    /// Size of the names in bytes, which a writer sets.
    length: Uleb<u32>,
    /// The names.
    #[br(args(kind))]
    #[schema(region(size = length))]
    pub names: NameMap,
}

/// Kinds of named items, from the specification and from tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum NameKind {
    /// The module.
    Module = 0,
    /// Functions.
    Functions = 1,
    /// Local variables of functions.
    Locals = 2,
    /// Blocks of functions.
    Labels = 3,
    /// Types.
    Types = 4,
    /// Tables.
    Tables = 5,
    /// Memories.
    Memories = 6,
    /// Global variables.
    Globals = 7,
    /// Element segments.
    Elements = 8,
    /// Data segments.
    Data = 9,
}

/// Names.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum NameMap {
    /// Name of the module.
    #[br(pre_assert(kind == 0))]
    Module(Name),
    /// Names of local variables or blocks, for each function.
    #[br(pre_assert(kind == 2 || kind == 3))]
    Indirect {
        #[br(temp)]
        #[bw(calc = functions.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        functions: Vec<FunctionNames>,
    },
    /// Names by index.
    #[br(pre_assert(kind <= 9))]
    Direct {
        #[br(temp)]
        #[bw(calc = names.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        names: Vec<Named>,
    },
    /// Names of another kind.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// An index and a name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// Index of the named item.
    pub index: Uleb<u32>,
    /// Name of the item.
    pub name: Name,
}

/// Names of local variables or blocks of a function.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionNames {
    /// Index of the function.
    pub index: Uleb<u32>,
    #[br(temp)]
    #[bw(calc = names.len())]
    count: Uleb<u32>,
    /// The names.
    #[br(count = count)]
    pub names: Vec<Named>,
}

/// The tools of one kind that made the module.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Producer {
    /// `language`, `processed-by` or `sdk`.
    pub name: Name,
    #[br(temp)]
    #[bw(calc = programs.len())]
    count: Uleb<u32>,
    /// The tools.
    #[br(count = count)]
    pub programs: Vec<Program>,
}

/// A tool that made the module.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// Name of the tool.
    pub name: Name,
    /// Version of the tool.
    pub version: Name,
}

/// A feature that the module needs or forbids.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// `+` if the module uses the feature, `-` if no module with the feature may be linked.
    #[schema(one_of(0x2B, 0x2D))]
    pub sign: u8,
    /// Name of the feature.
    pub name: Name,
}

/// Initial content of a part of a memory.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// 0: for an offset in memory 0; 1: for instructions that copy the bytes; 2: for an offset in the stated memory.
    #[schema(range(0..=2))]
    pub mode: Uleb<u32>,
    /// Index of the memory.
    #[br(if(mode == 2))]
    pub memory: Option<Uleb<u32>>,
    /// Offset in the memory.
    #[br(if(mode != 1))]
    pub place: Option<Computation>,
    #[br(temp)]
    #[bw(calc = bytes.len())]
    length: Uleb<u32>,
    /// The bytes.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

impl Name {
    /// Creates a name.
    pub fn new(name: &str) -> Self {
        Self { text: name.into() }
    }
}

impl Section {
    /// Creates a section; a writer sets its size.
    pub fn new(kind: SectionKind, body: Body) -> Self {
        Self { kind: kind as u8, length: Uleb::new(0), body }
    }
}

/// Exports an already exported item under a second name.
pub fn export(module: &[u8], old: &str, new: &str) -> Result<Vec<u8>> {
    let mut module = Module::from_slice(module)?;
    let exports = module.sections.iter_mut().find_map(|section| match &mut section.body {
        Body::Exports { exports } => Some(exports),
        _ => None,
    });
    let exports = exports.ok_or_else(|| missing("no section of exports".to_owned()))?;
    let found = exports.iter().find(|export| export.name.text == old.as_bytes()).cloned();
    let found = found.ok_or_else(|| missing(format!("no export `{old}`")))?;
    exports.push(Export { name: Name::new(new), ..found });
    module.to_vec()
}
