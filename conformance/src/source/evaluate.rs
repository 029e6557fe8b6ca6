//! Computes the values of expressions and the bytes of leaves, each once, when they are needed.

use std::rc::Rc;

use super::encode;
use super::error::{Position, SourceError};
use super::layout::{Layout, select_slots};
use super::path::PathRef;
use super::plan::{Plan, Slot};
use super::tree::{Expr, Kind, Leaf, Number, Operator, Value};

/// The largest depth of leaves and expressions that need each other. A chain of 256 leaves is a mistake, and a longer one
/// would exhaust the stack.
const MAX_DEPTH: usize = 512;

pub(super) type Evaluated<T> = Result<T, SourceError>;

/// A byte to change by exclusive or: space, offset, mask.
pub(super) type Flipped = (usize, usize, u8);

pub(super) struct Evaluator<'a> {
    pub slots: &'a [Slot],
    pub layout: &'a Layout,
    flips: &'a [Flipped],
    states: Vec<State>,
    depth: usize,
}

#[derive(Clone)]
enum State {
    New,
    Busy,
    Done(Rc<[u8]>),
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(plan: &'a Plan, layout: &'a Layout, flips: &'a [Flipped]) -> Self {
        let states = vec![State::New; plan.slots.len()];
        Self { slots: &plan.slots, layout, flips, states, depth: 0 }
    }

    /// Creates an evaluator for slots whose bytes are known.
    pub(super) fn of_bytes(plan: &'a Plan, layout: &'a Layout, bytes: &[Vec<u8>]) -> Self {
        let states = bytes.iter().map(|bytes| State::Done(bytes.as_slice().into())).collect();
        Self { slots: &plan.slots, layout, flips: &[], states, depth: 0 }
    }

    /// Returns the bytes of a slot, which are none for a block.
    pub(super) fn slot_bytes(&mut self, index: usize) -> Evaluated<Rc<[u8]>> {
        let slots = self.slots;
        let Some(slot) = slots.get(index) else {
            return Ok(Rc::from([]));
        };
        match self.states.get(index) {
            Some(State::Done(bytes)) => return Ok(Rc::clone(bytes)),
            Some(State::Busy) => {
                let message = format!("the value of `{}` depends on itself", slot.entry.path);
                return Err(slot.entry.at.error_at(message));
            }
            _ => self.enter_slot(index, State::Busy),
        }
        self.enter_depth(slot.entry.at)?;
        let mut bytes = match (&slot.before, slot.leaf()) {
            (Some(before), _) if slot.stale => before.clone(),
            (_, Some(leaf)) => self.encode_leaf(index, slot, leaf)?,
            (_, None) => Vec::new(),
        };
        self.depth -= 1;
        let place = self.layout.place(index);
        for (_, at, mask) in self.flips.iter().filter(|(space, ..)| *space == slot.entry.space) {
            let byte = at.checked_sub(place.offset).and_then(|at| bytes.get_mut(at));
            byte.into_iter().for_each(|byte| *byte ^= mask);
        }
        let bytes: Rc<[u8]> = bytes.into();
        self.enter_slot(index, State::Done(Rc::clone(&bytes)));
        Ok(bytes)
    }

