use super::names::Table;
use super::unpack::{Unpacked, field_fault};
use super::{Block, BlockArgs, Body, File, Head, Kind, Param, registry};
use bpx_schema::codec::{Decoder, FieldRef, Space, View};
use bpx_schema::field_name;
use bpx_schema::report::Location;
use bpx_schema::schema::memory_size;
use bpx_schema::{Budget, Codec, Error, Limits, Result};
use std::ops::Range;

/// The offsets of the parts of a body, which is not copied, and the blocks of the body as an array.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    pub(super) kind: Kind,
    content: Vec<u8>,
    space: Space,
    /// Offset of the body.
    pub(super) start: u64,
    pub(super) head: Head,
    pub(super) names: Table,
    payload: Range<usize>,
    params: Range<usize>,
    /// Offset of the blocks.
    blocks: u64,
    pub(super) places: Vec<Place>,
    /// Number of the first parameter after the parameters of all blocks.
    pub(super) claimed: u64,
    /// Number of bytes that follow the body.
    pub(super) rest: u64,
}

/// A block, with the positions of its parts in the lists of all blocks and parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Number of the block's name plus 1, or 0 for a block without a name.
    pub(super) name: u32,
    pub(super) first_param: u32,
    pub(super) first_child: u32,
    pub(super) params: u16,
    pub(super) children: u16,
}

impl Place {
    /// A block without name, parameters and children.
    pub(super) const EMPTY: Self = Self { name: 0, first_param: 0, first_child: 0, params: 0, children: 0 };

    /// Returns the number of the block's name, if the block has a name.
    #[inline]
    pub(super) fn name_number(self) -> Option<u32> {
        self.name.checked_sub(1)
    }
}

impl Parts {
    /// Finds the parts of a body. Reads the body as [`Body`](super::Body) is declared, but skips payload and
    /// parameters.
    pub(super) fn new(unpacked: Unpacked<'_>, limits: Limits) -> Result<Self> {
        let (kind, space, start) = (unpacked.kind, unpacked.space, unpacked.start);
        let holds_fat = unpacked.holds_fat();
        let content = unpacked.content.into_owned();
        let budget = Budget::for_bytes(limits, &content);
        let mut decoder = Decoder::in_space(&content, space, &budget);
        if !holds_fat {
            let message = "expected a file of kind FAT in the frame, found another first byte";
            let error = field_fault(&registry::INNER_KIND, decoder.location_of(0), "kind", message);
            return Err(error.in_field("content").in_field(field_name!(File, sized)));
        }
        let within = |error: Error| {
            let error = error.in_field(field_name!(File, body));
            match kind.frame_field() {
                Some(field) => error.in_field("content").in_field(field),
                None => error,
            }
        };
        decoder.seek(start).map_err(within)?;
        let mut head =
            Head::decode(&mut decoder, []).map_err(|error| within(error.in_field(field_name!(Body, head))))?;
        let range = |d: &mut Decoder<'_, '_>, name: &str, size: u64| {
            let start = offset_of(d);
            d.take(size).map_err(|error| within(error.in_field(name)))?;
            Ok::<_, Error>(start..offset_of(d))
        };
        let payload = range(&mut decoder, "payload", u64::from(head.payload_size.value()))?;
        #[allow(clippy::arithmetic_side_effects, reason = "64 bits hold the product of 32 bits and a small size")]
        let size = u64::from(head.param_count.value()) * Param::SIZE as u64;
        let params = range(&mut decoder, "params", size)?;
        let blocks = decoder.position();
        let (places, claimed) = read_places(&mut decoder, kind, head.block_count.value()).map_err(within)?;
        let bytes = head.names.as_mut().map_or_else(Vec::new, |names| std::mem::take(&mut names.bytes));
        let names = Table::new(bytes, head.name_count.value() as usize);
        let rest = decoder.remaining();
        // The decoder borrows the content.
        drop(decoder);
        Ok(Self { kind, content, space, start, head, names, payload, params, blocks, places, claimed, rest })
    }

    /// Returns the payload, with the values that do not fit into a record.
    #[inline]
    pub(super) fn payload(&self) -> &[u8] {
        slice_of(&self.content, &self.payload)
    }

