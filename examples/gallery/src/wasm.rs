//! WebAssembly, modules of a virtual machine (W3C, 2019): sections of numbers of variable length.
//!
//! Nearly every number is LEB128, sizes and counts too; a number that takes more bytes than it needs keeps its size. A
//! section lies inside of its size, which a writer sets. Small computations, such as the place of data, end with a byte, and
//! their instructions begin with a tag. The instructions of functions are kept as bytes.

use crate::missing;
use bpx_schema::codec::{Sleb, Uleb};
use bpx_schema::{Codec, Record, Result, structure};

/// A module.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"\0asm")]
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
    /// What it holds.
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
    /// What the module needs.
    Imports = 2,
    /// The type of each function.
    Functions = 3,
    /// Tables of references.
    Tables = 4,
    /// Memories.
    Memories = 5,
    /// Global values.
    Globals = 6,
    /// What the module gives.
    Exports = 7,
    /// The function that begins.
    Start = 8,
    /// What tables hold.
    Elements = 9,
    /// Instructions of functions.
    Code = 10,
    /// What memories hold.
    Data = 11,
    /// Number of data, before the code.
    DataCount = 12,
}

/// What a section holds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
pub enum Body {
    /// Anything, with a name.
    #[br(pre_assert(kind == 0))]
    Custom {
        name: Name,
        #[br(parse_with = until_eof)]
        bytes: Vec<u8>,
    },
    /// Types of functions.
    #[br(pre_assert(kind == 1))]
    Types {
        #[br(temp)]
        #[bw(calc = types.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        types: Vec<FunctionType>,
    },
    /// What the module needs.
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
    /// What the module gives.
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
    /// Instructions of functions.
    #[br(pre_assert(kind == 10))]
    Code {
        #[br(temp)]
        #[bw(calc = functions.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        functions: Vec<Function>,
    },
    /// What memories hold.
    #[br(pre_assert(kind == 11))]
    Data {
        #[br(temp)]
        #[bw(calc = segments.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        segments: Vec<Segment>,
    },
    /// Number of data.
    #[br(pre_assert(kind == 12))]
    DataCount(Uleb<u32>),
    /// What tables hold, and sections of other kinds.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The number of a type of functions.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct TypeIndex {
    /// The number.
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
    pub parameters: Vec<u8>,
    #[br(temp)]
    #[bw(calc = results.len())]
    result_count: Uleb<u32>,
    /// Types of the results.
    #[br(count = result_count)]
    pub results: Vec<u8>,
}

/// Something that the module needs.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Import {
    /// The module that has it.
    pub module: Name,
    /// Its name there.
    pub name: Name,
    /// What it is.
    pub item: Item,
}

/// What an import is.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A function, by the number of its type.
    #[br(magic = b"\x00")]
    Function(Uleb<u32>),
    /// A table of references.
    #[br(magic = b"\x01")]
    Table(Table),
    /// A memory.
    #[br(magic = b"\x02")]
    Memory(Bounds),
    /// A global value.
    #[br(magic = b"\x03")]
    Global { kind: u8, variable: u8 },
}

/// A table of references.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Type of the references.
    pub kind: u8,
    /// Number of references.
    pub bounds: Bounds,
}

/// How large something is, and may become.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Bounds {
    /// Bit 0: there is a largest size; bits 1 and 2: shared, and of 64 bits.
    #[schema(range(0..=7))]
    pub flags: u8,
    /// The size at the beginning.
    pub smallest: Uleb<u64>,
    /// The largest size.
    #[br(if(flags & 1 != 0))]
    pub largest: Option<Uleb<u64>>,
}

/// A global value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Global {
    /// Its type.
    pub kind: u8,
    /// 1 when it may change.
    #[schema(range(0..=1))]
    pub variable: u8,
    /// Its value at the beginning.
    pub value: Computation,
}

/// A small computation, up to the instruction `end`.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Computation {
    /// The instructions.
    #[br(until_bytes = b"\x0B")]
    pub instructions: Vec<Instruction>,
}

/// An instruction of a small computation.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub enum Instruction {
    /// A number of 32 bits.
    #[br(magic = b"\x41")]
    I32(Sleb<i32>),
    /// A number of 64 bits.
    #[br(magic = b"\x42")]
    I64(Sleb<i64>),
    /// A number with a point, of 32 bits.
    #[br(magic = b"\x43")]
    F32(f32),
    /// A number with a point, of 64 bits.
    #[br(magic = b"\x44")]
    F64(f64),
    /// A global value, by its number.
    #[br(magic = b"\x23")]
    Global(Uleb<u32>),
    /// No reference, of a type.
    #[br(magic = b"\xD0")]
    Null(u8),
    /// A reference to a function, by its number.
    #[br(magic = b"\xD2")]
    Function(Uleb<u32>),
}

/// Something that the module gives.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// Its name.
    pub name: Name,
    /// What it is: a function, a table, a memory or a global value.
    #[schema(range(0..=3))]
    pub kind: u8,
    /// Its number.
    pub index: Uleb<u32>,
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
pub struct Code {
    #[br(temp)]
    #[bw(calc = variables.len())]
    count: Uleb<u32>,
    /// Variables of one type each.
    #[br(count = count)]
    pub variables: Vec<Variables>,
    /// The instructions.
    #[br(parse_with = until_eof)]
    pub instructions: Vec<u8>,
}

/// Variables of one type.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Variables {
    /// How many.
    pub count: Uleb<u32>,
    /// Their type.
    pub kind: u8,
}

/// What a memory holds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// 0: at a place; 1: for instructions that copy it; 2: at a place in another memory.
    pub mode: Uleb<u32>,
    /// Number of the memory.
    #[br(if(mode == 2))]
    pub memory: Option<Uleb<u32>>,
    /// Where it begins.
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
    /// A name.
    pub fn new(name: &str) -> Self {
        Self { text: name.into() }
    }
}

impl Section {
    /// A section, whose size a writer sets.
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
