//! WebAssembly, modules of a virtual machine (W3C, 2019): sections of numbers of variable length.
//!
//! Nearly every number is LEB128, sizes and counts too; a number that takes more bytes than it needs keeps its size. A
//! section has a stated size, which a writer sets. An instruction is a byte that decides its operands; small
//! computations, such as the place of data, are the same instructions up to one of them: `until`. The declaration is
//! that of version 2.0; three sections without a number are those that tools agree on.

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
    /// Anything, with a name.
    Custom = 0,
    /// Types of functions.
    Types = 1,
    /// Imports.
    Imports = 2,
    /// The type of each function.
    Functions = 3,
    /// Tables of references.
    Tables = 4,
    /// Memories.
    Memories = 5,
    /// Global values.
    Globals = 6,
    /// Exports.
    Exports = 7,
    /// The function that begins.
    Start = 8,
    /// Elements of tables.
    Elements = 9,
    /// Instructions of functions.
    Code = 10,
    /// Contents of memories.
    Data = 11,
    /// Number of data, before the code.
    DataCount = 12,
}

/// The content of a section.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum Body {
    /// Anything, with a name.
    #[br(pre_assert(kind == 0))]
    Custom {
        name: Name,
        #[br(args(
            if name.text == b"name" { 1 } else if name.text == b"producers" { 2 } else if name.text == b"target_features" { 3 } else { 0 }
        ))]
        content: Custom,
    },
    /// Types of functions.
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
    /// The type of each function, by its number.
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
    /// Global values.
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
    /// The function that begins, by its number.
    #[br(pre_assert(kind == 8))]
    Start(Uleb<u32>),
    /// Elements of tables.
    #[br(pre_assert(kind == 9))]
    Elements {
        #[br(temp)]
        #[bw(calc = elements.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        elements: Vec<Elements>,
    },
    /// Instructions of functions.
    #[br(pre_assert(kind == 10))]
    Code {
        #[br(temp)]
        #[bw(calc = functions.len())]
        #[schema(count_of("functions", code = "code.functions"))]
        count: Uleb<u32>,
        #[br(count = count)]
        functions: Vec<Function>,
    },
    /// Contents of memories.
    #[br(pre_assert(kind == 11))]
    Data {
        #[br(temp)]
        #[bw(calc = segments.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        #[schema(pool("segments"))]
        segments: Vec<Segment>,
    },
    /// Number of data.
    #[br(pre_assert(kind == 12))]
    DataCount {
        #[schema(count_of("segments", code = "data-count.segments"))]
        count: Uleb<u32>,
    },
    /// Sections of other kinds.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The number of a type of functions.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct TypeIndex {
    /// The number.
    #[schema(index_in("types", code = "type-index.number"))]
    pub number: Uleb<u32>,
}

/// A text and its size.
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

/// Type of a function.
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

/// Something that the module needs.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// The module that has it.
    pub module: Name,
    /// Its name there.
    pub name: Name,
    /// Item that is imported.
    pub item: Item,
}

/// An imported item.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A function, by the number of its type.
    #[br(magic = b"\x00")]
    Function(TypeIndex),
    /// A table of references.
    #[br(magic = b"\x01")]
    Table(Table),
    /// A memory.
    #[br(magic = b"\x02")]
    Memory(Bounds),
    /// A global value.
    #[br(magic = b"\x03")]
    Global(GlobalType),
}

/// A table of references.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Type of the references.
    pub kind: ValueType,
    /// Number of references.
    pub bounds: Bounds,
}

/// The size of a table or memory, and its maximum.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    /// Bit 0: there is a largest size; bits 1 and 2: shared, and of 64 bits.
    #[schema(range(0..=7))]
    pub flags: u8,
    /// The sizes.
    #[br(args(flags))]
    pub range: Range,
}

/// Sizes of something.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(flags: u8))]
pub enum Range {
    /// It grows without a limit.
    #[br(pre_assert(flags & 1 == 0))]
    Open { smallest: Uleb<u64> },
    /// It grows up to a limit.
    Closed(Closed),
}

/// The size at the beginning, and the largest one.
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
    /// The size at the beginning.
    pub smallest: Uleb<u64>,
    /// The largest size.
    pub largest: Uleb<u64>,
}

/// Type of a value.
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
    /// A number of 32 bits.
    I32 = 0x7F,
    /// A number of 64 bits.
    I64 = 0x7E,
    /// A number with a point, of 32 bits.
    F32 = 0x7D,
    /// A number with a point, of 64 bits.
    F64 = 0x7C,
    /// 128 bits.
    V128 = 0x7B,
    /// A reference to a function.
    FunctionReference = 0x70,
    /// A reference to something outside.
    ExternalReference = 0x6F,
}

