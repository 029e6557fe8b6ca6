//! The fields of a structure that are adjacent, and the numbers in them.

use super::elements::Elements;
use super::faults::fault;
use super::sized::Sized;
use crate::algorithms::Algorithms;
use crate::codec::{FieldSpan, Holder, Sealed, fitting, fitting_bits, seal, set_bit_field, set_number};
use crate::report::{Class, Error};
use crate::schema::{BitPlace, Computed, Endian, Expr, Field, Link, Model, Offset, Region, Structure, Text, Type};
use crate::value::{Scope, Value, eval};
use std::borrow::Cow;
use std::cmp::Reverse;

/// Resolves structures: those of compiled declarations, or those of a schema from a file.
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

/// The bytes of all fields except regions, in the order of writing.
pub(super) struct Own<'s> {
    pub(super) structure: &'s Structure,
    pub(super) structures: Structures<'s>,
    pub(super) bytes: Vec<u8>,
    /// The outermost structure, then the nested ones that have fields elsewhere.
    pub(super) holders: Vec<Holder<'s>>,
    /// The nested structures that have checksums, inner ones first.
    sealed: Vec<Sealed<'s>>,
    /// Beginning, end and number of each of the holders, in the order of their bytes, outer ones first.
    pub(super) by_start: Vec<(u64, Reverse<u64>, usize)>,
}

/// Structure, field, and offset of a field of a nested structure.
pub(super) type NestedKey<'s> = (&'s str, &'s str, u64);

/// The number of the outermost structure.
pub(super) const OUTERMOST: usize = 0;

/// An element of the array that describes regions.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'s> {
    pub(super) array: &'s str,
    pub(super) index: u64,
}

/// The values of the expressions of a region before numbers are set.
pub(super) struct Stated {
    pub(super) offset: Option<u64>,
    pub(super) size: Option<u64>,
}

/// A fact of the layout, by its name in expressions.
pub(super) type Fact = (&'static str, &'static str, i128);

/// The place of a member, and its kind. The place of a bit field is that of its structure.
pub(super) type Place<'s> = (u64, u64, Member<'s>);

