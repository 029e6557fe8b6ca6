//! The values that expressions can read while a file is made: the bytes so far, by name.

use bpx_schema::schema::{Endian, Link, Model, Structure, Text, Type};
use bpx_schema::value::{Fields, Scope, Value};
use std::rc::Rc;

/// A value that was written.
#[derive(Clone)]
pub(super) enum Val<'m> {
    /// A number without a place: a parameter, or the alternative of an absent field.
    Int(i128),
    /// A number in the bytes.
    Number(&'m Type, usize, usize),
    /// Bit fields, from this byte on.
    Bits(&'m Structure, usize),
    Fields(Rc<Env<'m>>),
    List(Rc<Vec<Self>>),
    /// An array of which only the number of elements is known.
    Len(u64),
    /// A value that expressions cannot read.
    Opaque,
}

/// The values of one structure.
#[derive(Clone, Default)]
pub(super) struct Env<'m> {
    pub(super) bound: Vec<(&'m str, Val<'m>)>,
}

impl<'m> Env<'m> {
    pub(super) fn bind(&mut self, name: &'m str, value: Val<'m>) {
        self.bound.push((name, value));
    }

    fn variable(&self, name: &str) -> Option<&Val<'m>> {
        self.bound.iter().rev().find(|(bound, _)| *bound == name).map(|(_, value)| value)
    }

    /// Returns the value at a path; for bit fields, the value of their structure, and the rest of the path.
    pub(super) fn find<'p>(&self, path: &'p [Text]) -> Option<(&Val<'m>, &'p [Text])> {
        let (first, mut rest) = path.split_first()?;
        let mut value = self.variable(first)?;
        while let (Val::Fields(env), Some((name, after))) = (value, rest.split_first()) {
            (value, rest) = (env.variable(name)?, after);
        }
        Some((value, rest))
    }
}

/// Makes a scope over bytes.
pub(super) struct View<'x, 'm> {
    pub(super) model: &'m Model,
    pub(super) env: &'x Env<'m>,
    pub(super) bytes: &'x [u8],
    pub(super) position: usize,
}

impl<'m> View<'_, 'm> {
    fn int(&self, value: &Val<'m>, rest: &[Text]) -> Option<i128> {
        match value {
            Val::Int(value) if rest.is_empty() => Some(*value),
            Val::Number(ty, start, end) if rest.is_empty() => match ty {
                Type::Varint { .. } => {
                    let bytes = self.bytes.get(*start..*end)?.iter().rev();
                    Some(bytes.fold(0, |value, byte| (value << 7) | i128::from(byte & 0x7f)))
                }
                ty => Value::of(ty, self.bytes.get(*start..*end)?)?.as_int(),
            },
            Val::Bits(structure, start) => {
                let resolve = |link: &Link| self.model.get(link.name());
                Fields { structure, bytes: self.bytes.get(*start..)?, resolve: &resolve }.get(rest)
            }
            Val::Fields(env) => {
                let (value, rest) = env.find(rest)?;
                self.int(value, rest)
            }
            _ => None,
        }
    }

    fn elements(&self, path: &[Text]) -> Option<&[Val<'m>]> {
        match self.env.find(path)? {
            (Val::List(list), []) => Some(list),
            _ => None,
        }
    }
}

impl Scope for View<'_, '_> {
    fn get(&self, path: &[Text]) -> Option<i128> {
        let (value, rest) = self.env.find(path)?;
        self.int(value, rest)
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        match self.env.find(path)? {
            (Val::Len(len), []) => Some(i128::from(*len)),
            (Val::List(list), []) => i128::try_from(list.len()).ok(),
            _ => None,
        }
    }

    fn sum(&self, path: &[Text], member: &str) -> Option<i128> {
        let member = [Text::Owned(member.to_owned())];
        self.elements(path)?.iter().try_fold(0_i128, |sum, one| sum.checked_add(self.int(one, &member)?))
    }

    fn lookup(&self, path: &[Text], key: &str, wanted: i128, member: &str) -> Option<i128> {
        let name = |name: &str| [Text::Owned(name.to_owned())];
        let (key, member) = (name(key), name(member));
        for one in self.elements(path)? {
            if self.int(one, &key)? == wanted {
                return self.int(one, &member);
            }
        }
        Some(0)
    }

    fn position(&self) -> i128 {
        i128::try_from(self.position).unwrap_or_default()
    }

    fn size(&self) -> i128 {
        i128::try_from(self.bytes.len()).unwrap_or_default()
    }
}

/// Returns the bytes of a number that is cut to a size.
pub(super) fn number_bytes(number: i128, size: usize, endian: Endian) -> Vec<u8> {
    let mut bytes = number.to_le_bytes().get(..size).unwrap_or_default().to_vec();
    if endian == Endian::Big {
        bytes.reverse();
    }
    bytes
}

/// Returns the least and the greatest whole number of a type.
pub(super) fn limits(ty: &Type) -> (i128, i128) {
    let (bits, signed) = match *ty {
        Type::Int { size, signed, .. } => (u32::from(size).saturating_mul(8), signed),
        Type::Varint { bits } => (u32::from(bits), false),
        _ => (0, false),
    };
    let span = 1_i128.checked_shl(bits.min(64)).unwrap_or_default();
    if signed { (-(span / 2), span / 2 - 1) } else { (0, span - 1) }
}
