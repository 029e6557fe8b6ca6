//! Holds the values that expressions can read by name while a file is made: parameters, and values in the bytes that
//! were written so far.

use super::tape::Tape;
use bpx_schema::codec::{FieldSpan, varint_value};
use bpx_schema::schema::{ComputedValue, Endian, Field, Length, Link, Model, Structure, Text, Type, memory_size};
use bpx_schema::value::{LeafValue, RecordFields, Scope};
use std::borrow::Cow;
use std::rc::Rc;

/// A value that was written.
#[derive(Clone)]
pub(super) enum Val<'m> {
    /// A number that is not in the bytes: a parameter, or the alternative of an absent field.
    Int(i128),
    /// A number in the bytes: its type, its beginning and its end.
    Number(Cow<'m, Type>, usize, usize),
    /// A text or a byte string in the bytes: its field, its beginning and its end.
    Run(&'m Field, usize, usize),
    /// A structure of bit fields in the bytes, and its beginning.
    Bits(&'m Structure, usize),
    Fields(Rc<Env<'m>>),
    List(Rc<Vec<Self>>),
    /// A value that expressions cannot read.
    Opaque,
}

/// The values of one structure.
#[derive(Clone, Default)]
pub(super) struct Env<'m> {
    pub(super) bound: Vec<(&'m str, Val<'m>)>,
    /// The ranges of the fields that were written, and of the structure.
    pub(super) spans: Vec<FieldSpan<'m>>,
}

impl<'m> Env<'m> {
    pub(super) fn bind_name(&mut self, name: &'m str, value: Val<'m>) {
        self.bound.push((name, value));
    }

    /// Returns the same values and the number of an element, unless another value has the name `index`.
    pub(super) fn with_index(&self, index: u64) -> Self {
        let mut env = self.clone();
        if env.find_variable(Length::INDEX).is_none() {
            env.bind_name(Length::INDEX, Val::Int(i128::from(index)));
        }
        env
    }

    fn find_variable(&self, name: &str) -> Option<&Val<'m>> {
        self.bound.iter().rev().find(|(bound, _)| *bound == name).map(|(_, value)| value)
    }

    /// Returns the value at a path. For a bit field, returns the value of its structure and the rest of the path.
    pub(super) fn find_value<'p>(&self, path: &'p [Text]) -> Option<(&Val<'m>, &'p [Text])> {
        let (first, mut rest) = path.split_first()?;
        let mut value = self.find_variable(first)?;
        while let (Val::Fields(env), Some((name, after))) = (value, rest.split_first()) {
            (value, rest) = (env.find_variable(name)?, after);
        }
        Some((value, rest))
    }
}

/// Number of names that are compared in one step.
const NAMES_A_STEP: usize = 16;

/// A scope of expressions over bytes.
pub(super) struct View<'x, 'm> {
    /// The tape, which counts the steps of expressions.
    pub(super) tape: &'x Tape<'x>,
    pub(super) model: &'m Model,
    pub(super) env: &'x Env<'m>,
    pub(super) bytes: &'x [u8],
    pub(super) position: usize,
}

