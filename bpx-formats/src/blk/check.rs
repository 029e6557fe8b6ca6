//! Checks a whole body before its blocks are accessible.
//!
//! Most rules are rules of the declaration. For speed, the code here first tests the conditions of these rules without
//! building findings. If a condition does not hold, the rules of the declaration run and report the faults.

use super::names::AllNames;
use super::param::NAME_TAG;
use super::parts::{Parts, Place};
use super::sharing::find_excess;
use super::{Block, Body, BodyArgs, NameMap, Param, ParamKey, ParamType, registry};
use bpx_schema::codec::tree_faults;
use bpx_schema::report::{Finding, Mode, Path, Rule, Segment, Validator};
use bpx_schema::{Budget, Codec, Error, Limits, field_name};
use std::cell::OnceCell;

/// Checks a whole body, and passes every finding to `sink`.
pub(super) struct Check<'a> {
    pub(super) parts: &'a Parts,
    /// Whether the file needs shared names that are missing.
    pub(super) lacks_names: bool,
    /// The shared names, when there are any.
    pub(super) names: Option<&'a NameMap>,
    pub(super) limits: Limits,
    /// Whether this check also tests the rules of the declaration. A listener gets the findings of these rules while
    /// the body is read.
    pub(super) declared: bool,
    pub(super) sink: &'a mut dyn FnMut(Finding),
    /// Offsets of the blocks, computed on first use.
    pub(super) starts: OnceCell<Vec<u64>>,
}

