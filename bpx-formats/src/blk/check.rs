//! Rules that relate parts of a body to each other, and what a reader needs of the blocks.

use super::names::Table;
use super::{Block, Body, Param, ParamType};
use bpx_schema::Limits;
use bpx_schema::codec::{Space, Uleb};
use bpx_schema::report::{Class, Finding, Path, Segment};

/// Where a body lies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    pub(super) space: Space,
    /// Offset of the body in the space.
    pub(super) start: u64,
}

/// What names a body can refer to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shared {
    /// Number of shared names; none when they are needed and missing.
    pub(super) count: Option<usize>,
}

/// A block, where its parts lie among all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// Number of its name plus 1, or 0.
    pub(super) name: u32,
    pub(super) first_param: u32,
    pub(super) first_child: u32,
    pub(super) params: u16,
    pub(super) children: u16,
}

/// Tag of a string that is a name.
pub(super) const NAME_TAG: u32 = 1 << 31;

/// Looks at a body as a whole, and hands every finding to `sink`.
pub(super) struct Check<'a> {
    pub(super) body: &'a Body,
    pub(super) names: &'a Table,
    pub(super) shared: Shared,
    pub(super) origin: Origin,
    pub(super) limits: Limits,
    /// Whether unknown types are told here; a listener hears of them from the declaration.
    pub(super) types: bool,
    pub(super) sink: &'a mut dyn FnMut(Finding),
}

