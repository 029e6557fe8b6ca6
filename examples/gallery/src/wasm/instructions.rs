//! Instructions: a byte, and operands that it decides.

use super::{Opcode, TypeIndex, ValueType};
use bpx_schema::codec::{Sleb, Uleb};
use bpx_schema::structure;

/// A small computation, up to and including the instruction `end`.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(each(instructions, assert(
    entry.opcode >= 0x41 && entry.opcode <= 0x44
        || entry.opcode >= 0x6A && entry.opcode <= 0x6C
        || entry.opcode >= 0x7C && entry.opcode <= 0x7E
        || entry.opcode == 0x0B
        || entry.opcode == 0x23
        || entry.opcode == 0xD0
        || entry.opcode == 0xD2
        || entry.opcode == 0xFD,
    code = "computation.constant",
    spec = "3.3.10",
    text = "expected an instruction with a constant result, found the code {entry.opcode}",
    on = opcode
)))]
pub struct Computation {
    /// The instructions, with the last one.
    #[br(until = entry.opcode == 0x0B)]
    pub instructions: Vec<Instruction>,
}

/// An instruction.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "5.4")]
pub struct Instruction {
    /// Opcode.
    #[schema(codes = Opcode, known)]
    pub opcode: u8,
    /// Operands.
    #[br(args(opcode))]
    pub operands: Operands,
}

/// Operands of an instruction.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(opcode: u8))]
pub enum Operands {
    /// Type of a block: -64 for none, another negative number for a type of values, or the number of a type of functions.
    #[br(pre_assert(opcode >= 0x02 && opcode <= 0x04))]
    Block(Sleb<i64>),
    /// Label: the number of blocks to leave.
    #[br(pre_assert(opcode == 0x0C || opcode == 0x0D))]
    Label(Uleb<u32>),
    /// Labels for the numbers on the stack.
    #[br(pre_assert(opcode == 0x0E))]
    Labels {
        #[br(temp)]
        #[bw(calc = labels.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        labels: Vec<Label>,
        other: Uleb<u32>,
    },
    /// Number of a function.
    #[br(pre_assert(opcode == 0x10 || opcode == 0xD2))]
    Function(Uleb<u32>),
    /// Type of a function, and number of the table that has it.
    #[br(pre_assert(opcode == 0x11))]
    Indirect { kind: TypeIndex, table: Uleb<u32> },
    /// Types of values.
    #[br(pre_assert(opcode == 0x1C))]
    Types {
        #[br(temp)]
        #[bw(calc = types.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        types: Vec<ValueType>,
    },
    /// Number of a variable, of a function or of the module, or of a table.
    #[br(pre_assert(opcode >= 0x20 && opcode <= 0x26))]
    Variable(Uleb<u32>),
    /// A place in a memory.
    #[br(pre_assert(opcode >= 0x28 && opcode <= 0x3E))]
    Place(Place),
    /// Number of a memory.
    #[br(pre_assert(opcode == 0x3F || opcode == 0x40))]
    Memory(Uleb<u32>),
    /// A number of 32 bits.
    #[br(pre_assert(opcode == 0x41))]
    I32(Sleb<i32>),
    /// A number of 64 bits.
    #[br(pre_assert(opcode == 0x42))]
    I64(Sleb<i64>),
    /// A number with a point, of 32 bits.
    #[br(pre_assert(opcode == 0x43))]
    F32(f32),
    /// A number with a point, of 64 bits.
    #[br(pre_assert(opcode == 0x44))]
    F64(f64),
    /// Type of a reference that leads nowhere.
    #[br(pre_assert(opcode == 0xD0))]
    Reference(ValueType),
    /// An instruction with a number.
    #[br(pre_assert(opcode == 0xFC))]
    Further(Further),
    /// An instruction over 128 bits.
    #[br(pre_assert(opcode == 0xFD))]
    Vector(Vector),
    /// No operands.
    Nothing,
}

/// A label: the number of blocks to leave.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// The number.
    pub number: Uleb<u32>,
}

/// A place in a memory.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// Power of two that the place is likely a multiple of.
    pub align: Uleb<u32>,
    /// Offset that is added to the address on the stack.
    pub offset: Uleb<u64>,
}

/// An instruction with a number: conversions, and work on whole memories and tables.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Further {
    /// Second opcode.
    #[schema(range(0..=17))]
    pub number: Uleb<u32>,
    /// Operands.
    #[br(args(number))]
    pub operands: FurtherOperands,
}

/// Operands of an instruction with a number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(number: u32))]
pub enum FurtherOperands {
    /// Numbers of two things: the source of a copy and a memory, or two tables.
    #[br(pre_assert(number == 8 || number == 10 || number == 12 || number == 14))]
    Two { first: Uleb<u32>, second: Uleb<u32> },
    /// Number of a segment, a memory or a table.
    #[br(pre_assert(number >= 9 && number <= 17))]
    One(Uleb<u32>),
    /// No operands.
    Nothing,
}

/// An instruction over 128 bits.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Vector {
    /// Second opcode.
    #[schema(range(0..=255))]
    pub number: Uleb<u32>,
    /// Operands.
    #[br(args(number))]
    pub operands: VectorOperands,
}

/// Operands of an instruction over 128 bits.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(number: u32))]
pub enum VectorOperands {
    /// A place in a memory.
    #[br(pre_assert(number <= 11 || number == 92 || number == 93))]
    Place(Place),
    /// The bytes of a constant, or which bytes of two others it takes.
    #[br(pre_assert(number == 12 || number == 13))]
    Bytes([u8; 16]),
    /// Number of a part.
    #[br(pre_assert(number >= 21 && number <= 34))]
    Lane(u8),
    /// A place in a memory, and the number of a part.
    #[br(pre_assert(number >= 84 && number <= 91))]
    LaneAt { place: Place, lane: u8 },
    /// No operands.
    Nothing,
}
