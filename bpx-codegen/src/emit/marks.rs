//! Positions that generated code records besides the values of fields.

use super::computed;
use super::expr::span_of;
use super::order::order_of_span;
use crate::check::{Declaration, Field, LateValues, declaration_expressions, is_late};
use crate::parse::{ExprTree, FieldShape, RegionAttr, StoredKind, SumAttr, name_of};
use bpx_model::{Expr, Text};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The variables that generated code needs besides the values of fields.
pub(super) struct PositionMarks<'d> {
    /// Fields whose beginnings and ends the checksums need.
    pub(super) spans: Vec<Ident>,
    /// Arrays whose elements describe regions, or have rules.
    pub(super) arrays: Vec<Ident>,
    /// Fields whose locations findings need: fields that state computed values, or that have members which do, and
    /// fields that assertions name.
    pub(super) stated: Vec<Ident>,
    /// Fields that state facts about a field that is stored through a transform.
    stating: Vec<Ident>,
    /// Fields whose sizes and offsets expressions need, fields that are computed from sizes and offsets, and `self`.
    measured: Vec<String>,
    /// Values that a writer knows only after it has written the fields.
    pub(super) late: LateValues,
    /// All fields, which state their byte orders.
    fields: &'d [Field],
    /// Whether rules across fields need the beginning of the structure.
    pub(super) start: bool,
}

impl<'d> PositionMarks<'d> {
    pub(super) fn of_declaration(declaration: &'d Declaration) -> Self {
        let Declaration { attrs, fields, .. } = declaration;
        let mut spans: Vec<Ident> = Vec::new();
        for name in attrs.sums.iter().flat_map(SumAttr::fields) {
            if !spans.contains(name) {
                spans.push(name.clone());
            }
        }
        let described = fields.iter().filter_map(|field| {
            let region = field.attrs.region.as_ref()?;
            region.each.as_ref().or(region.joined.as_ref().map(|(array, _)| array)).cloned()
        });
        let trees = fields.iter().filter(|field| field.attrs.relations.iter().any(|one| one.word() == "tree"));
        let asserts = declaration.asserts();
        let (counted, ruled): (Vec<_>, Vec<_>) = asserts
            .iter()
            .filter_map(|assert| assert.each.clone())
            .partition(|name| declaration.find_number_list(name).is_some());
        let mut arrays: Vec<_> = described.collect();
        arrays.extend(ruled);
        arrays.extend(trees.map(|field| field.name.clone()));
        let differ = fields.iter().filter(|field| field.may_differ());
        let mut stated: Vec<_> = differ.map(|field| field.name.clone()).collect();
        stated.extend(computed::member_holders(declaration));
        let of_whole = asserts.iter().filter(|assert| assert.each.is_none() && !assert.is_at_end());
        stated.extend(of_whole.filter_map(|assert| assert.on.first().cloned()));
        stated.extend(counted);
        stated.dedup();
        let start = !asserts.is_empty() || !attrs.custom.is_empty();
        let stating =
            fields.iter().filter_map(|field| field.attrs.region.as_ref()).flat_map(RegionAttr::stating_fields);
        // A layout sets the numbers of fields that lie elsewhere.
        let is_here = |name: &Ident| fields.iter().any(|field| field.name == *name && !field.lies_elsewhere());
        let stating = stating.filter(|name| is_here(name)).cloned().collect();
        let (measured, late) = (measured_fields(declaration), LateValues::from_declaration(declaration));
        Self { spans, arrays, stated, stating, measured, late, fields, start }
    }

    /// Returns the variables for the locations of stated computed values.
    pub(super) fn stated_in(&self, fields: &[Field]) -> Vec<Ident> {
        let stated = fields.iter().filter(|field| self.stated.contains(&field.name));
        stated.map(|field| computed::location_variable(&field.name)).collect()
    }