/// The kind of a member.
#[derive(Clone)]
pub(super) enum Member<'s> {
    /// A field, with its type, byte order and width.
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
        Self { structure, structures, bytes, holders, sealed, by_start }
    }

    /// Returns the place where a field was written.
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

    /// Returns the size of the head.
    pub(super) fn head_size(&self) -> u64 {
        self.head_fields().map(|(_, start, end, _)| end - start).sum()
    }

    /// Returns the bytes of a field.
    pub(super) fn field_bytes(&self, holder: usize, field: &str) -> &[u8] {
        let found = self.span(holder, field).and_then(|(start, end)| Offset::from(start).up_to(end, &self.bytes));
        found.unwrap_or_default()
    }

    fn field(&self, holder: usize, name: &str) -> Option<&'s Field> {
        self.holders.get(holder)?.fields.iter().find(|field| field.name == name)
    }

    fn resolve(&self, link: &Link) -> Option<&'s Structure> {
        self.structures.resolve(link)
    }

    /// Returns the sizes of the structure that a field holds, or each of its elements.
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
    fn elements(&self, holder: usize, array: &str) -> Option<Elements<'s>> {
        Elements::of(self, holder, self.field(holder, array)?)
    }

    /// Returns the number of elements of an array of a structure.
    pub(super) fn count(&self, holder: usize, array: &str) -> Option<u64> {
        self.elements(holder, array)?.count()
    }

    /// Returns the place of a member of a structure that begins at an offset.
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

    /// Returns the place of a member of an element of an array.
    fn in_element(&self, holder: usize, array: &str, index: u64, members: &[Text]) -> Option<Place<'s>> {
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

    /// Returns the byte order of a field of the structure, if a value decides it.
    pub(super) fn order(&self, field: &str) -> Option<Endian> {
        let is_big = self.structure.field(field)?.is_big.as_ref()?;
        Some(Endian::from(self.eval(OUTERMOST, is_big, None, &[])? != 0))
    }

    /// Returns the type of a number, with its byte order and width.
    fn ty(&self, holder: usize, field: &'s Field) -> Option<Cow<'s, Type>> {
        field.stored_type(&mut |expr| self.eval(holder, expr, None, &[]).ok_or(())).ok()?.ok()
    }

    fn value_at(&self, (start, end, member): Place<'s>) -> Option<Computed<'_>> {
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
        eval(expr, &View { own: self, holder, entry, facts })
    }

    /// Returns the facts that the fields state of a region.
    pub(super) fn stated(&self, holder: usize, region: &Region, entry: Option<Entry<'_>>) -> Stated {
        let number = |expr: &Option<Expr>| {
            self.eval(holder, expr.as_ref()?, entry, &[]).and_then(|value| u64::try_from(value).ok())
        };
        Stated { offset: number(&region.at), size: number(&region.size) }
    }

    /// Returns the place that the fields state of a field elsewhere.
    pub(super) fn key(&self, holder: usize, field: &'s Field, region: &Region) -> Option<NestedKey<'s>> {
        let offset = self.stated(holder, region, None).offset?;
        Some((&self.holders.get(holder)?.structure.name, &field.name, offset))
    }

    /// Returns the bytes if other values depend on them: parameters, and checksums of nested structures.
    pub(super) fn fixed(&self) -> Option<Vec<u8>> {
        let nested = || self.holders.iter().skip(1);
        let is_fixed = !self.sealed.is_empty() || nested().any(Holder::needs_params);
        is_fixed.then(|| self.bytes.clone())
    }

    /// Computes the checksums of the nested structures again in which numbers were set.
    ///
    /// # Errors
    /// Returns the errors of [`seal`].
    pub(super) fn seal_again(&mut self, before: Option<&[u8]>, algorithms: &Algorithms) -> Result<(), Error> {
        let (Some(before), structures) = (before, self.structures) else { return Ok(()) };
        let resolve = |link: &Link| structures.resolve(link);
        for sealed in &self.sealed {
            let Some((start, end)) = sealed.range() else { continue };
            let range = |bytes| Offset::from(start).up_to(end, bytes);
            if range(before) == range(&self.bytes) {
                continue;
            }
            let written = usize::try_from(sealed.end()).ok().and_then(|end| self.bytes.get_mut(..end));
            let Some(bytes) = written else { continue };
            let set = seal(bytes, sealed.structure, &sealed.spans, &resolve, algorithms);
            set.map_err(|(class, message)| fault(class, message))?;
        }
        Ok(())
    }

    /// Rejects numbers that were set after parameters were computed from them.
    ///
    /// # Errors
    /// `UnsupportedFeature`.
    pub(super) fn expect_fixed(&self, before: Option<&[u8]>) -> Result<(), Error> {
        let Some(before) = before else { return Ok(()) };
        let changed: Vec<u64> =
            (0_u64..).zip(before.iter().zip(&self.bytes)).filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect();
        let holds = |holder: &Holder<'_>, at: u64| holder.own_spans().any(|(_, start, end, _)| start <= at && at < end);
        let nested = || self.holders.iter().skip(1);
        // Checks parameters of structures only if they are given from outside.
        let is_inmost = |one: &&Holder<'_>| {
            let begins = |other: &Holder<'_>| other.spans.first().is_some_and(|(_, start, ..)| holds(one, *start));
            nested().filter(|other| begins(other)).count() <= 1
        };
        let harmless: Vec<_> = nested().filter(|one| one.needs_params()).filter(is_inmost).collect();
        if let Some(asking) = nested().find(|one| one.needs_params())
            && changed.iter().any(|at| !harmless.iter().any(|one| holds(one, *at)))
        {
            let message = format!(
                "places in `{}` depend on its parameters, which are computed before numbers outside of it are set",
                asking.structure.name
            );
            return Err(fault(Class::UnsupportedFeature, message));
        }
        Ok(())
    }

    /// Sets a number.
    ///
    /// # Errors
    /// `Overflow` when it does not fit, `BadReference` when there is no such number.
    pub(super) fn set(
        &mut self,
        holder: usize,
        path: &[Text],
        entry: Option<Entry<'_>>,
        value: i128,
    ) -> Result<(), (Class, String)> {
        let missing =
            || (Class::BadReference, format!("`{}` is expected a number at a known place, found none", path.join(".")));
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

/// The values for expressions.
struct View<'v, 's> {
    own: &'v Own<'s>,
    holder: usize,
    entry: Option<Entry<'v>>,
    facts: &'v [Fact],
}

impl<'s> View<'_, 's> {
    fn elements(&self, array: &[Text]) -> Option<Elements<'s>> {
        let [array] = array else { return None };
        self.own.elements(self.holder, array)
    }

    fn whole(&self, elements: &Elements<'s>, index: u64, member: &str) -> Option<i128> {
        let place = elements.member(self.own, index, &[Text::Owned(member.to_owned())])?;
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
        if let Some(place) = self.own.find(self.holder, path, self.entry) {
            return self.own.value_at(place);
        }
        let [name] = path else { return None };
        let holder = self.own.holders.get(self.holder)?;
        let at = holder.structure.params.iter().position(|param| param == name)?;
        holder.args.get(at).copied().map(Computed::Int)
    }

    fn span(&self, name: &str) -> Option<(u64, u64)> {
        if name == Expr::SELF { Some((0, self.own.bytes.len() as u64)) } else { self.own.span(self.holder, name) }
    }

    fn element(&self, array: &[Text], index: usize, members: &[Text]) -> Option<Computed<'_>> {
        let [array] = array else { return None };
        let field = self.own.field(self.holder, array)?;
        if members.is_empty() {
            let size = self.own.element_size(self.holder, field)?;
            let bytes = (Offset::from(size) * index as u64).slice(size, self.own.field_bytes(self.holder, array))?;
            return Value::of(&*self.own.ty(self.holder, field)?, bytes)?.as_int().map(Computed::Int);
        }
        self.own.value_at(self.own.in_element(self.holder, array, index as u64, members)?)
    }

    fn len(&self, path: &[Text]) -> Option<i128> {
        let [name] = path else { return None };
        self.own.count(self.holder, name).map(i128::from)
    }

    fn sum(&self, path: &[Text], member: &str) -> Option<i128> {
        let elements = self.elements(path)?;
        (0..elements.count()?).try_fold(0_i128, |sum, index| sum.checked_add(self.whole(&elements, index, member)?))
    }

    fn lookup(&self, path: &[Text], key: &str, wanted: i128, member: &str) -> Option<i128> {
        let elements = self.elements(path)?;
        for index in 0..elements.count()? {
            if self.whole(&elements, index, key)? == wanted {
                return self.whole(&elements, index, member);
            }
        }
        Some(0)
    }
}
