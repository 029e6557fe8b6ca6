//! Places the sections of a file that is rebuilt: sections keep their order, and gaps stay between them.

use super::content;
use crate::ModelError;
use bpx_schema::json::JsonRef;
use std::collections::HashMap;

/// The bytes of a section that has no place yet.
pub(in crate::bpx) struct Block {
    pub(in crate::bpx) stored: Vec<u8>,
    /// Old offset and old stored size.
    pub(in crate::bpx) old: (u64, u64),
}

impl Block {
    /// Returns whether it has no bytes and had none: then only its pointer matters.
    fn is_empty(&self) -> bool {
        self.stored.is_empty() && self.old.1 == 0
    }
}

/// Bytes that belong to no section, and their old offset.
pub(in crate::bpx) type Gap = (u64, Vec<u8>);

/// Places for all sections.
pub(in crate::bpx) struct Places {
    /// Offsets of the sections.
    pub(in crate::bpx) pointers: Vec<u64>,
    /// The bytes after the table.
    pub(in crate::bpx) payload: Vec<u8>,
    heads: (u64, u64),
}

impl Places {
    /// Returns the stated size of a file, which follows the end of its sections: bytes after the stated end stay
    /// after it. A size that was not stated stays 0.
    pub(in crate::bpx) fn stated(&self, old: u64, blocks: &[Block]) -> u64 {
        if old == 0 {
            return 0;
        }
        let (old_head, new_head) = self.heads;
        let ends = blocks.iter().map(|block| block.old.0.saturating_add(block.old.1));
        let old_end = ends.max().unwrap_or_default().max(old_head);
        let ends = self.pointers.iter().zip(blocks);
        let ends = ends.map(|(pointer, block)| pointer.saturating_add(block.stored.len() as u64));
        let new_end = ends.max().unwrap_or_default().max(new_head);
        let end = new_head.saturating_add(self.payload.len() as u64);
        old.saturating_sub(old_end).saturating_add(new_end).min(end)
    }
}

/// Bytes of the file after the table, in the order of the old file.
enum Piece<'a> {
    Section(usize),
    Gap(u64, &'a [u8]),
}

/// Old and new place of a piece: offsets and sizes in bytes.
#[derive(Clone, Copy)]
struct Moved {
    old: (u64, u64),
    new: (u64, u64),
}

/// Places all sections; the arguments are the sizes of header and table, before and now.
///
/// Sections that shared bytes still share them if possible; a section without bytes points to the same place as
/// before.
pub(in crate::bpx) fn place(blocks: &[Block], gaps: &[Gap], (old_head, new_head): (u64, u64)) -> Places {
    let mut payload = Vec::new();
    let mut pointers: Vec<u64> = blocks.iter().map(|block| block.old.0).collect();
    let mut moved = vec![Moved { old: (old_head, 0), new: (new_head, 0) }];
    let mut shared = HashMap::new();
    for piece in pieces(blocks, gaps) {
        let position = new_head.saturating_add(payload.len() as u64);
        let (old, bytes) = match piece {
            Piece::Gap(offset, bytes) => ((offset, bytes.len() as u64), bytes),
            Piece::Section(index) => {
                let (Some(block), Some(pointer)) = (blocks.get(index), pointers.get_mut(index)) else { continue };
                *pointer = *shared.entry((block.old, &*block.stored)).or_insert(position);
                if *pointer != position {
                    continue;
                }
                (block.old, &*block.stored)
            }
        };
        moved.push(Moved { old, new: (position, bytes.len() as u64) });
        payload.extend_from_slice(bytes);
    }
    moved.sort_by_key(|one| one.old.0);
    let end = new_head.saturating_add(payload.len() as u64);
    for (pointer, block) in pointers.iter_mut().zip(blocks).filter(|(_, block)| block.is_empty()) {
        let before = moved.partition_point(|one| one.old.0 <= block.old.0).checked_sub(1);
        let anchor = before.and_then(|place| moved.get(place));
        *pointer = anchor.map_or(block.old.0, |one| one.follow(block.old.0)).min(end);
    }
    Places { pointers, payload, heads: (old_head, new_head) }
}

impl Moved {
    /// Returns the new offset for an old offset in the piece or after it.
    fn follow(&self, offset: u64) -> u64 {
        let inside = offset.saturating_sub(self.old.0);
        let inside = if inside < self.old.1 { inside.min(self.new.1) } else { self.new.1 };
        self.new.0.saturating_add(inside)
    }
}

/// Returns sections with bytes, and gaps, in the order of the old file.
fn pieces<'a>(blocks: &[Block], gaps: &'a [Gap]) -> Vec<Piece<'a>> {
    let sections = blocks.iter().enumerate().filter(|(_, block)| !block.is_empty());
    let sections = sections.map(|(index, block)| ((block.old.0, 0, index), Piece::Section(index)));
    let gaps = gaps.iter().enumerate();
    let gaps = gaps.map(|(index, (offset, bytes))| ((*offset, 1, index), Piece::Gap(*offset, bytes)));
    let mut all: Vec<_> = sections.chain(gaps).collect();
    all.sort_by_key(|(key, _)| *key);
    all.into_iter().map(|(_, piece)| piece).collect()
}

/// Returns the gaps of a model.
pub(in crate::bpx) fn gaps(model: JsonRef<'_>) -> Result<Vec<Gap>, ModelError> {
    let Some(gaps) = model.get("gaps") else { return Ok(Vec::new()) };
    let list = gaps.as_array().ok_or_else(|| ModelError::unexpected("gaps", "a list"))?;
    let gap = |(index, json): (usize, JsonRef<'_>)| {
        let offset = json.member("offset").as_str().and_then(|text| text.parse().ok());
        let offset = offset.ok_or_else(|| ModelError::unexpected(format!("gaps[{index}].offset"), "an offset"))?;
        Ok((offset, content::bytes(json.member("data"), &format!("gaps[{index}].data"))?))
    };
    list.enumerate().map(gap).collect()
}
