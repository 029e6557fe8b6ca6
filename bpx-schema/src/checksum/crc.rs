//! Cyclic redundancy checks, computed from parameters.
//!
//! A CRC is a type that states its [`Parameters`], as catalogues list them. [`Crc`] computes the CRC with tables that
//! are made at compile time; the tables of a CRC whose parameters a schema states are made at run time. Common CRCs are
//! defined here.

use super::Checksum;
use crate::schema::CrcParameters;
use std::marker::PhantomData;

/// Number of bytes in one round of table look-ups.
const STRIDE: usize = 8;

/// The parameters of a CRC.
pub trait Parameters: Send + 'static {
    /// Stable name in schemas and messages, in lower case with dashes.
    const NAME: &'static str;
    /// Degree of the polynomial, which is the width of the value in bits, from 1 to 64.
    const WIDTH: u32;
    /// The polynomial without its highest term, most significant bit first.
    const POLYNOMIAL: u64;
    /// The register before the first byte.
    const INITIAL: u64;
    /// Whether the bits of each byte are processed from the least significant bit on.
    const REFLECT_IN: bool;
    /// Whether the bits of the value are in reverse order.
    const REFLECT_OUT: bool;
    /// The number that is combined with the value at the end, by exclusive or.
    const XOR_OUT: u64;
    /// Whether every reader knows the CRC by its name, so that a schema leaves out the parameters.
    #[doc(hidden)]
    const IS_BUILT_IN: bool = false;
}

/// Returns the parameters as a value.
const fn parameters_of<P: Parameters>() -> CrcParameters {
    CrcParameters {
        width: P::WIDTH,
        polynomial: P::POLYNOMIAL,
        initial: P::INITIAL,
        reflect_in: P::REFLECT_IN,
        reflect_out: P::REFLECT_OUT,
        xor_out: P::XOR_OUT,
    }
}

/// The CRC with the parameters `P`.
#[derive(Debug)]
pub struct Crc<P> {
    /// The register, in the low bits of the word and reflected if [`Parameters::REFLECT_IN`] is set; otherwise in the
    /// high bits.
    register: u64,
    parameters: PhantomData<fn() -> P>,
}

impl<P> Clone for Crc<P> {
    fn clone(&self) -> Self {
        Self { register: self.register, parameters: PhantomData }
    }
}

impl<P: Parameters> Default for Crc<P> {
    fn default() -> Self {
        Self { register: initial_register(&parameters_of::<P>()), parameters: PhantomData }
    }
}

impl<P: Parameters> Checksum for Crc<P> {
    const NAME: &'static str = P::NAME;
    const BITS: u32 = P::WIDTH;
    const CRC: Option<CrcParameters> = if P::IS_BUILT_IN { None } else { Some(parameters_of::<P>()) };

    fn update(&mut self, bytes: &[u8]) {
        let tables = const { &compute_tables(&parameters_of::<P>()) };
        self.register = advance_register(tables, P::REFLECT_IN, self.register, bytes);
    }

    fn value(&self) -> u64 {
        finish_register(&parameters_of::<P>(), self.register)
    }
}

/// Returns the register before the first byte.
pub(super) const fn initial_register(crc: &CrcParameters) -> u64 {
    if crc.reflect_in { reflect_bits(crc.initial, crc.width) } else { crc.initial << (64 - crc.width) }
}

/// Returns the checksum that follows from a register.
pub(super) const fn finish_register(crc: &CrcParameters, register: u64) -> u64 {
    let value = if crc.reflect_in { register } else { register >> (64 - crc.width) };
    let value = if crc.reflect_in == crc.reflect_out { value } else { reflect_bits(value, crc.width) };
    value ^ crc.xor_out
}

/// Returns the register after `bytes`.
pub(super) fn advance_register(tables: &CrcTables, reflect: bool, register: u64, bytes: &[u8]) -> u64 {
    // One loop for each direction: none asks in each round.
    if reflect {
        advance_in_direction::<true>(tables, register, bytes)
    } else {
        advance_in_direction::<false>(tables, register, bytes)
    }
}

