//! Checks of a whole body, before its blocks are accessible.
//!
//! Most rules are those of the declaration. For speed, the code here first tests their conditions without building
//! findings. Only when a condition does not hold, the rules of the declaration run and report what is wrong.

use super::param::NAME_TAG;
use super::parts::{Parts, Place};
use super::sharing::excess;
use super::{Body, BodyArgs, NameMap, Param, ParamType, registry};
use bpx_schema::codec::tree_faults;
use bpx_schema::fault;
use bpx_schema::report::{Finding, Mode, Path, Rule, Segment, Validator};
use bpx_schema::{Budget, Codec, Error, Limits};
use std::cell::OnceCell;

/// Checks a whole body, and passes every finding to `sink`.
pub(super) struct Check<'a> {
    pub(super) parts: &'a Parts,
    /// Number of shared names, or `None` when they are needed and missing.
    pub(super) shared: Option<usize>,
    /// The shared names, when there are any.
    pub(super) names: Option<&'a NameMap>,
    pub(super) limits: Limits,
    /// Whether the rules of the declaration are checked here. A listener gets their findings while the body is read.
    pub(super) declared: bool,
    pub(super) sink: &'a mut dyn FnMut(Finding),
    /// Offsets of the blocks, computed on first use.
    pub(super) starts: OnceCell<Vec<usize>>,
}

