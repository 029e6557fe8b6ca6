//! Declares an item of varying size for this project, by hand, for binrw and for deku. For this project and by hand,
//! there is also an item that borrows its name.

use bpx_schema::{Record, structure};

/// Flags of an item, declared for this project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
#[schema(flags)]
pub(crate) enum ItemFlags {
    /// The item has an extra number.
    Extra = 1,
    /// The item is visible.
    Shown = 2,
    /// The item never moves.
    Fixed = 4,
}

/// Items with their count, declared for this project.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct Items {
    #[br(temp)]
    #[bw(calc = items.len())]
    count: u32,
    /// The items.
    #[br(count = count)]
    pub(crate) items: Vec<Item>,
}

/// An item, declared for this project.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct Item {
    #[br(temp)]
    #[bw(calc = name.len())]
    name_len: u16,
    /// Name, in UTF-8.
    #[br(count = name_len)]
    #[schema(utf8)]
    pub(crate) name: Vec<u8>,
    /// Flags of the item.
    #[schema(codes = ItemFlags, known)]
    pub(crate) flags: u16,
    /// Extra number.
    #[br(if(flags & 1 != 0))]
    pub(crate) extra: Option<u32>,
    /// Position of the item.
    #[schema(finite)]
    pub(crate) position: [f32; 3],
}

/// Items with borrowed names, and their count, declared for this project.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct BorrowedItems<'a> {
    #[br(temp)]
    #[bw(calc = items.len())]
    count: u32,
    /// The items.
    #[br(count = count)]
    pub(crate) items: Vec<BorrowedItem<'a>>,
}

/// An item with a borrowed name, declared for this project.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct BorrowedItem<'a> {
    #[br(temp)]
    #[bw(calc = name.len())]
    name_len: u16,
    /// Name.
    #[br(count = name_len)]
    pub(crate) name: &'a str,
    /// Flags of the item.
    #[schema(codes = ItemFlags, known)]
    pub(crate) flags: u16,
    /// Extra number.
    #[br(if(flags & 1 != 0))]
    pub(crate) extra: Option<u32>,
    /// Position of the item.
    #[schema(finite)]
    pub(crate) position: [f32; 3],
}

/// An item with a borrowed name, declared by hand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BorrowedByHand<'a> {
    pub(crate) name: &'a str,
    pub(crate) flags: u16,
    pub(crate) extra: Option<u32>,
    pub(crate) position: [f32; 3],
}

impl<'a> BorrowedByHand<'a> {
    /// Reads all items; returns `None` if they do not fill the bytes, or a name is not UTF-8.
    pub(crate) fn decode_all(mut bytes: &'a [u8]) -> Option<Vec<Self>> {
        let count = u32::from_le_bytes(take(&mut bytes)?);
        let mut items = Vec::with_capacity((count as usize).min(bytes.len() / ByHand::MIN_SIZE));
        for _ in 0..count {
            items.push(Self::decode(&mut bytes)?);
        }
        bytes.is_empty().then_some(items)
    }

    fn decode(rest: &mut &'a [u8]) -> Option<Self> {
        let len = u16::from_le_bytes(take(rest)?);
        let (name, left) = rest.split_at_checked(usize::from(len))?;
        *rest = left;
        let flags = u16::from_le_bytes(take(rest)?);
        let extra = if flags & 1 != 0 { Some(u32::from_le_bytes(take(rest)?)) } else { None };
        let [x, y, z] = [(); 3].map(|()| take(rest).map(f32::from_le_bytes));
        Some(Self { name: std::str::from_utf8(name).ok()?, flags, extra, position: [x?, y?, z?] })
    }
}

/// An item, declared by hand.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ByHand {
    pub(crate) name: Vec<u8>,
    pub(crate) flags: u16,
    pub(crate) extra: Option<u32>,
    pub(crate) position: [f32; 3],
}

/// Splits an array off the beginning of the bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk()?;
    *rest = left;
    Some(*taken)
}

impl ByHand {
    /// Size in bytes of an item with an empty name and without an extra number.
    const MIN_SIZE: usize = 16;

    /// Reads all items; returns `None` if they do not fill the bytes.
    pub(crate) fn decode_all(mut bytes: &[u8]) -> Option<Vec<Self>> {
        let count = u32::from_le_bytes(take(&mut bytes)?);
        let mut items = Vec::with_capacity((count as usize).min(bytes.len() / Self::MIN_SIZE));
        for _ in 0..count {
            items.push(Self::decode(&mut bytes)?);
        }
        bytes.is_empty().then_some(items)
    }

