//! Holds the bytes of a structure's adjacent fields, and finds and sets the numbers in them.

use super::elements::{HeldLists, ListElements};
use super::located::LocatedFields;
use super::sized::SizedStructure;
use super::view::FieldScope;
use crate::algorithms::Algorithms;
use crate::codec::{
    ApartHolder, FieldSpan, SealedStructure, SumReading, fitting_bits, fitting_number, set_bit_field, set_number,
    stated_readings,
};
use crate::report::{Class, Error, Location, Result};
use crate::schema::{
    BitPlace, ComputedValue, Endian, Expr, Field, LayoutFact, Link, Model, Offset, Region, Structure, Text, Type,
};
use crate::value::{LeafValue, eval_int};
use std::borrow::Cow;
use std::cmp::Reverse;

/// The source of structures: compiled declarations, or a schema from a file.
#[derive(Clone, Copy)]
pub(super) enum StructureSource<'s> {
    Compiled,
    // Only the interpreter uses a model.
    #[cfg_attr(not(feature = "interpret"), allow(dead_code))]
    Model(&'s Model),
}

impl<'s> StructureSource<'s> {
    pub(super) fn resolve(self, link: &Link) -> Option<&'s Structure> {
        match (self, link) {
            (Self::Compiled, Link::Static(schema)) => Some(schema()),
            (Self::Compiled, Link::Name(_)) => None,
            (Self::Model(model), link) => model.get(link.name()),
        }
    }
}

/// The bytes of all fields except regions, in the order in which they were written.
pub(super) struct OwnFields<'s> {
    pub(super) structure: &'s Structure,
    pub(super) structures: StructureSource<'s>,
    pub(super) bytes: Vec<u8>,
    /// The outermost structure, then the nested structures that have fields with offsets of their own.
    pub(super) holders: Vec<ApartHolder<'s>>,
    /// The nested structures that have checksums; inner structures come before outer ones.
    pub(super) sealed: Vec<SealedStructure<'s>>,
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
pub(super) struct RegionEntry<'s> {
    pub(super) array: &'s str,
    pub(super) index: u64,
}

/// The offset and the size that a region's expressions have before numbers are set.
pub(super) struct StatedExtent {
    pub(super) offset: Option<u64>,
    pub(super) size: Option<u64>,
}

/// A fact of the layout, and its value.
pub(super) type KnownFact = (LayoutFact, i128);

/// The span of a member in bytes, and the kind of the member. The span of a bit field is that of its structure.
pub(super) type MemberPlace<'s> = (u64, u64, MemberKind<'s>);

/// The kind of a member.
#[derive(Clone)]
pub(super) enum MemberKind<'s> {
    /// A field, and its type with the byte order and the width that apply.
    Field(&'s Field, Cow<'s, Type>),
    Bits(BitPlace),
}