/// Type of a global value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
pub struct GlobalType {
    /// Its type.
    pub value: ValueType,
    /// 1 when it may change.
    #[schema(range(0..=1))]
    pub variable: u8,
}

/// A global value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Global {
    /// Its type.
    pub kind: GlobalType,
    /// Its value at the beginning.
    pub value: Computation,
}

/// Something that the module gives.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// Its name.
    pub name: Name,
    /// Kind of the item.
    #[schema(codes = ItemKind, known)]
    pub kind: u8,
    /// Its number.
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
    /// A global value.
    Global = 3,
}

/// A function.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// Size in bytes, which a writer sets.
    length: Uleb<u32>,
    /// Variables and instructions.
    #[schema(region(size = length))]
    pub code: Code,
}

/// Variables and instructions of a function.
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
    /// Variables of one type each.
    #[br(count = count)]
    pub variables: Vec<Variables>,
    /// The instructions.
    #[br(parse_with = until_eof)]
    pub instructions: Vec<Instruction>,
}

/// Variables of one type.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Variables {
    /// Number of variables.
    pub count: Uleb<u32>,
    /// Their type.
    pub kind: ValueType,
}

/// The elements of a table.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Elements {
    /// Bit 0: at no place; bit 1: in another table, or, without a place, for declarations alone; bit 2: computed.
    #[schema(range(0..=7))]
    pub flags: Uleb<u32>,
    /// Number of the table.
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

/// References of a table.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(flags: u32))]
pub enum Items {
    /// Numbers of functions.
    #[br(pre_assert(flags & 4 == 0))]
    Functions {
        #[br(temp)]
        #[bw(calc = functions.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        functions: Vec<FunctionIndex>,
    },
    /// Computed references.
    Computed {
        #[br(temp)]
        #[bw(calc = values.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        values: Vec<Computation>,
    },
}

/// The number of a function: those that are needed come first.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionIndex {
    /// The number.
    pub number: Uleb<u32>,
}

/// The content of a section without a number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum Custom {
    /// Names of what the module has.
    #[br(pre_assert(kind == 1))]
    Names(#[br(parse_with = until_eof)] Vec<Names>),
    /// Programs that made the module.
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

/// Kinds of named items: those of the specification, and others that tools write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum NameKind {
    /// The module.
    Module = 0,
    /// Functions.
    Functions = 1,
    /// Variables of functions.
    Locals = 2,
    /// Blocks of functions.
    Labels = 3,
    /// Types.
    Types = 4,
    /// Tables.
    Tables = 5,
    /// Memories.
    Memories = 6,
    /// Global values.
    Globals = 7,
    /// Elements of tables.
    Elements = 8,
    /// Contents of memories.
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
    /// Names of parts of functions.
    #[br(pre_assert(kind == 2 || kind == 3))]
    Indirect {
        #[br(temp)]
        #[bw(calc = functions.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        functions: Vec<FunctionNames>,
    },
    /// Names by number.
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

/// A number and a name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// The number.
    pub index: Uleb<u32>,
    /// The name.
    pub name: Name,
}

/// Names of parts of a function.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionNames {
    /// Number of the function.
    pub index: Uleb<u32>,
    #[br(temp)]
    #[bw(calc = names.len())]
    count: Uleb<u32>,
    /// The names.
    #[br(count = count)]
    pub names: Vec<Named>,
}

/// Programs of one kind.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Producer {
    /// `language`, `processed-by` or `sdk`.
    pub name: Name,
    #[br(temp)]
    #[bw(calc = programs.len())]
    count: Uleb<u32>,
    /// The programs.
    #[br(count = count)]
    pub programs: Vec<Program>,
}

/// A program that made the module.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// Its name.
    pub name: Name,
    /// Its version.
    pub version: Name,
}

/// Something that the module asks of a machine.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// `+` when it is used, `-` when it must not be.
    #[schema(one_of(0x2B, 0x2D))]
    pub sign: u8,
    /// Its name.
    pub name: Name,
}

/// A content of a memory.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// 0: at a place; 1: for instructions that copy it; 2: at a place in another memory.
    #[schema(range(0..=2))]
    pub mode: Uleb<u32>,
    /// Number of the memory.
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
    /// Creates a section, whose size a writer sets.
    pub fn new(kind: SectionKind, body: Body) -> Self {
        Self { kind: kind as u8, length: Uleb::new(0), body }
    }
}

/// Gives a function or another thing a further name outside of the module.
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