    /// Adds to the depth of evaluation; returns an error at a position if the depth is too large.
    fn enter_depth(&mut self, at: Position) -> Evaluated<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(at.error_at("too many fields depend on each other")) } else { Ok(()) }
    }

    fn enter_slot(&mut self, index: usize, state: State) {
        if let Some(slot) = self.states.get_mut(index) {
            *slot = state;
        }
    }

    /// Encodes the value of a leaf, even if the slot keeps an older value.
    pub(super) fn encode_leaf(&mut self, index: usize, slot: &Slot, leaf: &Leaf) -> Evaluated<Vec<u8>> {
        let at = slot.entry.at;
        match (&leaf.value, leaf.kind) {
            (Value::Raw(bytes), _) => Ok(bytes.clone()),
            (Value::Pad { with, .. }, _) => Ok(vec![*with; self.layout.place(index).size]),
            (Value::Text(text), Kind::Bytes | Kind::Utf8) => Ok(text.clone().into_bytes()),
            (Value::Text(text), Kind::Ascii) if text.is_ascii() => Ok(text.clone().into_bytes()),
            (Value::Text(text), Kind::Cstr) if !text.contains('\0') => Ok(text.bytes().chain([0]).collect()),
            (Value::One(number), kind) => self.encode_number(number, kind, leaf, (index, at)),
            (Value::Many(numbers), kind) => {
                let mut bytes = Vec::new();
                for number in numbers {
                    bytes.extend(self.encode_number(number, kind, leaf, (index, at))?);
                }
                Ok(bytes)
            }
            _ => Err(at.error_at(format!("{} does not fit {}", leaf.spelling, leaf.type_name))),
        }
    }

    fn encode_number(
        &mut self,
        number: &Number,
        kind: Kind,
        leaf: &Leaf,
        (home, at): (usize, Position),
    ) -> Evaluated<Vec<u8>> {
        let (bytes, value) = match (kind, number) {
            (Kind::Int { size, signed, big }, Number::Expr(expr)) => {
                let value = self.evaluate_expr(expr, Some(home))?;
                (encode::encode_int(value, size, signed, big), value.to_string())
            }
            (Kind::Uleb, Number::Expr(expr)) => {
                let value = self.evaluate_expr(expr, Some(home))?;
                (encode::encode_uleb(value), value.to_string())
            }
            (Kind::Float { size, big }, Number::Float(text)) => (encode::encode_float(text, size, big), text.clone()),
            (Kind::Float { size, big }, Number::Expr(expr)) => {
                let value = self.evaluate_expr(expr, Some(home))?.to_string();
                (encode::encode_float(&value, size, big), value)
            }
            (Kind::Float { size, big }, Number::Bits(expr)) => {
                let value = self.evaluate_expr(expr, Some(home))?;
                (encode::encode_int(value, size, false, big), value.to_string())
            }
            _ => (None, leaf.spelling.clone()),
        };
        bytes.ok_or_else(|| at.error_at(format!("{value} does not fit {}", leaf.type_name)))
    }

    /// Returns the value of an expression in the slot `home`; without a slot, in the file.
    pub(super) fn evaluate_expr(&mut self, expr: &Expr, home: Option<usize>) -> Evaluated<i128> {
        let slots = self.slots;
        let home_slot = home.and_then(|home| slots.get(home));
        let space = home_slot.map_or(0, |slot| slot.entry.space);
        self.enter_depth(home_slot.map_or_else(Position::default, |slot| slot.entry.at))?;
        let value = match expr {
            Expr::Int(value) => *value,
            Expr::Of(path) => self.value_of(path)?,
            Expr::Was(at) => {
                let before = home_slot.and_then(|slot| Some((slot.leaf()?, slot.before.as_ref()?)));
                let value = before.and_then(|(leaf, bytes)| encode::read_int(leaf.kind, bytes));
                value.ok_or_else(|| at.error_at("`was` needs a fault that sets an integer"))?
            }
            Expr::End(None) => self.layout.space_end(space) as i128,
            Expr::End(Some(path)) => self.layout.span_of(slots, path)?.end() as i128,
            Expr::Offset(path) => {
                let members = self.select_single(path)?;
                // A path that selects nothing is an error.
                self.layout.place(members.first().copied().unwrap_or_default()).offset as i128
            }
            Expr::Size(path) => self.layout.span_of(slots, path)?.size as i128,
            Expr::Count(path) => self.count_elements(path)?,
            Expr::Checksum(check) => self.checksum_of(check, space)?.into(),
            Expr::Neg(inner, at) => {
                let value = self.evaluate_expr(inner, home)?;
                value.checked_neg().ok_or_else(|| {
                    at.error_at(format!("expected a whole result of 128 bits from the negation of {value}, found none"))
                })?
            }
            Expr::Binary(operator, left, right, at) => {
                let (left, right) = (self.evaluate_expr(left, home)?, self.evaluate_expr(right, home)?);
                apply_operator(*operator, left, right).ok_or_else(|| {
                    at.error_at(format!("expected a whole result of 128 bits from {left} and {right}, found none"))
                })?
            }
        };
        self.depth -= 1;
        Ok(value)
    }

    fn select_single(&self, path: &PathRef) -> Evaluated<Vec<usize>> {
        if path.path.is_pattern() {
            return Err(path.at.error_at("expected one path, found a pattern"));
        }
        select_slots(self.slots, path)
    }

    fn value_of(&mut self, path: &PathRef) -> Evaluated<i128> {
        let is_it = |slot: &Slot| slot.entry.path == path.path;
        let found = self.slots.iter().position(is_it);
        let index = found.ok_or_else(|| {
            path.at.error_at(format!("expected the name of a field or a block, found `{}`", path.path))
        })?;
        let bytes = self.slot_bytes(index)?;
        let leaf = self.slots.get(index).and_then(Slot::leaf);
        let value = leaf.and_then(|leaf| encode::read_int(leaf.kind, &bytes));
        value.ok_or_else(|| path.at.error_at(format!("expected a single integer, found `{}`", path.path)))
    }

    // Items of a list field, or the indices that follow a path.
    fn count_elements(&self, path: &PathRef) -> Evaluated<i128> {
        let members = self.select_single(path)?;
        let slots = members.iter().filter_map(|member| self.slots.get(*member));
        let mut indices = Vec::new();
        for slot in slots {
            let entry = &slot.entry;
            if entry.path == path.path
                && let Some(leaf) = &entry.leaf
            {
                return match &leaf.value {
                    Value::Many(items) => Ok(items.len() as i128),
                    _ => Err(path.at.error_at(format!("expected a list, found `{}`", path.path))),
                };
            }
            indices.extend(path.path.index_of(&entry.path));
        }
        indices.sort_unstable();
        indices.dedup();
        Ok(indices.len() as i128)
    }
}

fn apply_operator(operator: Operator, left: i128, right: i128) -> Option<i128> {
    match operator {
        Operator::Or => Some(left | right),
        Operator::Add => left.checked_add(right),
        Operator::Sub => left.checked_sub(right),
        Operator::Mul => left.checked_mul(right),
        Operator::Div => left.checked_div(right).filter(|_| left.checked_rem(right) == Some(0)),
    }
}
