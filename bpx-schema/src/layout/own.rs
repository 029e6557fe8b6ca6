//! Holds the bytes of a structure's adjacent fields, and finds and sets the numbers in them.

use super::elements::{Elements, HeldLists};
use super::sized::Sized;
use super::view::View;
use crate::algorithms::Algorithms;
use crate::codec::{
    FieldSpan, Holder, Reading, Sealed, fitting, fitting_bits, set_bit_field, set_number, stated_readings,
};
use crate::report::{Class, Error, Location, Result};
use crate::schema::{BitPlace, Computed, Endian, Expr, Field, Link, Model, Offset, Region, Structure, Text, Type};
use crate::value::{Value, eval};
use std::borrow::Cow;
use std::cmp::Reverse;

/// The source of structures: compiled declarations, or a schema from a file.
#[derive(Clone, Copy)]
pub(super) enum Structures<'s> {
    Compiled,
    // Only the interpreter uses a model.
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

/// The bytes of all fields except regions, in the order in which they were written.
pub(super) struct Own<'s> {
    pub(super) structure: &'s Structure,
    pub(super) structures: Structures<'s>,
    pub(super) bytes: Vec<u8>,
    /// The outermost structure, then the nested structures that have fields with offsets of their own.
    pub(super) holders: Vec<Holder<'s>>,
    /// The nested structures that have checksums; inner structures come before outer ones.
    pub(super) sealed: Vec<Sealed<'s>>,
    /// Beginning, end and number of each holder, in ascending order of beginnings; outer holders come before inner
    /// ones.
    pub(super) by_start: Vec<(u64, Reverse<u64>, usize)>,
    pub(super) held: HeldLists<'s>,
}

/// The names of a nested structure and its field, and the offset of the field in bytes.
pub(super) type NestedKey<'s> = (&'s str, &'s str, u64);

/// The number of the outermost structure.
pub(super) const OUTERMOST: usize = 0;

/// An element of the array that describes regions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'s> {
    pub(super) array: &'s str,
    pub(super) index: u64,
}

/// The offset and the size that a region's expressions have before numbers are set.
pub(super) struct Stated {
    pub(super) offset: Option<u64>,
    pub(super) size: Option<u64>,
}

/// A fact of the layout: the two parts of its name in expressions, and its value.
pub(super) type Fact = (&'static str, &'static str, i128);

/// The span of a member in bytes, and the kind of the member. The span of a bit field is that of its structure.
pub(super) type Place<'s> = (u64, u64, Member<'s>);

/// The kind of a member.
#[derive(Clone)]
pub(super) enum Member<'s> {
    /// A field, and its type with the byte order and the width that apply.
    Field(&'s Field, Cow<'s, Type>),
    Bits(BitPlace),
}

impl<'s> Own<'s> {
    pub(super) fn new(
        structure: &'s Structure,
        structures: Structures<'s>,
        bytes: Vec<u8>,
        (holders, sealed): (Vec<Holder<'s>>, Vec<Sealed<'s>>),
    ) -> Self {
        let extent = |(number, holder): (usize, &Holder<'s>)| {
            let start = holder.own_spans().map(|(_, start, ..)| start).min()?;
            let end = holder.own_spans().map(|(_, _, end, _)| end).max()?;
            Some((start, Reverse(end), number))
        };
        let mut by_start: Vec<_> = holders.iter().enumerate().skip(1).filter_map(extent).collect();
        by_start.sort_unstable();
        let held = HeldLists::new(holders.len());
        Self { structure, structures, bytes, holders, sealed, by_start, held }
    }

    /// Returns the span in which a field was written.
    pub(super) fn span(&self, holder: usize, field: &str) -> Option<(u64, u64)> {
        self.holders
            .get(holder)?
            .spans
            .iter()
            .find(|(name, ..)| *name == field)
            .map(|(_, start, end, _)| (*start, *end))
    }

    /// Returns the fields of the head, in order.
    pub(super) fn head_fields(&self) -> impl Iterator<Item = FieldSpan<'s>> + use<'s> {
        let elsewhere = self.structure.fields().iter().filter(|field| field.region_elsewhere().is_some());
        let elsewhere: Vec<&'s str> = elsewhere.map(|field| &*field.name).collect();
        let outermost = self.holders.first().map_or(&[][..], |holder| &holder.spans);
        let mut spans: Vec<_> = outermost.iter().filter(|(name, ..)| !elsewhere.contains(name)).copied().collect();
        spans.sort_by_key(|(_, start, ..)| *start);
        spans.into_iter()
    }

