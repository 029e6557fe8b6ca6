//! The first bytes of instructions (section 5.4 of the specification), with their names in the text format.

use bpx_schema::Record;

/// The first byte of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Opcode {
    /// `unreachable`
    #[schema(name = "unreachable")]
    Unreachable = 0x00,
    /// `nop`
    #[schema(name = "nop")]
    Nop = 0x01,
    /// `block`
    #[schema(name = "block")]
    Block = 0x02,
    /// `loop`
    #[schema(name = "loop")]
    Loop = 0x03,
    /// `if`
    #[schema(name = "if")]
    If = 0x04,
    /// `else`
    #[schema(name = "else")]
    Else = 0x05,
    /// `end`
    #[schema(name = "end")]
    End = 0x0B,
    /// `br`
    #[schema(name = "br")]
    Br = 0x0C,
    /// `br_if`
    #[schema(name = "br_if")]
    BrIf = 0x0D,
    /// `br_table`
    #[schema(name = "br_table")]
    BrTable = 0x0E,
    /// `return`
    #[schema(name = "return")]
    Return = 0x0F,
    /// `call`
    #[schema(name = "call")]
    Call = 0x10,
    /// `call_indirect`
    #[schema(name = "call_indirect")]
    CallIndirect = 0x11,
    /// `drop`
    #[schema(name = "drop")]
    Drop = 0x1A,
    /// `select`
    #[schema(name = "select")]
    Select = 0x1B,
    /// `select t`
    #[schema(name = "select t")]
    SelectT = 0x1C,
    /// `local.get`
    #[schema(name = "local.get")]
    LocalGet = 0x20,
    /// `local.set`
    #[schema(name = "local.set")]
    LocalSet = 0x21,
    /// `local.tee`
    #[schema(name = "local.tee")]
    LocalTee = 0x22,
    /// `global.get`
    #[schema(name = "global.get")]
    GlobalGet = 0x23,
    /// `global.set`
    #[schema(name = "global.set")]
    GlobalSet = 0x24,
    /// `table.get`
    #[schema(name = "table.get")]
    TableGet = 0x25,
    /// `table.set`
    #[schema(name = "table.set")]
    TableSet = 0x26,
    /// `i32.load`
    #[schema(name = "i32.load")]
    I32Load = 0x28,
    /// `i64.load`
    #[schema(name = "i64.load")]
    I64Load = 0x29,
    /// `f32.load`
    #[schema(name = "f32.load")]
    F32Load = 0x2A,
    /// `f64.load`
    #[schema(name = "f64.load")]
    F64Load = 0x2B,
    /// `i32.load8_s`
    #[schema(name = "i32.load8_s")]
    I32Load8S = 0x2C,
    /// `i32.load8_u`
    #[schema(name = "i32.load8_u")]
    I32Load8U = 0x2D,
    /// `i32.load16_s`
    #[schema(name = "i32.load16_s")]
    I32Load16S = 0x2E,
    /// `i32.load16_u`
    #[schema(name = "i32.load16_u")]
    I32Load16U = 0x2F,
    /// `i64.load8_s`
    #[schema(name = "i64.load8_s")]
    I64Load8S = 0x30,
    /// `i64.load8_u`
    #[schema(name = "i64.load8_u")]
    I64Load8U = 0x31,
    /// `i64.load16_s`
    #[schema(name = "i64.load16_s")]
    I64Load16S = 0x32,
    /// `i64.load16_u`
    #[schema(name = "i64.load16_u")]
    I64Load16U = 0x33,
    /// `i64.load32_s`
    #[schema(name = "i64.load32_s")]
    I64Load32S = 0x34,
    /// `i64.load32_u`
    #[schema(name = "i64.load32_u")]
    I64Load32U = 0x35,
    /// `i32.store`
    #[schema(name = "i32.store")]
    I32Store = 0x36,
    /// `i64.store`
    #[schema(name = "i64.store")]
    I64Store = 0x37,
    /// `f32.store`
    #[schema(name = "f32.store")]
    F32Store = 0x38,
    /// `f64.store`
    #[schema(name = "f64.store")]
    F64Store = 0x39,
    /// `i32.store8`
    #[schema(name = "i32.store8")]
    I32Store8 = 0x3A,
    /// `i32.store16`
    #[schema(name = "i32.store16")]
    I32Store16 = 0x3B,
    /// `i64.store8`
    #[schema(name = "i64.store8")]
    I64Store8 = 0x3C,
    /// `i64.store16`
    #[schema(name = "i64.store16")]
    I64Store16 = 0x3D,
    /// `i64.store32`
    #[schema(name = "i64.store32")]
    I64Store32 = 0x3E,
    /// `memory.size`
    #[schema(name = "memory.size")]
    MemorySize = 0x3F,
    /// `memory.grow`
    #[schema(name = "memory.grow")]
    MemoryGrow = 0x40,
    /// `i32.const`
    #[schema(name = "i32.const")]
    I32Const = 0x41,
    /// `i64.const`
    #[schema(name = "i64.const")]
    I64Const = 0x42,
    /// `f32.const`
    #[schema(name = "f32.const")]
    F32Const = 0x43,
    /// `f64.const`
    #[schema(name = "f64.const")]
    F64Const = 0x44,
    /// `i32.eqz`
    #[schema(name = "i32.eqz")]
    I32Eqz = 0x45,
    /// `i32.eq`
    #[schema(name = "i32.eq")]
    I32Eq = 0x46,
    /// `i32.ne`
    #[schema(name = "i32.ne")]
    I32Ne = 0x47,
    /// `i32.lt_s`
    #[schema(name = "i32.lt_s")]
    I32LtS = 0x48,
    /// `i32.lt_u`
    #[schema(name = "i32.lt_u")]
    I32LtU = 0x49,
    /// `i32.gt_s`
    #[schema(name = "i32.gt_s")]
    I32GtS = 0x4A,
    /// `i32.gt_u`
    #[schema(name = "i32.gt_u")]
    I32GtU = 0x4B,
    /// `i32.le_s`
    #[schema(name = "i32.le_s")]
    I32LeS = 0x4C,
    /// `i32.le_u`
    #[schema(name = "i32.le_u")]
    I32LeU = 0x4D,
    /// `i32.ge_s`
    #[schema(name = "i32.ge_s")]
    I32GeS = 0x4E,
    /// `i32.ge_u`
    #[schema(name = "i32.ge_u")]
    I32GeU = 0x4F,
    /// `i64.eqz`
    #[schema(name = "i64.eqz")]
    I64Eqz = 0x50,
    /// `i64.eq`
    #[schema(name = "i64.eq")]
    I64Eq = 0x51,
    /// `i64.ne`
    #[schema(name = "i64.ne")]
    I64Ne = 0x52,
    /// `i64.lt_s`
    #[schema(name = "i64.lt_s")]
    I64LtS = 0x53,
    /// `i64.lt_u`
    #[schema(name = "i64.lt_u")]
    I64LtU = 0x54,
    /// `i64.gt_s`
    #[schema(name = "i64.gt_s")]
    I64GtS = 0x55,
    /// `i64.gt_u`
    #[schema(name = "i64.gt_u")]
    I64GtU = 0x56,
    /// `i64.le_s`
    #[schema(name = "i64.le_s")]
    I64LeS = 0x57,
    /// `i64.le_u`
    #[schema(name = "i64.le_u")]
    I64LeU = 0x58,
    /// `i64.ge_s`
    #[schema(name = "i64.ge_s")]
    I64GeS = 0x59,
    /// `i64.ge_u`
    #[schema(name = "i64.ge_u")]
    I64GeU = 0x5A,
    /// `f32.eq`
    #[schema(name = "f32.eq")]
    F32Eq = 0x5B,
    /// `f32.ne`
    #[schema(name = "f32.ne")]
    F32Ne = 0x5C,
    /// `f32.lt`
    #[schema(name = "f32.lt")]
    F32Lt = 0x5D,
    /// `f32.gt`
    #[schema(name = "f32.gt")]
    F32Gt = 0x5E,
    /// `f32.le`
    #[schema(name = "f32.le")]
    F32Le = 0x5F,
    /// `f32.ge`
    #[schema(name = "f32.ge")]
    F32Ge = 0x60,
    /// `f64.eq`
    #[schema(name = "f64.eq")]
    F64Eq = 0x61,
    /// `f64.ne`
    #[schema(name = "f64.ne")]
    F64Ne = 0x62,
    /// `f64.lt`
    #[schema(name = "f64.lt")]
    F64Lt = 0x63,
    /// `f64.gt`
    #[schema(name = "f64.gt")]
    F64Gt = 0x64,
    /// `f64.le`
    #[schema(name = "f64.le")]
    F64Le = 0x65,
    /// `f64.ge`
    #[schema(name = "f64.ge")]
    F64Ge = 0x66,
    /// `i32.clz`
    #[schema(name = "i32.clz")]
    I32Clz = 0x67,
    /// `i32.ctz`
    #[schema(name = "i32.ctz")]
    I32Ctz = 0x68,
    /// `i32.popcnt`
    #[schema(name = "i32.popcnt")]
    I32Popcnt = 0x69,
    /// `i32.add`
    #[schema(name = "i32.add")]
    I32Add = 0x6A,
    /// `i32.sub`
    #[schema(name = "i32.sub")]
    I32Sub = 0x6B,
    /// `i32.mul`
    #[schema(name = "i32.mul")]
    I32Mul = 0x6C,
    /// `i32.div_s`
    #[schema(name = "i32.div_s")]
    I32DivS = 0x6D,
    /// `i32.div_u`
    #[schema(name = "i32.div_u")]
    I32DivU = 0x6E,
    /// `i32.rem_s`
    #[schema(name = "i32.rem_s")]
    I32RemS = 0x6F,
    /// `i32.rem_u`
    #[schema(name = "i32.rem_u")]
    I32RemU = 0x70,
    /// `i32.and`
    #[schema(name = "i32.and")]
    I32And = 0x71,
    /// `i32.or`
    #[schema(name = "i32.or")]
    I32Or = 0x72,
    /// `i32.xor`
    #[schema(name = "i32.xor")]
    I32Xor = 0x73,
    /// `i32.shl`
    #[schema(name = "i32.shl")]
    I32Shl = 0x74,
    /// `i32.shr_s`
    #[schema(name = "i32.shr_s")]
    I32ShrS = 0x75,
    /// `i32.shr_u`
    #[schema(name = "i32.shr_u")]
    I32ShrU = 0x76,
    /// `i32.rotl`
    #[schema(name = "i32.rotl")]
    I32Rotl = 0x77,
    /// `i32.rotr`
    #[schema(name = "i32.rotr")]
    I32Rotr = 0x78,
    /// `i64.clz`
    #[schema(name = "i64.clz")]
    I64Clz = 0x79,
    /// `i64.ctz`
    #[schema(name = "i64.ctz")]
    I64Ctz = 0x7A,
    /// `i64.popcnt`
    #[schema(name = "i64.popcnt")]
    I64Popcnt = 0x7B,
    /// `i64.add`
    #[schema(name = "i64.add")]
    I64Add = 0x7C,
    /// `i64.sub`
    #[schema(name = "i64.sub")]
    I64Sub = 0x7D,
    /// `i64.mul`
    #[schema(name = "i64.mul")]
    I64Mul = 0x7E,
    /// `i64.div_s`
    #[schema(name = "i64.div_s")]
    I64DivS = 0x7F,
    /// `i64.div_u`
    #[schema(name = "i64.div_u")]
    I64DivU = 0x80,
    /// `i64.rem_s`
    #[schema(name = "i64.rem_s")]
    I64RemS = 0x81,
    /// `i64.rem_u`
    #[schema(name = "i64.rem_u")]
    I64RemU = 0x82,
    /// `i64.and`
    #[schema(name = "i64.and")]
    I64And = 0x83,
    /// `i64.or`
    #[schema(name = "i64.or")]
    I64Or = 0x84,
    /// `i64.xor`
    #[schema(name = "i64.xor")]
    I64Xor = 0x85,
    /// `i64.shl`
    #[schema(name = "i64.shl")]
    I64Shl = 0x86,
    /// `i64.shr_s`
    #[schema(name = "i64.shr_s")]
    I64ShrS = 0x87,
    /// `i64.shr_u`
    #[schema(name = "i64.shr_u")]
    I64ShrU = 0x88,
    /// `i64.rotl`
    #[schema(name = "i64.rotl")]
    I64Rotl = 0x89,
    /// `i64.rotr`
    #[schema(name = "i64.rotr")]
    I64Rotr = 0x8A,
    /// `f32.abs`
    #[schema(name = "f32.abs")]
    F32Abs = 0x8B,
    /// `f32.neg`
    #[schema(name = "f32.neg")]
    F32Neg = 0x8C,
    /// `f32.ceil`
    #[schema(name = "f32.ceil")]
    F32Ceil = 0x8D,
    /// `f32.floor`
    #[schema(name = "f32.floor")]
    F32Floor = 0x8E,
    /// `f32.trunc`
    #[schema(name = "f32.trunc")]
    F32Trunc = 0x8F,
    /// `f32.nearest`
    #[schema(name = "f32.nearest")]
    F32Nearest = 0x90,
    /// `f32.sqrt`
    #[schema(name = "f32.sqrt")]
    F32Sqrt = 0x91,
    /// `f32.add`
    #[schema(name = "f32.add")]
    F32Add = 0x92,
    /// `f32.sub`
    #[schema(name = "f32.sub")]
    F32Sub = 0x93,
    /// `f32.mul`
    #[schema(name = "f32.mul")]
    F32Mul = 0x94,
    /// `f32.div`
    #[schema(name = "f32.div")]
    F32Div = 0x95,
    /// `f32.min`
    #[schema(name = "f32.min")]
    F32Min = 0x96,
    /// `f32.max`
    #[schema(name = "f32.max")]
    F32Max = 0x97,
    /// `f32.copysign`
    #[schema(name = "f32.copysign")]
    F32Copysign = 0x98,
    /// `f64.abs`
    #[schema(name = "f64.abs")]
    F64Abs = 0x99,
    /// `f64.neg`
    #[schema(name = "f64.neg")]
    F64Neg = 0x9A,
    /// `f64.ceil`
    #[schema(name = "f64.ceil")]
    F64Ceil = 0x9B,
    /// `f64.floor`
    #[schema(name = "f64.floor")]
    F64Floor = 0x9C,
    /// `f64.trunc`
    #[schema(name = "f64.trunc")]
    F64Trunc = 0x9D,
    /// `f64.nearest`
    #[schema(name = "f64.nearest")]
    F64Nearest = 0x9E,
    /// `f64.sqrt`
    #[schema(name = "f64.sqrt")]
    F64Sqrt = 0x9F,
    /// `f64.add`
    #[schema(name = "f64.add")]
    F64Add = 0xA0,
    /// `f64.sub`
    #[schema(name = "f64.sub")]
    F64Sub = 0xA1,
    /// `f64.mul`
    #[schema(name = "f64.mul")]
    F64Mul = 0xA2,
    /// `f64.div`
    #[schema(name = "f64.div")]
    F64Div = 0xA3,
    /// `f64.min`
    #[schema(name = "f64.min")]
    F64Min = 0xA4,
    /// `f64.max`
    #[schema(name = "f64.max")]
    F64Max = 0xA5,
    /// `f64.copysign`
    #[schema(name = "f64.copysign")]
    F64Copysign = 0xA6,
    /// `i32.wrap_i64`
    #[schema(name = "i32.wrap_i64")]
    I32WrapI64 = 0xA7,
    /// `i32.trunc_f32_s`
    #[schema(name = "i32.trunc_f32_s")]
    I32TruncF32S = 0xA8,
    /// `i32.trunc_f32_u`
    #[schema(name = "i32.trunc_f32_u")]
    I32TruncF32U = 0xA9,
    /// `i32.trunc_f64_s`
    #[schema(name = "i32.trunc_f64_s")]
    I32TruncF64S = 0xAA,
    /// `i32.trunc_f64_u`
    #[schema(name = "i32.trunc_f64_u")]
    I32TruncF64U = 0xAB,
    /// `i64.extend_i32_s`
    #[schema(name = "i64.extend_i32_s")]
    I64ExtendI32S = 0xAC,
    /// `i64.extend_i32_u`
    #[schema(name = "i64.extend_i32_u")]
    I64ExtendI32U = 0xAD,
    /// `i64.trunc_f32_s`
    #[schema(name = "i64.trunc_f32_s")]
    I64TruncF32S = 0xAE,
    /// `i64.trunc_f32_u`
    #[schema(name = "i64.trunc_f32_u")]
    I64TruncF32U = 0xAF,
    /// `i64.trunc_f64_s`
    #[schema(name = "i64.trunc_f64_s")]
    I64TruncF64S = 0xB0,
    /// `i64.trunc_f64_u`
    #[schema(name = "i64.trunc_f64_u")]
    I64TruncF64U = 0xB1,
    /// `f32.convert_i32_s`
    #[schema(name = "f32.convert_i32_s")]
    F32ConvertI32S = 0xB2,
    /// `f32.convert_i32_u`
    #[schema(name = "f32.convert_i32_u")]
    F32ConvertI32U = 0xB3,
    /// `f32.convert_i64_s`
    #[schema(name = "f32.convert_i64_s")]
    F32ConvertI64S = 0xB4,
    /// `f32.convert_i64_u`
    #[schema(name = "f32.convert_i64_u")]
    F32ConvertI64U = 0xB5,
    /// `f32.demote_f64`
    #[schema(name = "f32.demote_f64")]
    F32DemoteF64 = 0xB6,
    /// `f64.convert_i32_s`
    #[schema(name = "f64.convert_i32_s")]
    F64ConvertI32S = 0xB7,
    /// `f64.convert_i32_u`
    #[schema(name = "f64.convert_i32_u")]
    F64ConvertI32U = 0xB8,
    /// `f64.convert_i64_s`
    #[schema(name = "f64.convert_i64_s")]
    F64ConvertI64S = 0xB9,
    /// `f64.convert_i64_u`
    #[schema(name = "f64.convert_i64_u")]
    F64ConvertI64U = 0xBA,
    /// `f64.promote_f32`
    #[schema(name = "f64.promote_f32")]
    F64PromoteF32 = 0xBB,
    /// `i32.reinterpret_f32`
    #[schema(name = "i32.reinterpret_f32")]
    I32ReinterpretF32 = 0xBC,
    /// `i64.reinterpret_f64`
    #[schema(name = "i64.reinterpret_f64")]
    I64ReinterpretF64 = 0xBD,
    /// `f32.reinterpret_i32`
    #[schema(name = "f32.reinterpret_i32")]
    F32ReinterpretI32 = 0xBE,
    /// `f64.reinterpret_i64`
    #[schema(name = "f64.reinterpret_i64")]
    F64ReinterpretI64 = 0xBF,
    /// `i32.extend8_s`
    #[schema(name = "i32.extend8_s")]
    I32Extend8S = 0xC0,
    /// `i32.extend16_s`
    #[schema(name = "i32.extend16_s")]
    I32Extend16S = 0xC1,
    /// `i64.extend8_s`
    #[schema(name = "i64.extend8_s")]
    I64Extend8S = 0xC2,
    /// `i64.extend16_s`
    #[schema(name = "i64.extend16_s")]
    I64Extend16S = 0xC3,
    /// `i64.extend32_s`
    #[schema(name = "i64.extend32_s")]
    I64Extend32S = 0xC4,
    /// `ref.null`
    #[schema(name = "ref.null")]
    RefNull = 0xD0,
    /// `ref.is_null`
    #[schema(name = "ref.is_null")]
    RefIsNull = 0xD1,
    /// `ref.func`
    #[schema(name = "ref.func")]
    RefFunc = 0xD2,
    /// The byte `FC`, before the second opcode of an instruction for conversions, memories or tables.
    #[schema(name = "further")]
    Further = 0xFC,
    /// The byte `FD`, before the second opcode of an instruction for vectors of 128 bits.
    #[schema(name = "vector")]
    Vector = 0xFD,
}