    /// Returns the records of all parameters.
    #[inline]
    pub(super) fn params(&self) -> View<'_, Param> {
        View::new(slice_of(&self.content, &self.params)).0
    }

    /// Returns the records of the parameters of a block, as far as these records exist.
    #[inline]
    pub(super) fn params_of(&self, place: &Place) -> View<'_, Param> {
        let (records, _) = slice_of(&self.content, &self.params).as_chunks::<{ Param::SIZE }>();
        let rest = records.get(place.first_param as usize..).unwrap_or(&[]);
        View::new(rest.get(..usize::from(place.params)).unwrap_or(rest).as_flattened()).0
    }

    /// Returns the child blocks of a block, or `None` if some of them do not exist.
    #[inline]
    pub(super) fn children_of(&self, place: &Place) -> Option<&[Place]> {
        self.places.get(place.first_child as usize..)?.get(..usize::from(place.children))
    }

    /// Returns the decompressed content that holds the body.
    pub(super) fn content(&self) -> &[u8] {
        &self.content
    }

    /// Returns the memory of all parts, in bytes.
    pub(super) fn memory(&self) -> u64 {
        [self.content.len(), self.names.memory(), size_of_val(&*self.places)].into_iter().sum::<usize>() as u64
    }

    /// Returns the location of a byte of the content.
    pub(super) fn location(&self, at: u64) -> Location {
        self.space.location(at)
    }

    /// Returns the offset of a field of an existing parameter.
    #[allow(clippy::arithmetic_side_effects, reason = "the parameter is in memory")]
    pub(super) fn param_start(&self, index: u64, field: FieldRef) -> u64 {
        self.params.start as u64 + index * Param::SIZE as u64 + field.offset()
    }

    /// Returns a decoder over the whole content.
    pub(super) fn decoder<'a>(&'a self, budget: &'a Budget) -> Decoder<'a, 'a> {
        Decoder::in_space(&self.content, self.space, budget)
    }

    /// Returns the offset of the record of each block. Reads the records again.
    pub(super) fn block_starts(&self) -> Vec<u64> {
        let budget = Budget::default();
        let mut decoder = self.decoder(&budget);
        let args = BlockArgs { kind: self.kind.byte() };
        let mut starts = Vec::with_capacity(self.places.len());
        if decoder.seek(self.blocks).is_ok() {
            starts.extend(self.places.iter().map_while(|_| {
                let start = decoder.position();
                Block::decode(&mut decoder, args.into()).ok().map(|_| start)
            }));
        }
        starts
    }
}

/// Returns the bytes of a range that exists.
#[inline]
pub(super) fn slice_of<'b>(bytes: &'b [u8], range: &Range<usize>) -> &'b [u8] {
    bytes.split_at(range.end).0.split_at(range.start).1
}

/// Returns all blocks, each with the number of its first parameter, and the number of the first parameter after the
/// parameters of all blocks.
#[allow(clippy::arithmetic_side_effects, reason = "64 bits hold the numbers of parameters of 2^32 blocks")]
fn read_places(d: &mut Decoder<'_, '_>, kind: Kind, count: u32) -> Result<(Vec<Place>, u64)> {
    /// Size in bytes of the shortest record of a block.
    const SHORTEST: u64 = 3;
    let args = BlockArgs { kind: kind.byte() };
    let likely = u64::from(count).min(d.remaining() / SHORTEST);
    // The capacity only saves time, so that any number is right.
    let mut places = Vec::with_capacity(usize::try_from(likely).unwrap_or(0));
    let mut claimed = 0_u64;
    for index in 0..count {
        let block = Block::decode(d, args.into());
        let block = block.map_err(|error| error.in_element(u64::from(index)).in_field(field_name!(Body, blocks)))?;
        let params = block.param_count.value();
        let is_stated = kind == Kind::FatDedup && params > 0;
        let first_param = if is_stated { u64::from(block.first_param.value()) } else { claimed };
        claimed = claimed.max(first_param + u64::from(params));
        places.push(Place {
            name: block.name.value(),
            // A body has fewer parameters than 2^32, so that one with a larger number does not exist either.
            first_param: u32::try_from(first_param).unwrap_or(u32::MAX),
            first_child: block.first_child.value(),
            params,
            children: block.child_count.value(),
        });
    }
    Ok((places, claimed))
}

fn offset_of(d: &Decoder<'_, '_>) -> usize {
    memory_size(d.position())
}
