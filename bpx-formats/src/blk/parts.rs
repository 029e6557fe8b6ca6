use super::names::Table;
use super::unpack::{Unpacked, fault};
use super::{Block, BlockArgs, Head, Kind, Param, registry};
use bpx_schema::codec::{Decoder, Space, View};
use bpx_schema::report::Location;
use bpx_schema::{Budget, Codec, Error, Limits, Result};
use std::ops::Range;

/// The places of the parts of a body, which is not copied, and its blocks as an array.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    pub(super) kind: Kind,
    content: Vec<u8>,
    space: Space,
    pub(super) head: Head,
    pub(super) names: Table,
    payload: Range<usize>,
    params: Range<usize>,
    blocks: Range<usize>,
    pub(super) places: Vec<Place>,
}

/// A block, with the positions of its parts in the lists of all blocks and parameters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Number of its name plus 1, or 0.
    pub(super) name: u32,
    pub(super) first_param: u32,
    pub(super) first_child: u32,
    pub(super) params: u16,
    pub(super) children: u16,
}

impl Place {
    /// Returns its children, by their numbers.
    pub(super) fn child_range(self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first.saturating_add(usize::from(self.children))
    }

    /// Returns its parameters, by their numbers.
    pub(super) fn param_range(self) -> Range<usize> {
        let first = self.first_param as usize;
        first..first.saturating_add(usize::from(self.params))
    }
}

impl Parts {
    /// Finds the parts. Reads the body as [`Body`](super::Body) is declared, but skips payload and parameters.
    pub(super) fn new(unpacked: Unpacked<'_>, limits: Limits) -> Result<Self> {
        let (kind, space, start) = (unpacked.kind, unpacked.space, unpacked.start);
        let holds_fat = unpacked.holds_fat();
        let content = unpacked.content.into_owned();
        let budget = Budget::over(limits, &content);
        let mut decoder = Decoder::in_space(&content, space, &budget);
        if !holds_fat {
            let message = "the frame holds no file of kind FAT";
            let error = fault(&registry::INNER_KIND, decoder.location_of(0), "kind", message);
            return Err(error.in_field("content").in_field("sized"));
        }
        let within = |error: Error| {
            let error = error.in_field("body");
            match kind.frame_field() {
                Some(field) => error.in_field("content").in_field(field),
                None => error,
            }
        };
        decoder.seek(start).map_err(within)?;
        let mut head = Head::decode(&mut decoder, []).map_err(|error| within(error.in_field("head")))?;
        let range = |d: &mut Decoder<'_, '_>, name: &str, size: u64| {
            let start = at(d);
            d.take(size).map_err(|error| within(error.in_field(name)))?;
            Ok::<_, Error>(start..at(d))
        };
        let payload = range(&mut decoder, "payload", u64::from(head.payload_size.value()))?;
        let size = u64::from(head.param_count.value()).saturating_mul(Param::SIZE as u64);
        let params = range(&mut decoder, "params", size)?;
        let start = at(&decoder);
        let places = places(&mut decoder, kind, head.block_count.value()).map_err(within)?;
        let blocks = start..at(&decoder);
        let bytes = head.names.as_mut().map(|names| std::mem::take(&mut names.bytes)).unwrap_or_default();
        let names = Table::new(bytes, head.name_count.value() as usize);
        // The decoder borrows the content.
        drop(decoder);
        Ok(Self { kind, content, space, head, names, payload, params, blocks, places })
    }

    /// Returns values that do not fit into a record.
    #[inline]
    pub(super) fn payload(&self) -> &[u8] {
        self.content.get(self.payload.clone()).unwrap_or_default()
    }

    /// Returns the records of all parameters.
    #[inline]
    pub(super) fn params(&self) -> View<'_, Param> {
        self.some_params(0..self.params.len())
    }

    /// Returns the records of some parameters, by their numbers.
    #[inline]
    pub(super) fn some_params(&self, range: Range<usize>) -> View<'_, Param> {
        let params = self.content.get(self.params.clone()).unwrap_or_default();
        let size = Param::SIZE;
        let end = range.end.saturating_mul(size).min(params.len());
        View::new(params.get(range.start.saturating_mul(size)..end).unwrap_or_default()).0
    }

    /// Returns the content in which the body is, decompressed.
    pub(super) fn content(&self) -> &[u8] {
        &self.content
    }

    /// Returns the memory of all parts, in bytes.
    pub(super) fn memory(&self) -> u64 {
        let places = self.places.len().saturating_mul(size_of::<Place>());
        self.content.len().saturating_add(self.names.memory()).saturating_add(places) as u64
    }

    /// Returns the number of bytes that follow the body.
    pub(super) fn rest(&self) -> usize {
        self.content.len().saturating_sub(self.blocks.end)
    }

    /// Returns the location of a byte of the content.
    pub(super) fn location(&self, at: usize) -> Location {
        self.space.location(at as u64)
    }

    /// Returns the offset of the body.
    pub(super) fn start(&self) -> usize {
        let names = self.head.names.as_ref().map_or(0, |names| names.names_size.size());
        let counts = [self.head.block_count.size(), self.head.param_count.size(), self.head.payload_size.size()];
        let bytes = counts.into_iter().chain([self.names.size(), names, self.head.name_count.size()]);
        bytes.fold(self.payload.start, usize::saturating_sub)
    }

    /// Returns the offset of the record of a parameter.
    pub(super) fn param_start(&self, index: u64) -> usize {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        self.params.start.saturating_add(index.saturating_mul(Param::SIZE))
    }

    /// Returns a decoder over the whole content.
    pub(super) fn decoder<'a>(&'a self, budget: &'a Budget) -> Decoder<'a, 'a> {
        Decoder::in_space(&self.content, self.space, budget)
    }

    /// Returns the offset of the record of each block. It reads the records again.
    pub(super) fn block_starts(&self) -> Vec<usize> {
        let budget = Budget::default();
        let mut decoder = self.decoder(&budget);
        let args = BlockArgs { kind: self.kind.byte() };
        let mut starts = Vec::with_capacity(self.places.len());
        if decoder.seek(self.blocks.start as u64).is_ok() {
            starts.extend(self.places.iter().map_while(|_| {
                let start = at(&decoder);
                Block::decode(&mut decoder, args.into()).ok().map(|_| start)
            }));
        }
        starts
    }
}

/// Returns all blocks, each with the number of its first parameter.
fn places(d: &mut Decoder<'_, '_>, kind: Kind, count: u32) -> Result<Vec<Place>> {
    /// Size in bytes of the shortest record of a block.
    const SHORTEST: u64 = 3;
    let args = BlockArgs { kind: kind.byte() };
    let likely = u64::from(count).min(d.remaining().checked_div(SHORTEST).unwrap_or_default());
    let mut places = Vec::with_capacity(usize::try_from(likely).unwrap_or_default());
    let mut next = 0_u32;
    for index in 0..count {
        let block = Block::decode(d, args.into());
        let block = block.map_err(|error| error.in_element(u64::from(index)).in_field("blocks"))?;
        let params = block.param_count.value();
        let is_stated = kind == Kind::FatDedup && params > 0;
        let first_param = if is_stated { block.first_param.value() } else { next };
        next = next.max(first_param.saturating_add(u32::from(params)));
        places.push(Place {
            name: block.name.value(),
            first_param,
            first_child: block.first_child.value(),
            params,
            children: block.child_count.value(),
        });
    }
    Ok(places)
}

fn at(d: &Decoder<'_, '_>) -> usize {
    usize::try_from(d.position()).unwrap_or(usize::MAX)
}
