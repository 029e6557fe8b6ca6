//! What a structure holds itself: its fields, one behind the other, and the numbers in them.

use crate::codec::{FieldSpan, fitting, set_bit_field, set_number};
use crate::report::Class;
use crate::schema::{BitPlace, Computed, Expr, Field, Link, Model, Offset, Region, Structure, Text, Type};
use crate::value::{Scope, Value, eval};

/// Finds structures: those of compiled declarations, or those of a schema that was read.
#[derive(Clone, Copy)]
pub(super) enum Structures<'s> {
    Compiled,
    // Only the interpreter has one.
    #[cfg_attr(not(feature = "interpret"), allow(dead_code))]
    Model(&'s Model),
}

impl<'s> Structures<'s> {
    pub(super) fn resolve(self, link: &Link) -> Option<&'s Structure> {
        match (self, link) {
            (Self::Compiled, Link::Static(schema)) => Some(schema()),
            (Self::Compiled, Link::Name(_)) => None,
            (Self::Model(model), link) => model.get(link.name()),
        }
    }
}

/// The bytes of all fields but regions, in the order in which they were written.
pub(super) struct Own<'s> {
    pub(super) structure: &'s Structure,
    pub(super) structures: Structures<'s>,
    pub(super) args: Vec<i128>,
    pub(super) bytes: Vec<u8>,
    pub(super) spans: Vec<FieldSpan<'s>>,
}

/// An element of the array that describes regions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'s> {
    pub(super) array: &'s str,
    pub(super) index: u64,
}

/// What the expressions of a region state before anything is set.
pub(super) struct Stated {
    pub(super) offset: Option<u64>,
    pub(super) size: Option<u64>,
}

/// A fact of the layout, by the name that expressions have for it.
pub(super) type Fact = (&'static str, &'static str, i128);

/// Where a member lies, and what it is; a bit field lies in the bytes of its structure.
type Place<'s> = (u64, u64, Member<'s>);

/// What a member is.
#[derive(Clone, Copy)]
enum Member<'s> {
    Field(&'s Field),
    Bits(BitPlace),
}

impl<'s> Own<'s> {
    /// Where a field was written.
    pub(super) fn span(&self, field: &str) -> Option<(u64, u64)> {
        self.spans.iter().find(|(name, ..)| *name == field).map(|(_, start, end)| (*start, *end))
    }

    /// The fields that lie in their place, in order.
    pub(super) fn head_fields(&self) -> impl Iterator<Item = FieldSpan<'s>> + use<'s> {
        let elsewhere = self.structure.fields().iter().filter(|field| field.region_elsewhere().is_some());
        let elsewhere: Vec<&'s str> = elsewhere.map(|field| &*field.name).collect();
        let mut spans: Vec<_> = self.spans.iter().filter(|(name, ..)| !elsewhere.contains(name)).copied().collect();
        spans.sort_by_key(|(_, start, _)| *start);
        spans.into_iter()
    }

    /// Size of what lies in its place.
    pub(super) fn head_size(&self) -> u64 {
        self.head_fields().map(|(_, start, end)| end - start).sum()
    }

    /// The bytes of a field.
    pub(super) fn field_bytes(&self, field: &str) -> &[u8] {
        let found = self.span(field).and_then(|(start, end)| Offset::from(start).up_to(end, &self.bytes));
        found.unwrap_or_default()
    }