fn advance_in_direction<const REFLECT: bool>(tables: &CrcTables, mut register: u64, bytes: &[u8]) -> u64 {
    let (blocks, tail) = bytes.as_chunks::<STRIDE>();
    for block in blocks {
        let mixed = if REFLECT {
            (u64::from_le_bytes(*block) ^ register).to_le_bytes()
        } else {
            (u64::from_be_bytes(*block) ^ register).to_be_bytes()
        };
        register = mixed.iter().zip(tables.iter().rev()).fold(0, |sum, (byte, table)| sum ^ table_entry(table, *byte));
    }
    let [first, ..] = tables;
    for byte in tail {
        register = if REFLECT {
            let [low, ..] = register.to_le_bytes();
            register >> 8 ^ table_entry(first, low ^ byte)
        } else {
            let [high, ..] = register.to_be_bytes();
            register << 8 ^ table_entry(first, high ^ byte)
        };
    }
    register
}

fn table_entry(table: &[u64; 256], byte: u8) -> u64 {
    // Every byte has an entry.
    table.get(usize::from(byte)).copied().unwrap_or(0)
}

/// Returns the lowest `width` bits in the opposite order.
const fn reflect_bits(value: u64, width: u32) -> u64 {
    value.reverse_bits() >> (64 - width)
}

/// `tables[k]` has, for each byte, the register after the byte and `k` zero bytes.
pub(super) type CrcTables = [[u64; 256]; STRIDE];

/// Returns the tables of a CRC. Steps are linear, so the registers of the bytes of a block can be combined by exclusive
/// or. Each table is computed from the previous table to save time, because the compiler computes the tables of every
/// declared CRC.
#[allow(clippy::indexing_slicing)] // All indexes are below the sizes that the type states.
pub(super) const fn compute_tables(crc: &CrcParameters) -> CrcTables {
    let mut tables = [[0; 256]; STRIDE];
    let mut byte = 0_usize;
    while byte < 256 {
        tables[0][byte] = register_after_byte(byte as u64, crc);
        byte += 1;
    }
    let mut zeros = 1;
    while zeros < STRIDE {
        byte = 0;
        while byte < 256 {
            let before = tables[zeros - 1][byte];
            let (low, high) = ((before & 0xff) as usize, (before >> 56) as usize);
            tables[zeros][byte] =
                if crc.reflect_in { before >> 8 ^ tables[0][low] } else { before << 8 ^ tables[0][high] };
            byte += 1;
        }
        zeros += 1;
    }
    tables
}

/// Returns the register after one byte, starting from a register of zero.
const fn register_after_byte(byte: u64, crc: &CrcParameters) -> u64 {
    let mut register = if crc.reflect_in { byte } else { byte << 56 };
    let mut left = 8;
    while left > 0 {
        register = if crc.reflect_in {
            let odd = 0_u64.wrapping_sub(register & 1);
            register >> 1 ^ reflect_bits(crc.polynomial, crc.width) & odd
        } else {
            let odd = 0_u64.wrapping_sub(register >> 63);
            register << 1 ^ (crc.polynomial << (64 - crc.width)) & odd
        };
        left -= 1;
    }
    register
}

