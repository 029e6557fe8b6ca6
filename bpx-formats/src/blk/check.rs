//! Rules that relate parts of a body to each other.

use super::param::NAME_TAG;
use super::parts::Parts;
use super::sharing::excess;
use super::{NameMap, Param, ParamType, registry};
use bpx_schema::Limits;
use bpx_schema::fault;
use bpx_schema::report::{Finding, Path, Rule, Segment};
use std::cell::OnceCell;

/// Looks at a body as a whole, and hands every finding to `sink`.
pub(super) struct Check<'a> {
    pub(super) parts: &'a Parts,
    /// Number of shared names, or `None` when they are needed and missing.
    pub(super) shared: Option<usize>,
    /// The shared names, when there are any.
    pub(super) names: Option<&'a NameMap>,
    pub(super) limits: Limits,
    /// Whether unknown types are told here; a listener hears of them from the declaration.
    pub(super) types: bool,
    pub(super) sink: &'a mut dyn FnMut(Finding),
    /// Where the blocks lie, once somebody asked.
    pub(super) starts: OnceCell<Vec<(usize, usize)>>,
}

/// Where a finding belongs: fields with their indexes, below the body.
type Steps<'s> = &'s [(&'static str, Option<u64>)];

impl Check<'_> {
    /// Every rule.
    pub(super) fn run(mut self) {
        // Where nobody knows the shared names, any number may be one.
        let names = self.shared.map_or(u64::MAX, |shared| shared.saturating_add(self.parts.names.len()) as u64);
        self.names();
        self.params(names);
        self.blocks(names);
        self.tree();
        self.sharing();
        let rest = self.parts.rest();
        if rest > 0 {
            let rule = &registry::REST;
            self.report(rule, self.parts.end(), &[("rest", None)], || format!("{rest} bytes follow the body"));
        }
    }

    fn names(&mut self) {
        let parts = self.parts;
        let stated = parts.head.name_count.value() as usize;
        let (found, used, size) = (parts.names.len(), parts.names.used(), parts.names.size());
        let at = parts.names_start().saturating_add(used);
        let steps: Steps<'_> = &[("head", None), ("names", None)];
        if found < stated {
            let rule = if used < size { &registry::NAMES_UNTERMINATED } else { &registry::NAMES_COUNT };
            self.report(rule, at, steps, || format!("{stated} names are stated, {found} are there"));
        } else if used < size {
            let rule = &registry::NAMES_REST;
            let rest = size.saturating_sub(used);
            self.report(rule, at, steps, || format!("{rest} bytes follow the {stated} names that are stated"));
        }
        if self.shared.is_none() {
            let rule = &registry::NAMES_MISSING;
            self.report(rule, parts.start(), &[], || "the file needs a map of shared names (--names)".to_owned());
        }
    }

    fn params(&mut self, names: u64) {
        let payload = self.parts.payload();
        let size = payload.len() as u64;
        // Strings that begin before this have an end.
        let last_end = payload.iter().rposition(|byte| *byte == 0).map_or(0, |last| last.saturating_add(1)) as u64;
        for (index, param) in (0_u64..).zip(self.parts.params()) {
            let value = u64::from(param.value);
            let bad_name = u64::from(param.key.name()) >= names;
            let bad_value = match ParamType::of(param.key.kind()) {
                Some(ParamType::String) if param.value & NAME_TAG != 0 && !fault!(BlkTagIgnored) => {
                    u64::from(param.value & !NAME_TAG) >= names
                }
                Some(ParamType::String) => value >= last_end,
                Some(ParamType::Bool) => param.value > 1,
                Some(kind) => {
                    let needed = u64::from(kind.payload_size());
                    needed > 0
                        && value.saturating_add(needed).saturating_add(u64::from(fault!(BlkPayloadOneLess))) > size
                }
                None => self.types,
            };
            if bad_name && !fault!(BlkNamesUnchecked) {
                let rule = &registry::PARAM_NAME;
                let steps: Steps<'_> = &[("params", Some(index)), ("key", None), ("name", None)];
                let at = self.parts.param_start(index);
                self.report(rule, at, steps, || format!("name {} of {names}", param.key.name()));
            }
            if bad_value {
                self.value(param, index, names, size);
            }
        }
    }

    #[cold]
    fn value(&mut self, param: Param, index: u64, names: u64, size: u64) {
        let (at, value) = (self.parts.param_start(index).saturating_add(4), param.value);
        let steps: Steps<'_> = &[("params", Some(index)), ("value", None)];
        match ParamType::of(param.key.kind()) {
            None => {
                let steps: Steps<'_> = &[("params", Some(index)), ("key", None), ("kind", None)];
                let rule = &registry::PARAM_TYPE;
                let message = || format!("{} stands for no type", param.key.kind());
                self.report(rule, at.saturating_sub(1), steps, message);
            }
            Some(ParamType::String) if value & NAME_TAG != 0 => {
                let rule = &registry::PARAM_STRING;
                self.report(rule, at, steps, || format!("name {} of {names}", value & !NAME_TAG));
            }
            Some(ParamType::String) if u64::from(value) < size => {
                let rule = &registry::PARAM_UNTERMINATED;
                self.report(rule, at, steps, || format!("no NUL follows offset {value} of the payload"));
            }
            Some(ParamType::Bool) => {
                let rule = &registry::PARAM_BOOL;
                self.report(rule, at, steps, || format!("{value:#x} is neither 0 nor 1"));
            }
            Some(_) => {
                let rule = &registry::PARAM_OFFSET;
                let message = || format!("the value at offset {value} does not lie in the payload of {size} bytes");
                self.report(rule, at, steps, message);
            }
        }
    }

    /// Names and parameters of the blocks.
    fn blocks(&mut self, names: u64) {
        let count = u64::from(self.parts.head.param_count.value());
        let mut next = 0_u64;
        for (index, place) in (0_u64..).zip(&self.parts.places) {
            if u64::from(place.name) > names {
                let rule = &registry::BLOCK_NAME;
                self.field(rule, index, "name", || format!("name {} of {names}", place.name.saturating_sub(1)));
            }
            let first = u64::from(place.first_param);
            let end = first.saturating_add(u64::from(place.params));
            next = next.max(end);
            if end > count {
                let rule = &registry::BLOCK_PARAMS;
                self.field(rule, index, "param_count", || format!("parameters {first} to {end} of {count}"));
            }
        }
        if next < count && !self.parts.places.is_empty() {
            let rule = &registry::PARAMS_UNCLAIMED;
            let left = count.saturating_sub(next);
            let at = self.parts.param_start(next);
            self.report(rule, at, &[("params", Some(next))], || format!("{left} parameters belong to no block"));
        }
    }

    /// The blocks form one tree.
    fn tree(&mut self) {
        /// Not below any block yet.
        const NONE: u32 = u32::MAX;
        let places = &self.parts.places;
        if places.is_empty() {
            let rule = &registry::BLOCKS_NONE;
            self.report(rule, self.parts.end(), &[("blocks", None)], || "there is no root".to_owned());
            return;
        }
        let mut parents = vec![NONE; places.len()];
        let mut sound = true;
        // More children than blocks: some of them were found to be of two, and looking on would take for ever.
        let mut budget = places.len().saturating_mul(2);
        for (index, place) in (0_u32..).zip(places).filter(|(_, place)| place.children > 0) {
            let range = place.child_range();
            let Some(slots) = parents.get_mut(range.clone()) else {
                sound = false;
                self.block(index, &registry::BLOCK_CHILDREN, || {
                    format!("blocks {} to {} of {}", range.start, range.end, places.len())
                });
                continue;
            };
            let Some(left) = budget.checked_sub(range.len()) else {
                sound = false;
                break;
            };
            budget = left;
            let twice = slots.iter().zip(range.clone()).find(|(parent, child)| **parent != NONE || *child == 0);
            match twice.map(|(_, child)| child) {
                Some(0) => {
                    sound = false;
                    self.block(index, &registry::BLOCK_CYCLE, || "the root lies in a block".to_owned());
                }
                Some(child) => {
                    sound = false;
                    self.block(index, &registry::BLOCK_PARENTS, || format!("block {child} lies in another block too"));
                }
                None => slots.fill(index),
            }
        }
        // One fault of this kind makes others, which would say nothing.
        if sound {
            self.reached(&parents, NONE);
        }
    }

    /// Every block is reached from the root, and none too deeply.
    fn reached(&mut self, parents: &[u32], none: u32) {
        let places = &self.parts.places;
        let max = self.limits.max_depth;
        let root = 0..1_usize;
        let mut level = vec![root];
        let (mut reached, mut depth) = (0_usize, 0_u32);
        // Each block has one parent at most, so that none is counted twice.
        while !level.is_empty() && reached <= places.len() {
            depth = depth.saturating_add(1);
            if depth > max {
                let first = level.first().and_then(|range| u32::try_from(range.start).ok()).unwrap_or_default();
                self.block(first, &registry::BLOCK_DEPTH, || format!("blocks nest deeper than {max}"));
                return;
            }
            let mut below = Vec::new();
            for range in level {
                reached = reached.saturating_add(range.len());
                let nested = places.get(range).unwrap_or_default().iter().filter(|place| place.children > 0);
                below.extend(nested.map(|place| place.child_range()));
            }
            level = below;
        }
        if reached == places.len() || fault!(BlkOrphans) {
            return;
        }
        // Blocks that the root does not reach: those without a parent, or else those that hold each other.
        let orphan = (0_u32..).zip(parents).skip(1).find(|(_, parent)| **parent == none);
        if let Some((index, _)) = orphan {
            self.block(index, &registry::BLOCK_ORPHAN, || "no block holds this one".to_owned());
            return;
        }
        let index = (0_u32..).zip(parents).skip(1).find(|(index, _)| !leads_up(parents, *index));
        self.block(index.map_or(0, |(index, _)| index), &registry::BLOCK_CYCLE, || {
            "the block lies in itself".to_owned()
        });
    }

    /// No name, string or parameter is used more often than a reader bears.
    fn sharing(&mut self) {
        let known = self.shared.is_some();
        let Some(excess) = known.then(|| excess(self.parts, self.names, self.limits)).flatten() else { return };
        let (list, index) = excess.place;
        let at = if list == "params" { self.parts.param_start(index) } else { self.start(index).0 };
        let rule = &registry::LIMIT;
        self.report(rule, at, &[(list, Some(index))], || excess.message);
    }

    #[cold]
    fn block(&mut self, index: u32, rule: &Rule, message: impl FnOnce() -> String) {
        let index = u64::from(index);
        let at = self.start(index).0;
        self.report(rule, at, &[("blocks", Some(index))], message);
    }

    #[cold]
    fn field(&mut self, rule: &Rule, index: u64, field: &'static str, message: impl FnOnce() -> String) {
        let (at, name) = self.start(index);
        let at = if field == "name" { at } else { at.saturating_add(name) };
        self.report(rule, at, &[("blocks", Some(index)), (field, None)], message);
    }

    /// Offset of the record of a block, and size of its first field.
    fn start(&self, index: u64) -> (usize, usize) {
        let starts = self.starts.get_or_init(|| self.parts.block_starts());
        usize::try_from(index).ok().and_then(|index| starts.get(index)).copied().unwrap_or_default()
    }

    #[cold]
    fn report(&mut self, rule: &Rule, at: usize, steps: Steps<'_>, message: impl FnOnce() -> String) {
        let frame = self.parts.kind.frame_field().map(|field| [field, "content"]).into_iter().flatten();
        let fields = frame.chain(["body"]).map(|name| Segment::Field(name.into()));
        let mut path = Path::new(fields.collect());
        for (name, index) in steps {
            path.push(Segment::Field((*name).into()));
            if let Some(index) = index {
                path.push(Segment::Index(*index));
            }
        }
        (self.sink)(rule.finding(self.parts.location(at), message()).at(path));
    }
}

/// Whether the way up from a block ends at the root.
fn leads_up(parents: &[u32], block: u32) -> bool {
    let mut at = block;
    for _ in parents {
        if at == 0 {
            return true;
        }
        match parents.get(at as usize) {
            Some(parent) => at = *parent,
            None => return false,
        }
    }
    false
}