    fn resolve(&self, link: &Link) -> Option<&'s Structure> {
        self.structures.resolve(link)
    }

    fn element_size(&self, field: &Field) -> Option<u64> {
        field.element_size(&|link| self.resolve(link))
    }

    /// The number of elements of an array of this structure.
    pub(super) fn count(&self, array: &str) -> Option<u64> {
        let (start, end) = self.span(array)?;
        let size = self.element_size(self.structure.field(array)?)?;
        (end - start).checked_div(size)
    }

    /// Where a member of a structure lies that begins at an offset.
    fn member(&self, structure: &'s Structure, at: u64, path: &[Text]) -> Option<Place<'s>> {
        let (name, rest) = path.split_first()?;
        let resolve = |link: &Link| self.resolve(link);
        if let Some(field) = structure.bits().iter().find(|field| field.name == *name) {
            let end = (Offset::from(at) + structure.size?).get()?;
            return rest.is_empty().then(|| (at, end, Member::Bits(field.place())));
        }
        let field = structure.field(name)?;
        let start = Offset::from(at) + structure.offset_of(name, &resolve)?;
        match (&field.ty, rest) {
            (_, []) => Some((start.get()?, (start + field.fixed_size(&resolve)?).get()?, Member::Field(field))),
            (Type::Named { link, .. }, rest) if field.len.is_none() => {
                self.member(self.resolve(link)?, start.get()?, rest)
            }
            _ => None,
        }
    }

    /// Where a member of an element of an array lies.
    fn in_element(&self, array: &str, index: u64, members: &[Text]) -> Option<Place<'s>> {
        let field = self.structure.field(array)?;
        let (start, end) = self.span(array)?;
        let size = self.element_size(field)?;
        let at = (Offset::from(start) + Offset::from(size) * index).get().filter(|at| *at < end)?;
        match &field.ty {
            Type::Named { link, .. } => self.member(self.resolve(link)?, at, members),
            _ => None,
        }
    }

    fn find(&self, path: &[Text], entry: Option<Entry<'_>>) -> Option<Place<'s>> {
        let (first, rest) = path.split_first()?;
        if let Some(entry) = entry.filter(|_| first == "entry") {
            return self.in_element(entry.array, entry.index, rest);
        }
        let field = self.structure.field(first)?;
        let (start, end) = self.span(first)?;
        match (&field.ty, rest) {
            (_, []) => Some((start, end, Member::Field(field))),
            (Type::Named { link, .. }, rest) if field.len.is_none() => self.member(self.resolve(link)?, start, rest),
            _ => None,
        }
    }

    fn value_at(&self, (start, end, member): Place<'s>) -> Option<Computed<'_>> {
        let bytes = Offset::from(start).up_to(end, &self.bytes)?;
        let field = match member {
            Member::Field(field) => field,
            Member::Bits(bits) => return Some(Computed::Int(bits.number(bytes).cast_signed())),
        };
        if field.len.is_some() {
            return match field.is_bytes() {
                true if field.is_text() => Some(Computed::Text(bytes.into())),
                true => Some(Computed::Bytes(bytes.into())),
                false => None,
            };
        }
        match Value::of(&field.ty, bytes)? {
            Value::Int(value) => Some(Computed::Int(value)),
            Value::F32(value) => Some(Computed::Float(f64::from(value))),
            Value::F64(value) => Some(Computed::Float(value)),
            _ => None,
        }
    }

    /// The value of an expression.
    pub(super) fn eval(&self, expr: &Expr, entry: Option<Entry<'_>>, facts: &[Fact]) -> Option<i128> {
        eval(expr, &View { own: self, entry, facts })
    }

    /// What the fields state of a region.
    pub(super) fn stated(&self, region: &Region, entry: Option<Entry<'_>>) -> Stated {
        let number =
            |expr: &Option<Expr>| self.eval(expr.as_ref()?, entry, &[]).and_then(|value| u64::try_from(value).ok());
        Stated { offset: number(&region.at), size: number(&region.size) }
    }

    /// Sets a number.
    ///
    /// # Errors
    /// `Overflow` when it does not fit, `BadReference` when there is no such number.
    pub(super) fn set(&mut self, path: &[Text], entry: Option<Entry<'_>>, value: i128) -> Result<(), (Class, String)> {
        let missing = || (Class::BadReference, format!("`{}` is no number at a place that is known", path.join(".")));
        let (start, end, member) = self.find(path, entry).ok_or_else(missing)?;
        let field = match member {
            Member::Field(field) => field,
            Member::Bits(bits) => {
                let overflow = || format!("{value} does not fit into `{}`, {} bits", path.join("."), bits.width);
                let number = u128::try_from(value).ok().filter(|number| bits.holds(*number));
                let number = number.ok_or_else(|| (Class::Overflow, overflow()))?;
                return set_bit_field(&mut self.bytes, (start, end), bits, number).ok_or_else(missing);
            }
        };
        let Type::Int { size, signed, endian } = &field.ty else { return Err(missing()) };
        let number = fitting(value, (*size, *signed), path)?;
        set_number(&mut self.bytes, (start, end), *endian, number).map(drop).ok_or_else(missing)
    }
}

/// What expressions see.
struct View<'v, 's> {
    own: &'v Own<'s>,
    entry: Option<Entry<'v>>,
    facts: &'v [Fact],
}

impl View<'_, '_> {
    fn whole(&self, array: &[Text], index: u64, member: &str) -> Option<i128> {
        let [array] = array else { return None };
        let place = self.own.in_element(array, index, &[Text::Owned(member.to_owned())])?;
        self.own.value_at(place)?.as_int()
    }
}

impl Scope for View<'_, '_> {
    fn value(&self, path: &[Text]) -> Option<Computed<'_>> {
        if let [of, name] = path
            && let Some((.., value)) = self.facts.iter().find(|(a, b, _)| of == a && name == b)
        {
            return Some(Computed::Int(*value));
        }
        if let Some(place) = self.own.find(path, self.entry) {
            return self.own.value_at(place);
        }
        let [name] = path else { return None };
        let at = self.own.structure.params.iter().position(|param| param == name)?;
        self.own.args.get(at).copied().map(Computed::Int)
    }

    fn span(&self, name: &str) -> Option<(u64, u64)> {
        if name == Expr::SELF { Some((0, self.own.bytes.len() as u64)) } else { self.own.span(name) }
    }

    fn element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<Computed<'_>> {
        let [array] = array else { return None };
        let field = self.own.structure.field(array)?;
        if members.is_empty() {
            let size = self.own.element_size(field)?;
            let bytes = (Offset::from(size) * index as u64).slice(size, self.own.field_bytes(array))?;
            return Value::of(&field.ty, bytes)?.as_int().map(Computed::Int);
        }
        self.own.value_at(self.own.in_element(array, index as u64, members)?)
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        let [name] = path else { return None };
        self.own.count(name).map(i128::from)
    }

    fn sum(&self, path: &[Text], member: &str) -> Option<i128> {
        let [array] = path else { return None };
        (0..self.own.count(array)?).try_fold(0_i128, |sum, index| sum.checked_add(self.whole(path, index, member)?))
    }

    fn lookup(&self, path: &[Text], key: &str, wanted: i128, member: &str) -> Option<i128> {
        let [array] = path else { return None };
        for index in 0..self.own.count(array)? {
            if self.whole(path, index, key)? == wanted {
                return self.whole(path, index, member);
            }
        }
        Some(0)
    }
}