    /// Returns the bytes of the head, and the span of each field in them.
    pub(super) fn head(&self) -> (Vec<u8>, Vec<FieldSpan<'s>>) {
        let (mut head, mut spans) = (Vec::new(), Vec::new());
        for (name, start, end, _) in self.head_fields() {
            let from = head.len() as u64;
            head.extend_from_slice(Offset::from(start).up_to(end, &self.bytes).unwrap_or_default());
            spans.push((name, from, head.len() as u64, self.order(name)));
        }
        (head, spans)
    }

    /// Returns the treatment of each checksum of the head that the stated values have now.
    pub(super) fn stated_readings(&self, algorithms: &Algorithms) -> Vec<Option<Reading>> {
        if self.structure.sums.is_empty() {
            return Vec::new();
        }
        let (head, spans) = self.head();
        stated_readings(&head, self.structure, &spans, (&|link| self.structures.resolve(link), algorithms))
    }

    /// Returns the size of the head in bytes.
    pub(super) fn head_size(&self) -> u64 {
        self.head_fields().map(|(_, start, end, _)| end - start).sum()
    }

    /// Checks that the values of an old file have all bytes from which they were read.
    ///
    /// # Errors
    /// Returns `TrailingBytes` at the first byte that differs.
    pub(super) fn expect_all_of(&self, file: &[u8], read: u64) -> Result<()> {
        let size = self.head_size();
        if size >= read {
            return Ok(());
        }
        let own =
            self.head_fields().filter_map(|(_, start, end, _)| Offset::from(start).up_to(end, &self.bytes)).flatten();
        let same = file.iter().zip(own).take_while(|(old, own)| old == own).count();
        let message = format!(
            "expected values of {read} bytes, like the fields of the old file, found {size} bytes: no field holds \
                the other bytes, so a writer would lose them"
        );
        Err(Error::fault(Class::TrailingBytes, Location { file: same as u64, content: None }, message))
    }

    /// Returns the bytes of a field.
    pub(super) fn field_bytes(&self, holder: usize, field: &str) -> &[u8] {
        let found = self.span(holder, field).and_then(|(start, end)| Offset::from(start).up_to(end, &self.bytes));
        found.unwrap_or_default()
    }