impl<'s> OwnFields<'s> {
    pub(super) fn new(
        structure: &'s Structure,
        structures: StructureSource<'s>,
        bytes: Vec<u8>,
        (holders, sealed): (Vec<ApartHolder<'s>>, Vec<SealedStructure<'s>>),
    ) -> Self {
        let extent = |(number, holder): (usize, &ApartHolder<'s>)| {
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
    pub(super) fn field_span(&self, holder: usize, field: &str) -> Option<(u64, u64)> {
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
    pub(super) fn head_with_spans(&self) -> (Vec<u8>, Vec<FieldSpan<'s>>) {
        let (mut head, mut spans) = (Vec::new(), Vec::new());
        for (name, start, end, _) in self.head_fields() {
            let from = head.len() as u64;
            // The fields of the head were written to these bytes.
            head.extend_from_slice(Offset::from(start).up_to(end, &self.bytes).unwrap_or_default());
            spans.push((name, from, head.len() as u64, self.byte_order(name)));
        }
        (head, spans)
    }

    /// Returns the treatment of each checksum of the head that the stated values have now.
    pub(super) fn stated_readings(&self, algorithms: &Algorithms) -> Vec<Option<SumReading>> {
        if self.structure.sums.is_empty() {
            return Vec::new();
        }
        let (head, spans) = self.head_with_spans();
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

    /// Returns the bytes of a field; none if the field was not written.
    pub(super) fn field_bytes(&self, holder: usize, field: &str) -> &[u8] {
        let found = self.field_span(holder, field).and_then(|(start, end)| Offset::from(start).up_to(end, &self.bytes));
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
    pub(super) fn sized_in(&self, holder: usize, field: &'s Field) -> Option<SizedStructure<'s>> {
        SizedStructure::of_field(field, self.structures, &|arg| self.eval(holder, arg, None, &[]))
    }

    pub(super) fn element_size(&self, holder: usize, field: &'s Field) -> Option<u64> {
        match field.element_size(&|link| self.resolve(link)) {
            None => self.sized_in(holder, field)?.size(),
            size => size,
        }
    }

    /// Returns the elements of an array of a structure.
    pub(super) fn elements(&self, holder: usize, array: &str) -> Option<ListElements<'_, 's>> {
        ListElements::of_field(self, holder, self.field(holder, array)?)
    }

    /// Returns the number of elements of an array of a structure.
    pub(super) fn element_count(&self, holder: usize, array: &str) -> Option<u64> {
        self.elements(holder, array)?.count()
    }

    /// Returns the number of regions that an array describes. Returns `None` if numbers in an element decide its size,
    /// because a writer sets numbers there.
    pub(super) fn region_count(&self, holder: usize, array: &str) -> Option<u64> {
        self.elements(holder, array).filter(|elements| !elements.state_their_sizes())?.count()
    }

    /// Returns the span and the kind of a member of a structure that begins at an offset.
    pub(super) fn member_place(&self, sized: &SizedStructure<'s>, at: u64, path: &[Text]) -> Option<MemberPlace<'s>> {
        let (name, rest) = path.split_first()?;
        let structure = sized.structure;
        if let Some(field) = structure.bit_fields().iter().find(|field| field.name == *name) {
            let end = (Offset::from(at) + structure.size?).get()?;
            return rest.is_empty().then(|| (at, end, MemberKind::Bits(field.bit_place())));
        }
        let field = structure.field(name)?;
        let start = sized.offset_of(name).map(|inside| Offset::from(at) + inside);
        match (&field.ty, rest) {
            (_, []) => match start.zip(sized.size_of(field)) {
                Some((start, size)) => {
                    Some((start.get()?, (start + size).get()?, MemberKind::Field(field, sized.field_type(field)?)))
                }
                None => LocatedFields::find(self, sized, at, name)?.last_place(),
            },
            (Type::Named { .. }, rest) if field.len.is_none() => {
                let (nested, start) = match start.zip(sized.nested_structure(field)) {
                    Some((start, nested)) => (nested, start.get()?),
                    None => LocatedFields::find(self, sized, at, name)?.last_structure()?,
                };
                self.member_place(&nested, start, rest)
            }
            _ => None,
        }
    }

    /// Returns the span and the kind of a member of an array's element.
    pub(super) fn in_element(
        &self,
        holder: usize,
        array: &str,
        index: u64,
        members: &[Text],
    ) -> Option<MemberPlace<'s>> {
        self.elements(holder, array)?.member_place(self, index, members)
    }

    pub(super) fn place_at_path(
        &self,
        holder: usize,
        path: &[Text],
        entry: Option<RegionEntry<'_>>,
    ) -> Option<MemberPlace<'s>> {
        let (first, rest) = path.split_first()?;
        if let Some(entry) = entry.filter(|_| first == "entry") {
            return self.in_element(holder, entry.array, entry.index, rest);
        }
        let field = self.field(holder, first)?;
        let (start, end) = self.field_span(holder, first)?;
        match (&field.ty, rest) {
            (_, []) => Some((start, end, MemberKind::Field(field, self.field_type(holder, field)?))),
            (Type::Named { .. }, rest) if field.len.is_none() => {
                self.member_place(&self.sized_in(holder, field)?, start, rest)
            }
            _ => None,
        }
    }

    /// Returns the byte order of a field of the outermost structure, if a value decides the byte order.
    pub(super) fn byte_order(&self, field: &str) -> Option<Endian> {
        let is_big = self.structure.field(field)?.is_big.as_ref()?;
        Some(Endian::from(self.eval(OUTERMOST, is_big, None, &[])? != 0))
    }

    /// Returns the type of a number, with the byte order and the width that apply.
    pub(super) fn field_type(&self, holder: usize, field: &'s Field) -> Option<Cow<'s, Type>> {
        field.stored_type(&mut |expr| self.eval(holder, expr, None, &[]).ok_or(())).ok()?.ok()
    }

    pub(super) fn value_at(&self, (start, end, member): MemberPlace<'s>) -> Option<ComputedValue<'_>> {
        let bytes = Offset::from(start).up_to(end, &self.bytes)?;
        let (field, ty) = match member {
            // An absent field has no bytes.
            MemberKind::Field(field, _) if bytes.is_empty() && field.otherwise.is_some() => {
                return field.otherwise.map(|value| ComputedValue::Int(value.into()));
            }
            MemberKind::Field(field, ty) => (field, ty),
            MemberKind::Bits(bits) => return Some(ComputedValue::Int(bits.read_number(bytes).cast_signed())),
        };
        if field.len.is_some() {
            return match field.is_bytes() {
                true if field.is_text() => Some(ComputedValue::Text(bytes.into())),
                true => Some(ComputedValue::Bytes(bytes.into())),
                false => None,
            };
        }
        match LeafValue::from_bytes(&ty, bytes)? {
            LeafValue::Int(value) => Some(ComputedValue::Int(value)),
            LeafValue::F32(value) => Some(ComputedValue::Float(f64::from(value))),
            LeafValue::F64(value) => Some(ComputedValue::Float(value)),
            _ => None,
        }
    }

    /// Returns the value of an expression.
    pub(super) fn eval(
        &self,
        holder: usize,
        expr: &Expr,
        entry: Option<RegionEntry<'_>>,
        facts: &[KnownFact],
    ) -> Option<i128> {
        eval_int(expr, &FieldScope::new(self, holder, entry, facts))
    }

    /// Returns the offset and the size that the fields state for a region.
    pub(super) fn stated_extent(&self, holder: usize, region: &Region, entry: Option<RegionEntry<'_>>) -> StatedExtent {
        let number = |expr: &Option<Expr>| {
            self.eval(holder, expr.as_ref()?, entry, &[]).and_then(|value| u64::try_from(value).ok())
        };
        StatedExtent { offset: number(&region.at), size: number(&region.size) }
    }

    /// Returns the key of a nested field with an offset, from the offset that the fields state.
    pub(super) fn nested_key(&self, holder: usize, field: &'s Field, region: &Region) -> Option<NestedKey<'s>> {
        let offset = self.stated_extent(holder, region, None).offset?;
        Some((&self.holders.get(holder)?.structure.name, &field.name, offset))
    }

    /// Sets a number.
    ///
    /// # Errors
    /// Returns `Overflow` when the value does not fit, and `BadReference` when there is no such number.
    pub(super) fn set_number_at(
        &mut self,
        holder: usize,
        path: &[Text],
        entry: Option<RegionEntry<'_>>,
        value: i128,
    ) -> Result<(), (Class, String)> {
        let missing = || {
            (
                Class::BadReference,
                format!("expected a number that the layout can find and set for `{}`, found none", path.join(".")),
            )
        };
        let (start, end, member) = self.place_at_path(holder, path, entry).ok_or_else(missing)?;
        let ty = match member {
            MemberKind::Field(_, ty) => ty,
            MemberKind::Bits(bits) => {
                let number = fitting_bits(value, bits, path)?;
                return set_bit_field(&mut self.bytes, (start, end), bits, number).ok_or_else(missing);
            }
        };
        if !ty.is_settable() {
            return Err(missing());
        }
        let number = fitting_number(value, &ty, path)?;
        set_number(&mut self.bytes, (start, end), &ty, number).map(drop).ok_or_else(missing)
    }
}