/// The path of a finding below the body: fields with their indexes.
type Steps<'s> = &'s [(&'static str, Option<u64>)];

impl Check<'_> {
    /// Checks every rule.
    pub(super) fn run(mut self) {
        if self.declared && !self.keeps_declared_rules() {
            self.declaration();
        }
        // If the shared names are unknown, every number can be a name.
        let names = self.shared.map_or(u64::MAX, |shared| shared.saturating_add(self.parts.names.len()) as u64);
        if self.shared.is_none() {
            let rule = &registry::NAMES_MISSING;
            let message = || "expected a map of shared names (--names), found none".to_owned();
            self.report(rule, self.parts.start(), &[], message);
        }
        self.params(names);
        self.blocks(names);
        self.sharing();
    }

    /// Returns whether the body keeps the rules of its declaration.
    fn keeps_declared_rules(&self) -> bool {
        let payload = self.parts.payload().len() as u64;
        let sound = |param: Param| match ParamType::of(param.key.kind()) {
            None => false,
            Some(ParamType::String) => param.value & NAME_TAG != 0 || u64::from(param.value) < payload,
            Some(ParamType::Bool) => param.value <= 1,
            Some(kind) => {
                let size = u64::from(kind.payload_size());
                size == 0 || u64::from(param.value).saturating_add(size) <= payload
            }
        };
        let (places, params) = (&self.parts.places, self.parts.params());
        let names = &self.parts.names;
        let claimed = places.iter().map(|place| place.param_range().end).max();
        names.len() == self.parts.head.name_count.value() as usize
            && names.used() == names.size()
            && claimed.is_some_and(|claimed| claimed >= params.len())
            && self.parts.rest() == 0
            && params.iter().all(sound)
            && places.iter().all(|place| {
                place.param_range().end <= params.len()
                    && (place.children == 0 || place.child_range().end <= places.len())
            })
            && form_tree(places, self.limits.max_depth)
    }

    /// Reports the rules of the declaration that the body breaks.
    #[cold]
    fn declaration(&mut self) {
        let parts = self.parts;
        let budget = Budget::over(self.limits, parts.content());
        let mut validator = Validator::new(Mode::Strict);
        let mut decoder = parts.decoder(&budget).watched(&mut validator);
        let start = parts.start() as u64;
        let args = BodyArgs { kind: parts.kind.byte() };
        let read = decoder.seek(start).and_then(|()| Body::decode(&mut decoder, args.into()).map(drop));
        let mut report = |finding: &Finding| {
            let path = self.body().join(&finding.path);
            (self.sink)(finding.clone().at(path));
        };
        validator.finish_unread().findings().iter().for_each(&mut report);
        if let Err(Error::Fault(finding)) = read {
            report(&finding);
        }
    }

    /// Checks names, and strings in the payload.
    fn params(&mut self, names: u64) {
        let payload = self.parts.payload();
        let size = payload.len() as u64;
        // A string that begins before this offset has a NUL.
        let last_end = payload.iter().rposition(|byte| *byte == 0).map_or(0, |last| last.saturating_add(1)) as u64;
        for (index, param) in (0_u64..).zip(self.parts.params()) {
            let (value, name) = (param.value, u64::from(param.key.name()));
            let at = self.parts.param_start(index);
            if name >= names && !fault!(BlkNamesUnchecked) {
                let steps: Steps<'_> = &[("params", Some(index)), ("key", None), ("name", None)];
                self.report(&registry::PARAM_NAME, at, steps, || format!("name {name} of {names}"));
            }
            if ParamType::of(param.key.kind()) != Some(ParamType::String) {
                continue;
            }
            let (at, steps): (_, Steps<'_>) = (at.saturating_add(4), &[("params", Some(index)), ("value", None)]);
            if value & NAME_TAG != 0 && !fault!(BlkTagIgnored) {
                let name = value & !NAME_TAG;
                if u64::from(name) >= names {
                    self.report(&registry::PARAM_STRING, at, steps, || format!("name {name} of {names}"));
                }
            } else if (last_end..size).contains(&value.into()) {
                let rule = &registry::PARAM_UNTERMINATED;
                self.report(rule, at, steps, || format!("no NUL follows offset {value} of the payload"));
            }
        }
    }

    /// Checks the names of the blocks.
    fn blocks(&mut self, names: u64) {
        for (index, place) in (0_u64..).zip(&self.parts.places) {
            if u64::from(place.name) > names {
                let rule = &registry::BLOCK_NAME;
                let at = self.start(index);
                let steps: Steps<'_> = &[("blocks", Some(index)), ("name", None)];
                self.report(rule, at, steps, || format!("name {} of {names}", place.name.saturating_sub(1)));
            }
        }
    }

    /// Checks that no name, string or parameter is used more often than the limits allow.
    fn sharing(&mut self) {
        let known = self.shared.is_some();
        let Some(excess) = known.then(|| excess(self.parts, self.names, self.limits)).flatten() else { return };
        let (list, index) = excess.place;
        let at = if list == "params" { self.parts.param_start(index) } else { self.start(index) };
        let rule = &registry::LIMIT;
        self.report(rule, at, &[(list, Some(index))], || excess.message);
    }

    /// Returns the offset of the record of a block.
    fn start(&self, index: u64) -> usize {
        let starts = self.starts.get_or_init(|| self.parts.block_starts());
        usize::try_from(index).ok().and_then(|index| starts.get(index)).copied().unwrap_or_default()
    }

    /// Returns the path of the body.
    fn body(&self) -> Path {
        let frame = self.parts.kind.frame_field().map(|field| [field, "content"]).into_iter().flatten();
        Path::new(frame.chain(["body"]).map(|name| Segment::Field(name.into())).collect())
    }

    #[cold]
    fn report(&mut self, rule: &Rule, at: usize, steps: Steps<'_>, message: impl FnOnce() -> String) {
        let mut path = self.body();
        for (name, index) in steps {
            path.push(Segment::Field((*name).into()));
            if let Some(index) = index {
                path.push(Segment::Index(*index));
            }
        }
        (self.sink)(rule.finding(self.parts.location(at), message()).at(path));
    }
}

/// Returns whether the blocks form one tree.
fn form_tree(places: &[Place], max_depth: u32) -> bool {
    let children = |index: usize| places.get(index).filter(|place| place.children > 0).map(|place| place.child_range());
    tree_faults(places.len(), |index| children(index).unwrap_or(0..0), max_depth).is_empty()
}
