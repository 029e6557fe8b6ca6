//! Instructions. The first byte decides the operands.

use super::{Opcode, TypeIndex, ValueType};
use bpx_schema::codec::{Sleb, Uleb};
use bpx_schema::structure;

/// A constant expression, up to and including the instruction `end`.
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
    /// The instructions, including `end`.
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
    /// Type of a block: -64 for no values, another negative number for a value type, or the index of a function type.
    #[br(pre_assert(opcode >= 0x02 && opcode <= 0x04))]
    Block(Sleb<i64>),
    /// Label: the number of blocks to leave.
    #[br(pre_assert(opcode == 0x0C || opcode == 0x0D))]
    Label(Uleb<u32>),
    /// Labels; the number on the stack selects a label, and `other` is the label for larger numbers.
    #[br(pre_assert(opcode == 0x0E))]
    Labels {
        #[br(temp)]
        #[bw(calc = labels.len())]
        count: Uleb<u32>,
        #[br(count = count)]
        labels: Vec<Label>,
        other: Uleb<u32>,
    },
    /// Index of a function.
    #[br(pre_assert(opcode == 0x10 || opcode == 0xD2))]
    Function(Uleb<u32>),
    /// Index of a function type, and of the table that holds the function.
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
    /// Index of a local variable, of a global variable, or of a table.
    #[br(pre_assert(opcode >= 0x20 && opcode <= 0x26))]
    Variable(Uleb<u32>),
    /// An address in a memory.
    #[br(pre_assert(opcode >= 0x28 && opcode <= 0x3E))]
    Place(Place),
    /// Index of a memory.
    #[br(pre_assert(opcode == 0x3F || opcode == 0x40))]
    Memory(Uleb<u32>),
    /// A number of 32 bits.
    #[br(pre_assert(opcode == 0x41))]
    I32(Sleb<i32>),
    /// A number of 64 bits.
    #[br(pre_assert(opcode == 0x42))]
    I64(Sleb<i64>),
    /// A floating-point number of 32 bits.
    #[br(pre_assert(opcode == 0x43))]
    F32(f32),
    /// A floating-point number of 64 bits.
    #[br(pre_assert(opcode == 0x44))]
    F64(f64),
    /// Type of a null reference.
    #[br(pre_assert(opcode == 0xD0))]
    Reference(ValueType),
    /// An instruction with a second opcode.
    #[br(pre_assert(opcode == 0xFC))]
    Further(Further),
    /// An instruction for vectors of 128 bits.
    #[br(pre_assert(opcode == 0xFD))]
    Vector(Vector),
    /// No operands.
    Nothing,
}

/// A label: the number of blocks to leave.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// The number of blocks to leave.
    pub number: Uleb<u32>,
}

/// The static part of an address in a memory.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// Likely alignment of the address, as an exponent of 2.
    pub align: Uleb<u32>,
    /// Offset that is added to the address on the stack.
    pub offset: Uleb<u64>,
}

/// An instruction with a second opcode, for conversions and for whole memories and tables.
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

/// The operands of an instruction with a second opcode.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(number: u32))]
pub enum FurtherOperands {
    /// Two indexes: of a segment and the memory or table to which it is copied, or of the two memories or tables of a
    /// copy.
    #[br(pre_assert(number == 8 || number == 10 || number == 12 || number == 14))]
    Two { first: Uleb<u32>, second: Uleb<u32> },
    /// Index of a segment, a memory or a table.
    #[br(pre_assert(number >= 9 && number <= 17))]
    One(Uleb<u32>),
    /// No operands.
    Nothing,
}

/// An instruction for vectors of 128 bits.
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

/// The operands of an instruction for vectors of 128 bits.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(number: u32))]
pub enum VectorOperands {
    /// An address in a memory.
    #[br(pre_assert(number <= 11 || number == 92 || number == 93))]
    Place(Place),
    /// The bytes of a constant, or the numbers of the bytes that a shuffle takes from two vectors.
    #[br(pre_assert(number == 12 || number == 13))]
    Bytes([u8; 16]),
    /// Number of a lane.
    #[br(pre_assert(number >= 21 && number <= 34))]
    Lane(u8),
    /// An address in a memory, and the number of a lane.
    #[br(pre_assert(number >= 84 && number <= 91))]
    LaneAt { place: Place, lane: u8 },
    /// No operands.
    Nothing,
}