impl Check<'_> {
    /// Every rule; the places of the blocks, which are sound when no error was found.
    pub(super) fn run(mut self) -> Vec<Place> {
        self.names();
        let total = self.shared.count.map(|shared| shared.saturating_add(self.names.len()) as u64);
        self.params(total);
        let places = self.places(total);
        self.tree(&places);
        if !self.body.rest.is_empty() {
            let size = self.body.rest.len();
            let at = self.end();
            self.tell(Class::TrailingBytes, at, "blk.rest", &[("rest", None)], "I-103", "File layout", || {
                format!("{size} bytes follow the body")
            });
        }
        places
    }

    fn names(&mut self) {
        let stated = self.body.name_count.value() as usize;
        let size = self.body.names.as_ref().map_or(0, |names| names.bytes.len());
        let (found, used) = (self.names.len(), self.names.used());
        let at = self.names_start();
        if found < stated {
            let cut = used < size;
            let class = if cut { Class::Unterminated } else { Class::CountMismatch };
            let code = if cut { "blk.names.unterminated" } else { "blk.names.count" };
            self.tell(class, at.saturating_add(used as u64), code, &[("names", None)], "", "Name Map", || {
                format!("{stated} names are stated, {found} are there")
            });
        } else if used < size {
            let at = at.saturating_add(used as u64);
            self.tell(Class::CountMismatch, at, "blk.names.rest", &[("names", None)], "I-101", "Name Map", || {
                format!("{} bytes follow the {stated} names that are stated", size.saturating_sub(used))
            });
        }
        if self.shared.count.is_none() {
            let start = self.origin.start;
            self.tell(Class::Missing, start, "blk.names.missing", &[], "", "Name Map", || {
                "the file needs a map of shared names (--names)".to_owned()
            });
        }
    }

    fn params(&mut self, names: Option<u64>) {
        let payload = &self.body.payload;
        let size = payload.len() as u64;
        // Strings that begin up to here have an end.
        let last_end = payload.iter().rposition(|byte| *byte == 0).map_or(0, |last| last.saturating_add(1)) as u64;
        let names = names.unwrap_or(u64::MAX);
        let start = self.params_start();
        let params = &self.body.params;
        for (index, param) in (0_u64..).zip(params) {
            let value = u64::from(param.value);
            let bad_name = u64::from(param.key.name()) >= names;
            let bad_value = match ParamType::of(param.key.kind()) {
                Some(ParamType::String) if param.value & NAME_TAG != 0 => u64::from(param.value & !NAME_TAG) >= names,
                Some(ParamType::String) => value >= last_end,
                Some(ParamType::Bool) => param.value > 1,
                Some(kind) => {
                    let needed = u64::from(kind.payload_size());
                    needed > 0 && value.saturating_add(needed) > size
                }
                None => self.types,
            };
            if bad_name || bad_value {
                let at = start.saturating_add(index.saturating_mul(Param::SIZE as u64));
                self.param(*param, index, at, bad_name, bad_value, (names, size));
            }
        }
    }

    #[cold]
    fn param(&mut self, param: Param, index: u64, at: u64, bad_name: bool, bad_value: bool, sizes: (u64, u64)) {
        let (names, size) = sizes;
        if bad_name {
            let name = param.key.name();
            let path = [("params", Some(index)), ("key", None), ("name", None)];
            self.tell(Class::BadReference, at, "blk.param.name", &path, "", "Field map", || {
                format!("name {name} of {names}")
            });
        }
        if !bad_value {
            return;
        }
        let (at, value) = (at.saturating_add(4), param.value);
        let path = [("params", Some(index)), ("value", None)];
        match ParamType::of(param.key.kind()) {
            Some(ParamType::String) if value & NAME_TAG != 0 => {
                self.tell(Class::BadReference, at, "blk.param.string", &path, "", "Name reference", || {
                    format!("name {} of {names}", value & !NAME_TAG)
                });
            }
            Some(ParamType::String) if u64::from(value) < size => {
                self.tell(Class::Unterminated, at, "blk.param.unterminated", &path, "", "Inlining", || {
                    format!("no NUL follows offset {value} of the payload")
                });
            }
            Some(ParamType::Bool) => {
                self.tell(Class::OutOfRange, at, "blk.param.bool", &path, "I-106", "Types", || {
                    format!("{value:#x} is neither 0 nor 1")
                });
            }
            None => {
                let path = [("params", Some(index)), ("key", None), ("kind", None)];
                self.tell(Class::UnknownCode, at.saturating_sub(1), "blk.param.type", &path, "", "Types", || {
                    format!("{} stands for no type", param.key.kind())
                });
            }
            Some(_) => {
                self.tell(Class::OutOfBounds, at, "blk.param.offset", &path, "", "Inlining", || {
                    format!("the value at offset {value} does not lie in the payload of {size} bytes")
                });
            }
        }
    }

    /// Names and parameters of the blocks.
    fn places(&mut self, names: Option<u64>) -> Vec<Place> {
        let body = self.body;
        let count = body.params.len() as u64;
        let mut places = Vec::with_capacity(body.blocks.len());
        let (mut at, mut next) = (self.blocks_start(), 0_u64);
        let names = names.unwrap_or(u64::MAX);
        for (index, block) in (0_u64..).zip(&body.blocks) {
            let field = |name| [("blocks", Some(index)), (name, None)];
            let name = block.name.value();
            if u64::from(name) > names {
                let path = field("name");
                self.tell(Class::BadReference, at, "blk.block.name", &path, "", "Nesting map", || {
                    format!("name {} of {names}", name.saturating_sub(1))
                });
            }
            if index == 0 && name > 0 {
                self.tell(Class::Inconsistent, at, "blk.block.root", &field("name"), "I-105", "Nesting map", || {
                    "the root has a name".to_owned()
                });
            }
            let params = block.param_count.value();
            let first = block.first_param.map_or(next, |first| u64::from(first.value()));
            let end = first.saturating_add(u64::from(params));
            next = next.max(end);
            if end > count {
                let at = at.saturating_add(block.name.size() as u64);
                self.tell(Class::OutOfBounds, at, "blk.block.params", &field("param_count"), "", "Nesting map", || {
                    format!("parameters {first} to {end} of {count}")
                });
            }
            places.push(Place {
                name: if index == 0 { 0 } else { name },
                first_param: u32::try_from(first).unwrap_or(u32::MAX),
                first_child: block.first_child.map_or(0, Uleb::value),
                params,
                children: block.child_count.value(),
            });
            at = at.saturating_add(size_of_block(block));
        }
        if next < count && !body.blocks.is_empty() {
            let at = self.params_start().saturating_add(next.saturating_mul(Param::SIZE as u64));
            let path = [("params", Some(next))];
            self.tell(Class::CountMismatch, at, "blk.params.unclaimed", &path, "I-102", "Nesting map", || {
                format!("{} parameters belong to no block", count.saturating_sub(next))
            });
        }
        places
    }

    /// The blocks form one tree.
    fn tree(&mut self, places: &[Place]) {
        /// Not below any block yet.
        const NONE: u32 = u32::MAX;
        if places.is_empty() {
            let at = self.params_start();
            self.tell(Class::Missing, at, "blk.blocks.none", &[("blocks", None)], "", "Block count", || {
                "there is no root".to_owned()
            });
            return;
        }
        let mut parents = vec![NONE; places.len()];
        let mut sound = true;
        for (index, place) in (0_u32..).zip(places).filter(|(_, place)| place.children > 0) {
            let range = children(*place);
            let Some(slots) = parents.get_mut(range.clone()) else {
                sound = false;
                self.block(index, Class::OutOfBounds, "blk.block.children", || {
                    format!("blocks {} to {} of {}", range.start, range.end, places.len())
                });
                continue;
            };
            let twice = slots.iter().zip(range.clone()).find(|(parent, child)| **parent != NONE || *child == 0);
            match twice.map(|(_, child)| child) {
                Some(0) => {
                    sound = false;
                    self.block(index, Class::Inconsistent, "blk.block.cycle", || "the root lies in a block".to_owned());
                }
                Some(child) => {
                    sound = false;
                    self.block(index, Class::Duplicate, "blk.block.parents", || {
                        format!("block {child} lies in another block too")
                    });
                }
                None => slots.fill(index),
            }
        }
        // One fault of this kind makes others: they would say nothing.
        if !sound {
            return;
        }
        self.reached(places, &parents, NONE);
    }

    /// Every block is reached from the root, and none too deeply.
    fn reached(&mut self, places: &[Place], parents: &[u32], none: u32) {
        let max = self.limits.max_depth;
        let root = 0..1_usize;
        let mut level = vec![root];
        let (mut reached, mut depth) = (0_usize, 0_u32);
        while !level.is_empty() {
            depth = depth.saturating_add(1);
            if depth > max {
                let first = level.first().map_or(0, |range| range.start);
                let first = u32::try_from(first).unwrap_or(u32::MAX);
                self.block(first, Class::TooDeep, "blk.block.depth", || format!("blocks nest deeper than {max}"));
                return;
            }
            let mut below = Vec::new();
            for range in level {
                reached = reached.saturating_add(range.len());
                let nested = places.get(range).unwrap_or_default().iter().filter(|place| place.children > 0);
                below.extend(nested.map(|place| children(*place)));
            }
            level = below;
        }
        if reached == places.len() {
            return;
        }
        // Blocks that the root does not reach: those without a parent, or else those that hold each other.
        let orphan = (0_u32..).zip(parents).skip(1).find(|(_, parent)| **parent == none);
        match orphan {
            Some((index, _)) => {
                self.block(index, Class::BadReference, "blk.block.orphan", || "no block holds this one".to_owned());
            }
            None => {
                let index = (0_u32..).zip(parents).skip(1).find(|(index, _)| !leads_up(parents, *index));
                self.block(index.map_or(0, |(index, _)| index), Class::Inconsistent, "blk.block.cycle", || {
                    "the block lies in itself".to_owned()
                });
            }
        }
    }

    #[cold]
    fn block(&mut self, index: u32, class: Class, code: &'static str, message: impl Fn() -> String) {
        let before = self.body.blocks.get(..index as usize).unwrap_or_default();
        let at = before.iter().map(size_of_block).fold(self.blocks_start(), u64::saturating_add);
        self.tell(class, at, code, &[("blocks", Some(u64::from(index)))], "", "Nesting map", message);
    }

    #[cold]
    #[allow(clippy::too_many_arguments)]
    fn tell(
        &mut self,
        class: Class,
        at: u64,
        code: &'static str,
        steps: &[(&'static str, Option<u64>)],
        lenient: &'static str,
        spec: &'static str,
        message: impl Fn() -> String,
    ) {
        let content = matches!(self.origin.space, Space::Packed(_)).then(|| Segment::Field("content".into()));
        let mut path = Path::new(content.into_iter().chain([Segment::Field("body".into())]).collect());
        for (name, index) in steps {
            path.push(Segment::Field((*name).into()));
            if let Some(index) = index {
                path.push(Segment::Index(*index));
            }
        }
        let finding = Finding::new(class, self.origin.space.location(at), message()).code(code).spec(spec);
        (self.sink)(finding.lenient(lenient).at(path));
    }

    /// Offset of the first name.
    fn names_start(&self) -> u64 {
        let size = self.body.names.as_ref().map_or(0, |names| names.names_size.size());
        self.origin.start.saturating_add(self.body.name_count.size().saturating_add(size) as u64)
    }

    fn params_start(&self) -> u64 {
        let body = self.body;
        let names = body.names.as_ref().map_or(0, |names| names.bytes.len());
        let counts = [body.block_count.size(), body.param_count.size(), body.payload_size.size()];
        let sizes = counts.into_iter().chain([names, body.payload.len()]);
        sizes.fold(self.names_start(), |at, size| at.saturating_add(size as u64))
    }

    fn blocks_start(&self) -> u64 {
        self.params_start().saturating_add((self.body.params.len() as u64).saturating_mul(Param::SIZE as u64))
    }

    fn end(&self) -> u64 {
        self.body.blocks.iter().map(size_of_block).fold(self.blocks_start(), u64::saturating_add)
    }
}

fn children(place: Place) -> std::ops::Range<usize> {
    let first = place.first_child as usize;
    first..first.saturating_add(usize::from(place.children))
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

/// Size of a record in bytes.
fn size_of_block(block: &Block) -> u64 {
    let optional = [block.first_child, block.first_param];
    let optional = optional.iter().flatten().map(|number| number.size()).fold(0, usize::saturating_add);
    let fixed = [block.name.size(), block.param_count.size(), block.child_count.size(), optional];
    fixed.into_iter().fold(0, usize::saturating_add) as u64
}