impl<'m> View<'_, 'm> {
    /// Returns all values without their bytes, for the expressions in a separate space.
    pub(super) fn without_bytes(&self) -> Env<'m> {
        self.detached_values(self.env)
    }

    fn detached_values(&self, env: &Env<'m>) -> Env<'m> {
        let bound = env.bound.iter().map(|(name, value)| (*name, self.detached_value(value))).collect();
        Env { bound, spans: env.spans.clone() }
    }

    /// Returns what is known of a value without its bytes: numbers, and the number of elements.
    pub(super) fn detached_value(&self, value: &Val<'m>) -> Val<'m> {
        match value {
            Val::Int(_) | Val::Number(..) => self.integer_value(value, &[]).map_or(Val::Opaque, Val::Int),
            Val::Run(_, start, end) => Val::List(Rc::new((*start..*end).map(|_| Val::Opaque).collect())),
            Val::Fields(env) => Val::Fields(Rc::new(self.detached_values(env))),
            Val::List(list) => Val::List(Rc::new(list.iter().map(|one| self.detached_value(one)).collect())),
            Val::Bits(structure, _) => {
                let mut env = Env::default();
                for field in structure.bit_fields() {
                    let number = self.integer_value(value, std::slice::from_ref(&field.name));
                    env.bind_name(&field.name, number.map_or(Val::Opaque, Val::Int));
                }
                Val::Fields(Rc::new(env))
            }
            Val::Opaque => Val::Opaque,
        }
    }

    fn part_value(&self, value: &Val<'m>, rest: &[Text]) -> Option<ComputedValue<'_>> {
        match value {
            Val::Int(value) if rest.is_empty() => Some(ComputedValue::Int(*value)),
            Val::Number(ty, start, end) if rest.is_empty() => match (&**ty, self.bytes.get(*start..*end)?) {
                (Type::Varint { form, .. }, bytes) => Some(ComputedValue::Int(varint_value(bytes, *form))),
                (ty, bytes) => match LeafValue::from_bytes(ty, bytes)? {
                    LeafValue::Int(value) => Some(ComputedValue::Int(value)),
                    LeafValue::F32(value) => Some(ComputedValue::Float(f64::from(value))),
                    LeafValue::F64(value) => Some(ComputedValue::Float(value)),
                    LeafValue::Bytes(_)
                    | LeafValue::Text(_)
                    | LeafValue::Encoded(..)
                    | LeafValue::Digits(..)
                    | LeafValue::Numbers(_) => None,
                },
            },
            Val::Run(field, start, end) if rest.is_empty() => {
                let bytes = self.bytes.get(*start..*end)?.into();
                let is_text = field.is_text() || field.ty == Type::CString && field.text_form().is_none();
                Some(if is_text { ComputedValue::Text(bytes) } else { ComputedValue::Bytes(bytes) })
            }
            Val::Bits(structure, start) => {
                let resolve = |link: &Link| self.model.get(link.name());
                let fields = RecordFields { structure, bytes: self.bytes.get(*start..)?, resolve: &resolve };
                fields.get(rest).map(ComputedValue::Int)
            }
            Val::Fields(env) => {
                let (value, rest) = env.find_value(rest)?;
                self.part_value(value, rest)
            }
            _ => None,
        }
    }

    fn integer_value(&self, value: &Val<'m>, rest: &[Text]) -> Option<i128> {
        self.part_value(value, rest)?.as_int()
    }

    /// Returns the value at a path like [`Env::find_value`], and counts the names that this may compare.
    fn find_value<'p>(&self, path: &'p [Text]) -> Option<(&Val<'m>, &'p [Text])> {
        self.tape.charge_steps(self.env.bound.len() / NAMES_A_STEP).then(|| self.env.find_value(path))?
    }
}

impl Scope for View<'_, '_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        let (value, rest) = self.find_value(path)?;
        self.part_value(value, rest)
    }

    fn element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<ComputedValue<'_>> {
        match self.find_value(array)? {
            (Val::List(list), []) => self.part_value(list.get(index)?, members),
            (Val::Run(_, start, end), []) if members.is_empty() => {
                let byte = self.bytes.get(*start..*end)?.get(index)?;
                Some(ComputedValue::Int(i128::from(*byte)))
            }
            _ => None,
        }
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        match self.find_value(path)? {
            (Val::Run(_, start, end), []) => i128::try_from(end.checked_sub(*start)?).ok(),
            (Val::List(list), []) => i128::try_from(list.len()).ok(),
            _ => None,
        }
    }

    fn span(&self, name: &str) -> Option<(u64, u64)> {
        self.env.spans.iter().find(|(known, ..)| *known == name).map(|(_, start, end, _)| (*start, *end))
    }

    fn charge_steps(&self, steps: u64) -> bool {
        self.tape.charge_steps(memory_size(steps))
    }

    fn position(&self) -> i128 {
        self.position as i128
    }

    fn size(&self) -> i128 {
        self.bytes.len() as i128
    }
}

/// Returns the bytes of a whole number or a fixed-point number; `None` for other types, and for numbers that digits
/// cannot express.
pub(super) fn number_bytes(number: i128, ty: &Type) -> Option<Vec<u8>> {
    match *ty {
        Type::Digits { size, form } => form.digit_bytes(u64::try_from(number).ok()?, size.into()),
        Type::Int { size, endian, .. } | Type::FixedPoint { size, endian, .. } => {
            Some(cut_number(number, size.into(), endian))
        }
        _ => None,
    }
}

/// Returns the lowest bytes of a number, `size` bytes in a byte order.
pub(super) fn cut_number(number: i128, size: usize, endian: Endian) -> Vec<u8> {
    let mut bytes: Vec<u8> = number.to_le_bytes().into_iter().take(size).collect();
    if endian == Endian::Big {
        bytes.reverse();
    }
    bytes
}

/// Returns the least and the greatest whole number of a type.
pub(super) fn type_limits(ty: &Type) -> (i128, i128) {
    let (bits, signed) = match *ty {
        Type::Int { size, signed, .. } | Type::FixedPoint { size, signed, .. } => (8 * u32::from(size), signed),
        Type::Digits { size, form } => return (0, form.greatest_number(size.into()).into()),
        Type::Varint { bits, form } => return form.range(bits).into_inner(),
        _ => (0, false),
    };
    let span = 1_i128 << bits.min(64);
    if signed { (-(span / 2), span / 2 - 1) } else { (0, span - 1) }
}
