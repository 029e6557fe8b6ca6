//! Declares runs of bits.

use super::super::bits::{self, BitRun};
use super::super::field::{self, named_type};
use super::super::names;
use super::super::order::{UNSTATED, order_word};
use super::super::rules::{self, Rules, field_rules};
use super::super::texts::as_sentence;
use super::{Context, DeclaredFields, OpenParts, Owner, misplaced_reason};
use crate::model::{Field, Number};
use crate::size::Size;
use bpx_model::name::UnusedNames;
use bpx_model::{Body, Endian, Field as Part, Length, Model, Structure};

impl Context<'_> {
    /// Returns the bits of a number from the lowest bit, as bits follow each other in a file, if the table lists the
    /// bits from the highest one. Returns `None` for a big-endian number, whose highest bit comes first.
    pub(super) fn lowest_bits_first(
        &mut self,
        owner: &Owner<'_>,
        fields: &[Field],
        open: &mut OpenParts,
    ) -> Option<Vec<Field>> {
        let first = fields.first().filter(|first| first.falls)?;
        if self.orders.bits.is_some() {
            open.layout.push(
                "the table lists the bits from the highest one, but the document also states a bit order".to_owned(),
            );
        }
        // Only compared with 8.
        let bits = fields.iter().filter_map(|field| field.size.and_then(Size::exact)).fold(0, u64::saturating_add);
        if bits > 8 {
            self.needs_order(owner, first);
        }
        let order = self.orders.order_of_field(first, owner.order).unwrap_or(UNSTATED);
        (order == Endian::Little).then(|| fields.iter().rev().cloned().collect())
    }

    /// Declares the fields of a run of bits in a structure of this name.
    pub(super) fn declare_bits(
        &mut self,
        (owner, name): (&Owner<'_>, &str),
        run: &BitRun<'_>,
        open: &mut OpenParts,
    ) -> Vec<bpx_model::BitField> {
        let fields = run.fields;
        let crossing = fields.iter().zip(&run.places).find(|(_, (bit, width))| bits::crosses_bytes(*bit, *width));
        if let Some((field, _)) = crossing {
            self.needs_order(owner, field);
        }
        let of_bytes = fields.first().and_then(|field| self.orders.order_of_field(field, owner.order));
        let of_picture = (owner.table.form == crate::Form::Bits).then_some(Endian::Big);
        let stated = of_picture.or(self.orders.bits);
        if let Some(((stated, bytes), (field, _))) = stated.zip(of_bytes).zip(crossing).filter(|((a, b), _)| a != b) {
            let bits = if stated == Endian::Big { "most" } else { "least" };
            open.layout.push(format!(
                "`{}` lies in several bytes, which are {}, but the {bits} significant bit comes first",
                field.name,
                order_word(bytes)
            ));
        }
        let is_low = fields.first().is_some_and(|first| first.from_lowest);
        if is_low && stated == Some(Endian::Big) {
            open.layout.push(
                "the table lists the bits from the highest one, but the document also states a bit order".to_owned(),
            );
        }
        let order = Some(Endian::Little).filter(|_| is_low).or(stated).or(of_bytes).unwrap_or(UNSTATED);
        let (mut taken, mut parts) = (UnusedNames::default(), Vec::with_capacity(fields.len()));
        for (field, (bit, width)) in fields.iter().zip(&run.places) {
            if !field.when.is_empty() {
                open.layout.push(format!("`{}` is present under a condition: {}", field.name, field.when));
            }
            if matches!(field.number, Some(Number::Signed | Number::SignedFixed(_) | Number::Float)) {
                open.layout
                    .push(format!("`{}` may be negative, but bits are declared as unsigned numbers", field.name));
            }
            let own = names::field_name(&field.name, &mut taken);
            let values = rules::values_of_bits(&field.name, *width);
            let Rules { codes, constraints, open: left } = field_rules(self, (owner, name), &own, field, values);
            open.rules.extend(left);
            parts.push(bpx_model::BitField {
                name: own.into(),
                label: field.name.clone().into(),
                doc: as_sentence(&field.notes),
                bit: *bit,
                bits: *width,
                order,
                codes,
                constraints,
            });
        }
        parts
    }

    /// Declares a run of bits as a field whose type is a structure of bits.
    pub(super) fn declare_run(
        &mut self,
        owner: &Owner<'_>,
        run: &BitRun<'_>,
        parts: &mut DeclaredFields,
        model: &mut Model,
        open: &mut OpenParts,
    ) {
        let size = run.bits / 8;
        let at = parts.offset;
        let own = parts.taken.take_name("bits");
        for (field, (bit, _)) in run.fields.iter().zip(&run.places) {
            let byte = at.and_then(|at| at.checked_add(u64::from(bit / 8)));
            if let Some(((stated, at), byte)) = field.offset.zip(at).zip(byte)
                && !(at..=byte).contains(&stated)
            {
                open.layout.push(misplaced_reason(&field.name, stated, byte));
            }
        }
        let bytes = |ty| Part { offset: at, ..Part::new(own.clone().into(), ty) };
        if let Some(why) = run.refusal_reason() {
            open.rules.push(why);
            parts.list.push(Part { len: Some(Length::Fixed(size)), ..bytes(field::byte_type()) });
        } else {
            let name = self.taken.take_name(&format!("{}Bits", owner.name));
            let list = self.declare_bits((owner, &name), run, open);
            for (field, bit) in run.fields.iter().zip(&list) {
                parts.earlier.add_field(field, vec![own.clone().into(), bit.name.clone()], true);
            }
            let structure =
                Structure { size: Some(size), ..Self::titled_structure(owner, &name, Body::Bits(list.into())) };
            parts.list.push(bytes(named_type(&name)));
            model.structures.insert(name, structure);
        }
        parts.offset = at.and_then(|at| at.checked_add(size));
    }
}