    /// Returns code that sets the locations that rules across fields need, with a function that returns the location of
    /// a field.
    pub(super) fn relation_places(&self) -> TokenStream {
        let stated = self.stated.iter().map(|name| {
            let (variable, text) = (computed::location_variable(name), name_of(name));
            quote!(let #variable = __place(#text);)
        });
        let arrays = self.arrays.iter().map(|name| {
            let (at, starts, text) =
                (format_ident!("__at_{}", name), format_ident!("__starts_{}", name), name_of(name));
            quote!(let #at = __place(#text); let #starts = rt::ElementStarts::default();)
        });
        quote!(#(#stated)* #(#arrays)*)
    }

    /// Returns the field after a number of variable length, if the number states the stored size of that field, like
    /// [`bpx_model::Field::stated_size`].
    pub(super) fn stated_size(&self, number: &Field) -> Option<&'d Field> {
        let is_free = matches!(number.shape, FieldShape::One(StoredKind::Varint { .. })) && !number.is_temp();
        let content = self.fields.iter().skip_while(|field| field.name != number.name).nth(1)?;
        if !is_free || number.attrs.condition.is_some() || content.attrs.condition.is_some() {
            return None;
        }
        let region = content.attrs.region.as_ref().filter(|region| region.is_in_place() && region.joined.is_none())?;
        let name = Text::from(name_of(&number.name));
        let states = |size: &ExprTree| matches!(size.expr(), Expr::Path(path) if **path == [name.clone()]);
        let whens = region.steps.iter().map(|(_, when)| when).chain(region.checks.iter().map(|(_, when, _)| when));
        let is_known = |tree: &ExprTree| !tree.needs_space() && !tree.expr().used_names().contains(&&name);
        let known = content.attrs.args.iter().chain(whens).all(is_known);
        (known && region.size.as_ref().is_some_and(states)).then_some(content)
    }

    /// Returns whether generated code needs the beginning and the end of a field.
    fn notes_span(&self, name: &Ident) -> bool {
        self.spans.contains(name) || self.stating.contains(name) || self.measured.contains(&name_of(name))
    }

    /// Returns code that reads or writes a field, with code around it that records the beginning and the end of the
    /// field.
    pub(super) fn record_span_around(&self, name: &Ident, stream: &TokenStream, code: &TokenStream) -> TokenStream {
        if !self.notes_span(name) {
            return code.clone();
        }
        let (start, end) = (format_ident!("__start_{}", name), format_ident!("__end_{}", name));
        quote!(let #start = #stream.position(); #code let #end = #stream.position();)
    }

    /// Returns code that records the range of a field before it is read or written.
    pub(super) fn record_span_ahead(
        &self,
        name: &Ident,
        reads: bool,
        at: &TokenStream,
        end: &TokenStream,
    ) -> TokenStream {
        let stream = if reads { quote!(__d) } else { quote!(__e) };
        let spans = self.notes_span(name).then(|| {
            let (from, to) = (format_ident!("__start_{}", name), format_ident!("__end_{}", name));
            quote!(let #from = #stream.position() + (#at) as u64; let #to = #stream.position() + (#end) as u64;)
        });
        let stated = (reads && self.stated.contains(name)).then(|| {
            let variable = computed::location_variable(name);
            quote!(let #variable = __d.location_of(__d.position() + (#at) as u64);)
        });
        quote!(#spans #stated)
    }

    /// Returns whether expressions need sizes or offsets.
    pub(super) fn has_measured_fields(&self) -> bool {
        !self.measured.is_empty()
    }

    /// Returns code that records the beginning or the end of the structure, for a decoder or an encoder.
    pub(super) fn record_structure_bound(&self, ends: bool, stream: &TokenStream) -> Option<TokenStream> {
        let (start, end) = span_of(Expr::SELF);
        let name = if ends { end } else { start };
        self.has_measured_fields().then(|| quote!(let #name = #stream.position();))
    }

    /// Returns code of the positions that checksums need, for a decoder or an encoder.
    pub(super) fn checksum_spans(&self, reads: bool) -> TokenStream {
        self.spans_literal(&mut self.spans.iter(), reads)
    }

    /// Returns code of the positions of the fields that state facts about `field`.
    pub(super) fn stating_spans(&self, field: &Field) -> TokenStream {
        let region = field.attrs.region.iter();
        self.spans_literal(
            &mut region.flat_map(RegionAttr::stating_fields).filter(|name| self.stating.contains(name)),
            false,
        )
    }

    fn spans_literal(&self, names: &mut dyn Iterator<Item = &Ident>, reads: bool) -> TokenStream {
        let spans = names.map(|name| {
            let order = order_of_span(self.fields.iter().find(|field| field.name == *name), reads);
            let (text, start, end) =
                (name_of(name), format_ident!("__start_{}", name), format_ident!("__end_{}", name));
            quote!((#text, #start, #end, #order))
        });
        quote!(&[#(#spans),*])
    }
}

/// Returns the fields whose beginning and end generated code records, because expressions use sizes and offsets.
fn measured_fields(declaration: &Declaration) -> Vec<String> {
    let parts = ExprTree::parts_of(&declaration_expressions(declaration)).into_iter();
    let mut measured: Vec<_> = parts.filter_map(|part| Some(part.expr.measured_field()?.to_string())).collect();
    measured.extend(declaration.fields.iter().filter(|field| is_late(field)).map(|field| name_of(&field.name)));
    let holders = declaration.attrs.derived.iter().filter(|derived| derived.value.expr().is_late());
    measured.extend(holders.filter_map(|derived| derived.target.first().map(name_of)));
    measured
}
