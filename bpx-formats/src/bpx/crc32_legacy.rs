use bpx_schema::checksum::Checksum;

/// Reflected IEEE polynomial.
const POLYNOMIAL: u32 = 0xEDB8_8320;
/// Number of bytes in one round of table look-ups.
const STRIDE: usize = 16;

/// `TABLES[k]` advances a byte by its own step and `k` further zero bytes. The step is linear, so 16 bytes combine by
/// exclusive or, as in slicing CRCs.
static TABLES: [[u32; 256]; STRIDE] = build_tables();

/// The CRC-32 of the reference crate, in which every table entry takes one shift instead of the eight shifts of IEEE.
#[derive(Clone, Debug)]
pub struct Crc32Legacy(u32);

impl Default for Crc32Legacy {
    fn default() -> Self {
        Self(u32::MAX)
    }
}

impl Checksum for Crc32Legacy {
    const NAME: &'static str = "crc32-legacy";
    const BITS: u32 = 32;

    fn update(&mut self, bytes: &[u8]) {
        let (blocks, tail) = bytes.as_chunks::<STRIDE>();
        let head = blocks.iter().fold(self.0, |state, block| {
            let mixed = u128::from_le_bytes(*block) ^ u128::from(state);
            mixed
                .to_le_bytes()
                .iter()
                .zip(TABLES.iter().rev())
                // A table has an entry for each byte.
                .fold(0, |sum, (&byte, table)| sum ^ table.get(usize::from(byte)).copied().unwrap_or(0))
        });
        self.0 = tail.iter().fold(head, |state, &byte| step_byte(state, byte));
    }

    fn value(&self) -> u64 {
        u64::from(!self.0)
    }
}

const fn step_byte(state: u32, byte: u8) -> u32 {
    let index = (state ^ byte as u32) & 0xFF;
    (state >> 8) ^ table_entry(index)
}

/// Returns an index after one shift, combined with the polynomial if the index is odd.
const fn table_entry(index: u32) -> u32 {
    let odd = 0_u32.wrapping_sub(index & 1);
    (index >> 1) ^ (POLYNOMIAL & odd)
}

const fn build_tables() -> [[u32; 256]; STRIDE] {
    let mut tables = [[0; 256]; STRIDE];
    let mut rest: &mut [[u32; 256]] = &mut tables;
    let mut zeros = 0_usize;
    while let Some((table, tail)) = rest.split_first_mut() {
        fill_table(table, zeros);
        zeros = zeros.wrapping_add(1);
        rest = tail;
    }
    tables
}

const fn fill_table(table: &mut [u32; 256], zeros: usize) {
    let mut rest: &mut [u32] = table;
    let mut index = 0_u32;
    while let Some((slot, tail)) = rest.split_first_mut() {
        let mut state = table_entry(index);
        let mut left = zeros;
        while left > 0 {
            state = step_byte(state, 0);
            left = left.wrapping_sub(1);
        }
        *slot = state;
        index = index.wrapping_add(1);
        rest = tail;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crc(bytes: &[u8]) -> u64 {
        bpx_schema::checksum::checksum_of::<Crc32Legacy>(bytes)
    }

    #[test]
    fn known_values() {
        assert_eq!(crc(b""), 0);
        assert_eq!(crc(b"123456789"), 0xFF12_4790);
        // By hand: 0xFFFFFFFF ^ 0 has low byte 0xFF, odd: 0x00FFFFFF ^ 0x7F ^ 0xEDB88320 = 0xED477CA0.
        assert_eq!(crc(&[0]), u64::from(!0xED47_7CA0_u32));
    }

    #[test]
    fn tables_equal_single_steps() {
        let bytes: Vec<u8> = (0..500_u32).map(|i| (i.wrapping_mul(0x9E37_79B9) >> 23) as u8).collect();
        for size in 0..bytes.len() {
            let slow = bytes[..size].iter().fold(u32::MAX, |s, &b| step_byte(s, b));
            assert_eq!(crc(&bytes[..size]), u64::from(!slow), "{size}");
        }
    }

    #[test]
    fn splits_do_not_matter() {
        let bytes: Vec<u8> = (0..300_u32).map(|i| (i.wrapping_mul(0x9E37_79B9) >> 23) as u8).collect();
        for split in 0..bytes.len() {
            let (head, tail) = bytes.split_at(split);
            let mut state = Crc32Legacy::default();
            state.update(head);
            state.update(tail);
            assert_eq!(state.value(), crc(&bytes), "{split}");
        }
    }
}