    pub(super) fn field(&self, holder: usize, name: &str) -> Option<&'s Field> {
        self.holders.get(holder)?.fields.iter().find(|field| field.name == name)
    }

    fn resolve(&self, link: &Link) -> Option<&'s Structure> {
        self.structures.resolve(link)
    }

    /// Returns the structure that a field holds, or that each of its elements is, with the arguments that decide its
    /// sizes.
    pub(super) fn sized_in(&self, holder: usize, field: &'s Field) -> Option<Sized<'s>> {
        Sized::of(field, self.structures, &|arg| self.eval(holder, arg, None, &[]))
    }

    pub(super) fn element_size(&self, holder: usize, field: &'s Field) -> Option<u64> {
        match field.element_size(&|link| self.resolve(link)) {
            None => self.sized_in(holder, field)?.size(),
            size => size,
        }
    }

    /// Returns the elements of an array of a structure.
    pub(super) fn elements(&self, holder: usize, array: &str) -> Option<Elements<'_, 's>> {
        Elements::of(self, holder, self.field(holder, array)?)
    }

    /// Returns the number of elements of an array of a structure.
    pub(super) fn count(&self, holder: usize, array: &str) -> Option<u64> {
        self.elements(holder, array)?.count()
    }

    /// Returns the span and the kind of a member of a structure that begins at an offset.
    pub(super) fn member(&self, sized: &Sized<'s>, at: u64, path: &[Text]) -> Option<Place<'s>> {
        let (name, rest) = path.split_first()?;
        let structure = sized.structure;
        if let Some(field) = structure.bits().iter().find(|field| field.name == *name) {
            let end = (Offset::from(at) + structure.size?).get()?;
            return rest.is_empty().then(|| (at, end, Member::Bits(field.place())));
        }
        let field = structure.field(name)?;
        let start = Offset::from(at) + sized.offset_of(name)?;
        match (&field.ty, rest) {
            (_, []) => {
                let end = start + sized.size_of(field)?;
                Some((start.get()?, end.get()?, Member::Field(field, sized.ty(field)?)))
            }
            (Type::Named { .. }, rest) if field.len.is_none() => self.member(&sized.nested(field)?, start.get()?, rest),
            _ => None,
        }
    }

    /// Returns the span and the kind of a member of an array's element.
    pub(super) fn in_element(&self, holder: usize, array: &str, index: u64, members: &[Text]) -> Option<Place<'s>> {
        self.elements(holder, array)?.member(self, index, members)
    }

    pub(super) fn find(&self, holder: usize, path: &[Text], entry: Option<Entry<'_>>) -> Option<Place<'s>> {
        let (first, rest) = path.split_first()?;
        if let Some(entry) = entry.filter(|_| first == "entry") {
            return self.in_element(holder, entry.array, entry.index, rest);
        }
        let field = self.field(holder, first)?;
        let (start, end) = self.span(holder, first)?;
        match (&field.ty, rest) {
            (_, []) => Some((start, end, Member::Field(field, self.ty(holder, field)?))),
            (Type::Named { .. }, rest) if field.len.is_none() => {
                self.member(&self.sized_in(holder, field)?, start, rest)
            }
            _ => None,
        }
    }

    /// Returns the byte order of a field of the outermost structure, if a value decides the byte order.
    pub(super) fn order(&self, field: &str) -> Option<Endian> {
        let is_big = self.structure.field(field)?.is_big.as_ref()?;
        Some(Endian::from(self.eval(OUTERMOST, is_big, None, &[])? != 0))
    }

    /// Returns the type of a number, with the byte order and the width that apply.
    pub(super) fn ty(&self, holder: usize, field: &'s Field) -> Option<Cow<'s, Type>> {
        field.stored_type(&mut |expr| self.eval(holder, expr, None, &[]).ok_or(())).ok()?.ok()
    }

    pub(super) fn value_at(&self, (start, end, member): Place<'s>) -> Option<Computed<'_>> {
        let bytes = Offset::from(start).up_to(end, &self.bytes)?;
        let (field, ty) = match member {
            // An absent field has no bytes.
            Member::Field(field, _) if bytes.is_empty() && field.otherwise.is_some() => {
                return field.otherwise.map(|value| Computed::Int(value.into()));
            }
            Member::Field(field, ty) => (field, ty),
            Member::Bits(bits) => return Some(Computed::Int(bits.number(bytes).cast_signed())),
        };
        if field.len.is_some() {
            return match field.is_bytes() {
                true if field.is_text() => Some(Computed::Text(bytes.into())),
                true => Some(Computed::Bytes(bytes.into())),
                false => None,
            };
        }
        match Value::of(&ty, bytes)? {
            Value::Int(value) => Some(Computed::Int(value)),
            Value::F32(value) => Some(Computed::Float(f64::from(value))),
            Value::F64(value) => Some(Computed::Float(value)),
            _ => None,
        }
    }

    /// Returns the value of an expression.
    pub(super) fn eval(&self, holder: usize, expr: &Expr, entry: Option<Entry<'_>>, facts: &[Fact]) -> Option<i128> {
        eval(expr, &View::new(self, holder, entry, facts))
    }

    /// Returns the offset and the size that the fields state for a region.
    pub(super) fn stated(&self, holder: usize, region: &Region, entry: Option<Entry<'_>>) -> Stated {
        let number = |expr: &Option<Expr>| {
            self.eval(holder, expr.as_ref()?, entry, &[]).and_then(|value| u64::try_from(value).ok())
        };
        Stated { offset: number(&region.at), size: number(&region.size) }
    }

    /// Returns the key of a nested field with an offset, from the offset that the fields state.
    pub(super) fn key(&self, holder: usize, field: &'s Field, region: &Region) -> Option<NestedKey<'s>> {
        let offset = self.stated(holder, region, None).offset?;
        Some((&self.holders.get(holder)?.structure.name, &field.name, offset))
    }

    /// Sets a number.
    ///
    /// # Errors
    /// Returns `Overflow` when the value does not fit, and `BadReference` when there is no such number.
    pub(super) fn set(
        &mut self,
        holder: usize,
        path: &[Text],
        entry: Option<Entry<'_>>,
        value: i128,
    ) -> Result<(), (Class, String)> {
        let missing = || {
            (
                Class::BadReference,
                format!("expected a number that the layout can find and set for `{}`, found none", path.join(".")),
            )
        };
        let (start, end, member) = self.find(holder, path, entry).ok_or_else(missing)?;
        let ty = match member {
            Member::Field(_, ty) => ty,
            Member::Bits(bits) => {
                let number = fitting_bits(value, bits, path)?;
                return set_bit_field(&mut self.bytes, (start, end), bits, number).ok_or_else(missing);
            }
        };
        if !ty.is_settable() {
            return Err(missing());
        }
        let number = fitting(value, &ty, path)?;
        set_number(&mut self.bytes, (start, end), &ty, number).map(drop).ok_or_else(missing)
    }
}