/// The path of a finding below the body: fields with their indexes.
type Steps<'s> = &'s [(&'static str, Option<u64>)];

impl Check<'_> {
    /// Checks every rule.
    pub(super) fn check_rules(mut self) {
        if self.declared && !self.keeps_declared_rules() {
            self.check_declaration();
        }
        // If the shared names are unknown, every number can be a name.
        let mut names = AllNames { shared: self.names, local: &self.parts.names }.len() as u64;
        if self.lacks_names {
            names = u64::MAX;
            let rule = &registry::NAMES_MISSING;
            let message = || "expected a map of shared names (--names), found none".to_owned();
            self.report_rule(rule, self.parts.start, &[], message);
        }
        self.check_params(names);
        self.check_blocks(names);
        self.check_sharing();
    }

    /// Returns whether the body keeps the rules of its declaration.
    fn keeps_declared_rules(&self) -> bool {
        let payload = self.parts.payload();
        let size_from = |offset: u32| payload.get(offset as usize..).map_or(0, <[u8]>::len);
        let sound = |param: Param| match ParamType::of(param.key.kind()) {
            None => false,
            Some(ParamType::String) => param.value & NAME_TAG != 0 || size_from(param.value) > 0,
            Some(ParamType::Bool) => param.value <= 1,
            Some(kind) => kind.payload_size() == 0 || size_from(param.value) >= kind.payload_size() as usize,
        };
        let (parts, places, params) = (self.parts, &self.parts.places, self.parts.params());
        let names = &parts.names;
        names.len() == parts.head.name_count.value() as usize
            && names.name_bytes() == names.size()
            && !places.is_empty()
            && parts.claimed >= params.len() as u64
            && parts.rest == 0
            && params.iter().all(sound)
            && places.iter().all(|place| {
                parts.params_of(place).len() == usize::from(place.params)
                    && (place.children == 0 || parts.children_of(place).is_some())
            })
            && form_tree(places, self.limits.max_depth)
    }

    /// Reports the rules of the declaration that the body breaks.
    #[cold]
    fn check_declaration(&mut self) {
        let parts = self.parts;
        let budget = Budget::for_bytes(self.limits, parts.content());
        // The parts stay in memory while the body is read again.
        let held = budget.hold_memory(parts.memory());
        let mut validator = Validator::new(Mode::Strict);
        let mut decoder = parts.decoder(&budget).with_watch(&mut validator);
        let args = BodyArgs { kind: parts.kind.byte() };
        let held = held.map_err(|exceeded| exceeded.fault_at(parts.location(parts.start)));
        let read = held.and_then(|_held| {
            decoder.seek(parts.start)?;
            Body::decode(&mut decoder, args.into()).map(drop)
        });
        let mut report = |finding: &Finding| {
            let path = self.body_path().join(&finding.path);
            (self.sink)(finding.clone().with_path(path));
        };
        validator.finish_unread().findings().iter().for_each(&mut report);
        if let Err(Error::Fault(finding)) = read {
            report(&finding);
        }
    }

    /// Checks the names of the parameters, and the strings in the payload.
    fn check_params(&mut self, names: u64) {
        let payload = self.parts.payload();
        // A string that begins before this tail has a NUL.
        let tail = payload.rsplit(|byte| *byte == 0).next().map_or(0, <[u8]>::len);
        for (index, param) in (0_u64..).zip(self.parts.params()) {
            let (value, name) = (param.value, u64::from(param.key.name()));
            let start = |field| self.parts.param_start(index, field);
            if name >= names {
                let steps: Steps<'_> = &[
                    (field_name!(Body, params), Some(index)),
                    (Param::KEY.name(), None),
                    (ParamKey::NAME.name(), None),
                ];
                self.report_rule(&registry::PARAM_NAME, start(Param::KEY), steps, || {
                    format!("expected a name number below {names}, found {name}")
                });
            }
            if ParamType::of(param.key.kind()) != Some(ParamType::String) {
                continue;
            }
            let steps: Steps<'_> = &[(field_name!(Body, params), Some(index)), (Param::VALUE.name(), None)];
            if value & NAME_TAG != 0 {
                let name = value & !NAME_TAG;
                if u64::from(name) >= names {
                    let rule = &registry::PARAM_STRING;
                    self.report_rule(rule, start(Param::VALUE), steps, || {
                        format!("expected a name number below {names}, found {name}")
                    });
                }
            } else if payload.get(value as usize..).is_some_and(|rest| (1..=tail).contains(&rest.len())) {
                let rule = &registry::PARAM_UNTERMINATED;
                self.report_rule(rule, start(Param::VALUE), steps, || {
                    format!("expected a NUL that ends the string at offset {value} of the payload, found none")
                });
            }
        }
    }

    /// Checks the names of the blocks.
    fn check_blocks(&mut self, names: u64) {
        for (index, place) in (0_u64..).zip(&self.parts.places) {
            if let Some(name) = place.name_number().filter(|name| u64::from(*name) >= names) {
                let rule = &registry::BLOCK_NAME;
                let at = self.block_offset(index);
                let steps: Steps<'_> = &[(field_name!(Body, blocks), Some(index)), (field_name!(Block, name), None)];
                self.report_rule(rule, at, steps, || format!("expected a name number below {names}, found {name}"));
            }
        }
    }

    /// Checks that no name, string or parameter is used more often than the limits allow.
    fn check_sharing(&mut self) {
        let known = !self.lacks_names;
        let Some(excess) = known.then(|| find_excess(self.parts, self.names, self.limits)).flatten() else { return };
        let (list, index) = excess.place;
        let at = if list == field_name!(Body, params) {
            self.parts.param_start(index, Param::KEY)
        } else {
            self.block_offset(index)
        };
        let rule = &registry::LIMIT;
        self.report_rule(rule, at, &[(list, Some(index))], || excess.message);
    }

    /// Returns the offset of the record of a block.
    fn block_offset(&self, index: u64) -> u64 {
        let starts = self.starts.get_or_init(|| self.parts.block_starts());
        starts.get(index as usize).copied().unwrap_or(self.parts.start)
    }

    /// Returns the path of the body.
    fn body_path(&self) -> Path {
        let frame = self.parts.kind.frame_field().map(|field| [field, "content"]).into_iter().flatten();
        Path::new(frame.chain(["body"]).map(|name| Segment::Field(name.into())).collect())
    }

    #[cold]
    fn report_rule(&mut self, rule: &Rule, at: u64, steps: Steps<'_>, message: impl FnOnce() -> String) {
        let mut path = self.body_path();
        for (name, index) in steps {
            path.push(Segment::Field((*name).into()));
            if let Some(index) = index {
                path.push(Segment::Index(*index));
            }
        }
        (self.sink)(rule.finding(self.parts.location(at), message()).with_path(path));
    }
}

/// Returns whether the blocks form one tree. The caller has checked that the children of each block exist.
#[allow(clippy::arithmetic_side_effects, reason = "numbers of children are less than the number of blocks in memory")]
fn form_tree(places: &[Place], max_depth: u32) -> bool {
    let children = |place: &Place| place.first_child as usize..place.first_child as usize + usize::from(place.children);
    tree_faults(places.len(), |index| places.get(index).map_or(0..0, children), max_depth).is_empty()
}