    /// Reads all items, and checks each item.
    pub(crate) fn decode_valid(mut bytes: &[u8]) -> Option<Vec<Self>> {
        let count = u32::from_le_bytes(take(&mut bytes)?);
        let mut items = Vec::with_capacity((count as usize).min(bytes.len() / Self::MIN_SIZE));
        for _ in 0..count {
            let item = Self::decode(&mut bytes)?;
            if !item.is_valid() {
                return None;
            }
            items.push(item);
        }
        bytes.is_empty().then_some(items)
    }

    fn decode(rest: &mut &[u8]) -> Option<Self> {
        let len = u16::from_le_bytes(take(rest)?);
        let (name, left) = rest.split_at_checked(usize::from(len))?;
        *rest = left;
        let flags = u16::from_le_bytes(take(rest)?);
        let extra = if flags & 1 != 0 { Some(u32::from_le_bytes(take(rest)?)) } else { None };
        let [x, y, z] = [(); 3].map(|()| take(rest).map(f32::from_le_bytes));
        Some(Self { name: name.to_vec(), flags, extra, position: [x?, y?, z?] })
    }

    fn is_valid(&self) -> bool {
        std::str::from_utf8(&self.name).is_ok()
            && self.flags & !7 == 0
            && self.position.iter().all(|float| float.is_finite())
    }

    /// Writes all items; returns `None` if an item cannot be written.
    pub(crate) fn encode_all(items: &[Self]) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        out.extend_from_slice(&u32::try_from(items.len()).ok()?.to_le_bytes());
        for item in items {
            item.encode(&mut out)?;
        }
        Some(out)
    }

    fn encode(&self, out: &mut Vec<u8>) -> Option<()> {
        if self.extra.is_some() != (self.flags & 1 != 0) {
            return None;
        }
        out.extend_from_slice(&u16::try_from(self.name.len()).ok()?.to_le_bytes());
        out.extend_from_slice(&self.name);
        out.extend_from_slice(&self.flags.to_le_bytes());
        if let Some(extra) = self.extra {
            out.extend_from_slice(&extra.to_le_bytes());
        }
        for float in self.position {
            out.extend_from_slice(&float.to_le_bytes());
        }
        Some(())
    }
}

/// Items with their count, declared for binrw's own derive.
#[binrw::binrw]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct BinrwItems {
    #[br(temp)]
    #[bw(calc = items.len() as u32)]
    count: u32,
    #[br(count = count)]
    pub(crate) items: Vec<Binrw>,
}

/// An item, declared for binrw's own derive.
#[binrw::binrw]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub(crate) struct Binrw {
    #[br(temp)]
    #[bw(calc = name.len() as u16)]
    name_len: u16,
    #[br(count = name_len)]
    pub(crate) name: Vec<u8>,
    pub(crate) flags: u16,
    #[br(if(flags & 1 != 0))]
    pub(crate) extra: Option<u32>,
    pub(crate) position: [f32; 3],
}

/// Items with their count, declared for deku.
#[derive(Debug, Clone, PartialEq, deku::DekuRead, deku::DekuWrite)]
#[deku(endian = "little")]
pub(crate) struct DekuItems {
    #[deku(update = "self.items.len()")]
    count: u32,
    #[deku(count = "count")]
    pub(crate) items: Vec<Deku>,
}

/// An item, declared for deku.
#[derive(Debug, Clone, PartialEq, deku::DekuRead, deku::DekuWrite)]
#[deku(endian = "endian", ctx = "endian: deku::ctx::Endian")]
pub(crate) struct Deku {
    #[deku(update = "self.name.len()")]
    name_len: u16,
    #[deku(count = "name_len")]
    pub(crate) name: Vec<u8>,
    pub(crate) flags: u16,
    #[deku(cond = "flags & 1 != 0")]
    pub(crate) extra: Option<u32>,
    pub(crate) position: [f32; 3],
}

/// Returns valid pseudo-random items.
pub(crate) fn bytes_of_items(count: u32) -> Vec<u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut number = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 32
    };
    let items = (0..count).map(|_| {
        let name = (0..8 + number() % 17).map(|_| b'a' + (number() % 26) as u8).collect();
        let flags = (number() % 8) as u16;
        let extra = (flags & 1 != 0).then(|| number() as u32);
        let position = [(); 3].map(|()| number() as f32);
        ByHand { name, flags, extra, position }
    });
    ByHand::encode_all(&items.collect::<Vec<_>>()).unwrap_or_default()
}