/// Declares a CRC by its parameters, in the order of catalogues.
macro_rules! crc {
    ($(#[$doc:meta])* $name:ident = $text:literal, $width:literal, $poly:literal, $init:expr, $reflect:literal, $xor:expr) => {
        $(#[$doc])*
        pub type $name = Crc<parameters::$name>;

        impl Parameters for parameters::$name {
            const NAME: &'static str = $text;
            const WIDTH: u32 = $width;
            const POLYNOMIAL: u64 = $poly;
            const INITIAL: u64 = $init;
            const REFLECT_IN: bool = $reflect;
            const REFLECT_OUT: bool = $reflect;
            const XOR_OUT: u64 = $xor;
            const IS_BUILT_IN: bool = true;
        }
    };
}

/// The parameters of the usual CRCs.
pub mod parameters {
    macro_rules! names {
        ($($name:ident)*) => {
            $(
                #[doc = concat!("Those of [`", stringify!($name), "`](super::", stringify!($name), ").")]
                #[derive(Debug)]
                pub enum $name {}
            )*
        };
    }
    names!(Crc8 Crc16Arc Crc16Ccitt Crc16Kermit Crc16Modbus Crc16Xmodem Crc24OpenPgp Crc32Bzip2 Crc32c Crc32Mpeg2 Crc64Ecma Crc64Xz);
}

crc! {
    /// CRC-8/SMBUS.
    Crc8 = "crc8", 8, 0x07, 0, false, 0
}
crc! {
    /// CRC-16/ARC, also called CRC-16 and CRC-IBM.
    Crc16Arc = "crc16-arc", 16, 0x8005, 0, true, 0
}
crc! {
    /// CRC-16/IBM-3740, often called CRC-CCITT (false).
    Crc16Ccitt = "crc16-ccitt", 16, 0x1021, 0xFFFF, false, 0
}
crc! {
    /// CRC-16/KERMIT, the CRC of the CCITT.
    Crc16Kermit = "crc16-kermit", 16, 0x1021, 0, true, 0
}
crc! {
    /// CRC-16/MODBUS.
    Crc16Modbus = "crc16-modbus", 16, 0x8005, 0xFFFF, true, 0
}
crc! {
    /// CRC-16/XMODEM.
    Crc16Xmodem = "crc16-xmodem", 16, 0x1021, 0, false, 0
}
crc! {
    /// CRC-24/OPENPGP.
    Crc24OpenPgp = "crc24-openpgp", 24, 0x86_4CFB, 0xB7_04CE, false, 0
}
crc! {
    /// CRC-32/BZIP2.
    Crc32Bzip2 = "crc32-bzip2", 32, 0x04C1_1DB7, 0xFFFF_FFFF, false, 0xFFFF_FFFF
}
crc! {
    /// CRC-32/ISCSI, also called CRC-32C and Castagnoli.
    Crc32c = "crc32c", 32, 0x1EDC_6F41, 0xFFFF_FFFF, true, 0xFFFF_FFFF
}
crc! {
    /// CRC-32/MPEG-2.
    Crc32Mpeg2 = "crc32-mpeg2", 32, 0x04C1_1DB7, 0xFFFF_FFFF, false, 0
}
crc! {
    /// CRC-64/ECMA-182.
    Crc64Ecma = "crc64-ecma", 64, 0x42F0_E1EB_A9EA_3693, 0, false, 0
}
crc! {
    /// CRC-64/XZ.
    Crc64Xz = "crc64-xz", 64, 0x42F0_E1EB_A9EA_3693, u64::MAX, true, u64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checksum::{ChecksumType, checksum_of};

    /// The values of "123456789" in the catalogue of parametrised CRC algorithms.
    #[test]
    fn check_values_of_the_catalogue() {
        fn of<C: Checksum>() -> u64 {
            checksum_of::<C>(b"123456789")
        }
        assert_eq!(of::<Crc8>(), 0xF4);
        assert_eq!(of::<Crc16Arc>(), 0xBB3D);
        assert_eq!(of::<Crc16Ccitt>(), 0x29B1);
        assert_eq!(of::<Crc16Kermit>(), 0x2189);
        assert_eq!(of::<Crc16Modbus>(), 0x4B37);
        assert_eq!(of::<Crc16Xmodem>(), 0x31C3);
        assert_eq!(of::<Crc24OpenPgp>(), 0x21_CF02);
        assert_eq!(of::<Crc32Bzip2>(), 0xFC89_1918);
        assert_eq!(of::<Crc32c>(), 0xE306_9283);
        assert_eq!(of::<Crc32Mpeg2>(), 0x0376_E6E7);
        assert_eq!(of::<Crc64Ecma>(), 0x6C40_DF5F_0B49_7347);
        assert_eq!(of::<Crc64Xz>(), 0x995D_C9BB_DF19_39FA);
    }

    /// Widths that are not a multiple of 8, and a reflected value of a register that is not reflected.
    #[test]
    fn odd_widths_and_one_sided_reflection() {
        macro_rules! odd {
            ($name:ident, $width:literal, $poly:literal, $init:literal, $in:literal, $out:literal, $xor:literal) => {
                enum $name {}
                impl Parameters for $name {
                    const NAME: &'static str = stringify!($name);
                    const WIDTH: u32 = $width;
                    const POLYNOMIAL: u64 = $poly;
                    const INITIAL: u64 = $init;
                    const REFLECT_IN: bool = $in;
                    const REFLECT_OUT: bool = $out;
                    const XOR_OUT: u64 = $xor;
                }
            };
        }
        odd!(Gsm3, 3, 0x3, 0, false, false, 0x7);
        odd!(Usb5, 5, 0x05, 0x1F, true, true, 0x1F);
        odd!(Umts12, 12, 0x80F, 0, false, true, 0);
        odd!(Can15, 15, 0x4599, 0, false, false, 0);
        odd!(Philips40, 40, 0x00_0482_0009, 0, false, false, 0xFF_FFFF_FFFF);
        assert_eq!(checksum_of::<Crc<Gsm3>>(b"123456789"), 0x4);
        assert_eq!(checksum_of::<Crc<Usb5>>(b"123456789"), 0x19);
        assert_eq!(checksum_of::<Crc<Umts12>>(b"123456789"), 0xDAF);
        assert_eq!(checksum_of::<Crc<Can15>>(b"123456789"), 0x059E);
        assert_eq!(checksum_of::<Crc<Philips40>>(b"123456789"), 0xD4_164F_C646);
        assert_eq!(stated::<Gsm3>(), 0x4);
        assert_eq!(stated::<Usb5>(), 0x19);
        assert_eq!(stated::<Umts12>(), 0xDAF);
        assert_eq!(stated::<Can15>(), 0x059E);
        assert_eq!(stated::<Philips40>(), 0xD4_164F_C646);
    }

    /// Returns the CRC of "123456789", from the parameters in a schema.
    fn stated<P: Parameters>() -> u64 {
        ChecksumType::of_crc("own", parameters_of::<P>()).unwrap().checksum(b"123456789")
    }

    /// Returns the CRC by its definition: polynomial division, bit by bit.
    fn by_bits<P: Parameters>(bytes: &[u8]) -> u64 {
        let top = 1_u128 << P::WIDTH;
        let mut register = u128::from(P::INITIAL);
        for byte in bytes {
            let byte = if P::REFLECT_IN { byte.reverse_bits() } else { *byte };
            for bit in (0..8).rev() {
                register = (register << 1) ^ u128::from(byte >> bit & 1) << P::WIDTH;
                if register & top != 0 {
                    register ^= top | u128::from(P::POLYNOMIAL);
                }
            }
        }
        let value = u64::try_from(register).unwrap();
        (if P::REFLECT_OUT { reflect_bits(value, P::WIDTH) } else { value }) ^ P::XOR_OUT
    }

    #[test]
    fn tables_equal_single_bits() {
        let bytes: Vec<u8> = (0..100_u32).map(|i| (i.wrapping_mul(0x9E37_79B9) >> 23) as u8).collect();
        for size in 0..bytes.len() {
            let part = &bytes[..size];
            let stated = ChecksumType::of_crc("own", parameters_of::<parameters::Crc16Arc>()).unwrap().checksum(part);
            assert_eq!(stated, by_bits::<parameters::Crc16Arc>(part), "{size}");
            assert_eq!(checksum_of::<Crc16Arc>(part), by_bits::<parameters::Crc16Arc>(part), "{size}");
            assert_eq!(checksum_of::<Crc24OpenPgp>(part), by_bits::<parameters::Crc24OpenPgp>(part), "{size}");
            assert_eq!(checksum_of::<Crc64Ecma>(part), by_bits::<parameters::Crc64Ecma>(part), "{size}");
            assert_eq!(checksum_of::<Crc64Xz>(part), by_bits::<parameters::Crc64Xz>(part), "{size}");
        }
    }
}
