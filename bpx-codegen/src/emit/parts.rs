//! Generates the statements that read and write a list of fields.

use super::codec::only_if_watched;
use super::early::EarlyRules;
use super::late::set_late_values;
use super::literals::field_at_index;
use super::marks::PositionMarks;
use super::read::{read_field, read_located};
use super::run::{RunPiece, split_into_runs};
use super::write::write_field;
use super::{field_constants, schema};
use crate::check::{Declaration, Field, MAGIC};
use crate::parse::{ExprTree, name_of};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// The fields of a declaration, and what the statements for these fields need.
pub(super) struct DeclarationParts<'d> {
    declaration: &'d Declaration,
    /// Code of the fields as data.
    pub(super) schemas: Vec<TokenStream>,
    /// Index of the first field in `FIELDS`.
    pub(super) first: usize,
    pub(super) marks: PositionMarks<'d>,
    pub(super) early: EarlyRules,
}

impl<'d> DeclarationParts<'d> {
    pub(super) fn new(declaration: &'d Declaration) -> Self {
        Self::with_signature(declaration, schema::magic_field)
    }

    /// Returns the parts of a case that a tag selects.
    pub(super) fn of_case(declaration: &'d Declaration) -> Self {
        Self::with_signature(declaration, schema::tag_field)
    }

    fn with_signature(declaration: &'d Declaration, signature: fn(&str, &[u8]) -> TokenStream) -> Self {
        let Declaration { name, attrs, fields } = declaration;
        let magic = attrs.magic.iter().map(|magic| signature(name, magic));
        let schemas = magic.chain(fields.iter().map(|field| schema::field_schema(name, field, None))).collect();
        Self {
            declaration,
            schemas,
            first: usize::from(attrs.magic.is_some()),
            marks: PositionMarks::of_declaration(declaration),
            early: EarlyRules::of_structure(declaration),
        }
    }

    /// Returns code of the statics `FIELDS` and `STRUCTURE`.
    pub(super) fn schema_statics(&self) -> TokenStream {
        let body = quote!(rt::Body::Fields(Borrowed(&FIELDS)));
        let whole = schema::structure_schema(self.declaration, &body, None);
        let fields = self.fields_static(&format_ident!("FIELDS"));
        quote!(#fields static STRUCTURE: rt::Structure = #whole;)
    }

    /// Returns code of a static with the fields.
    pub(super) fn fields_static(&self, name: &Ident) -> TokenStream {
        let (schemas, count) = (&self.schemas, Literal::usize_unsuffixed(self.schemas.len()));
        quote!(static #name: [rt::Field; #count] = [#(#schemas),*];)
    }

    /// Returns constants for the offsets of fields.
    pub(super) fn offset_constants(&self) -> TokenStream {
        let magic = self.declaration.attrs.magic.as_ref();
        field_constants::of_structure(&self.declaration.fields, self.first, magic.map_or(0, Vec::len))
    }

    /// Returns whether the layout of a writer needs the offsets of the fields.
    fn is_placed(&self) -> bool {
        let Declaration { attrs, fields, .. } = self.declaration;
        !attrs.settings.is_empty() || fields.iter().any(Field::lies_elsewhere)
    }

    /// Returns code that reads all fields into variables with their names.
    pub(super) fn read_statements(&self) -> TokenStream {
        let start = self.record_start();
        let magic = self.declaration.attrs.magic.as_ref().map(|magic| {
            let literal = Literal::byte_string(magic);
            self.marks.record_span_around(
                &format_ident!("{MAGIC}"),
                &quote!(__d),
                &quote!(__d.magic(&FIELDS[0], #literal)?;),
            )
        });
        let fields = self.read_fields(self.declaration.fields.iter().enumerate());
        let (begin, end) = (
            self.marks.record_structure_bound(false, &quote!(__d)),
            self.marks.record_structure_bound(true, &quote!(__d)),
        );
        quote!(#start #begin #magic #fields #end)
    }

    /// Returns code that records the beginning of the structure, for rules across fields.
    pub(super) fn record_start(&self) -> Option<TokenStream> {
        self.marks.start.then(|| quote!(let __at = __d.location();))
    }

    /// Returns code that writes all fields from variables with their names; fields with offsets of their own come last.
    pub(super) fn write_statements(&self) -> TokenStream {
        let magic = self.declaration.attrs.magic.as_ref().map(|magic| {
            let literal = Literal::byte_string(magic);
            self.marks.record_span_around(&format_ident!("{MAGIC}"), &quote!(__e), &quote!(__e.write_bytes(#literal);))
        });
        let numbered = || self.declaration.fields.iter().enumerate();
        let here = self.write_fields(numbered().filter(|(_, field)| !field.lies_elsewhere()));
        let elsewhere = self.write_elsewhere(numbered());
        let magic = match self.is_placed() {
            true => magic.map(|write| quote!(#write __e.note_written(#MAGIC, 0);)),
            false => magic,
        };
        let (begin, end) = (
            self.marks.record_structure_bound(false, &quote!(__e)),
            self.marks.record_structure_bound(true, &quote!(__e)),
        );
        let late = set_late_values(self.declaration, self.first, &self.marks);
        // A layout also sets numbers about the whole file.
        if elsewhere.is_empty() && self.declaration.attrs.settings.is_empty() {
            return quote!(#begin #magic #here #end #late);
        }
        quote! {
            __e.begin_holder(<Self as rt::Codec>::schema(), &FIELDS, ::core::convert::AsRef::as_ref(&__args));
            #begin #magic #here #end #late #elsewhere
            __e.end_holder();
        }
    }

    /// Returns code that writes the fields that have offsets of their own, in the order of their offsets.
    fn write_elsewhere<'f>(&self, fields: impl Iterator<Item = (usize, &'f Field)>) -> TokenStream {
        let mut lists = TokenStream::new();
        let (mut places, mut writes) = (Vec::new(), Vec::new());
        for (index, field) in fields {
            let Some(region) = field.attrs.region.as_ref().filter(|region| !region.is_in_place()) else { continue };
            match region.each {
                None => {
                    // Searched fields come last.
                    places.push(region.at.as_ref().map_or_else(|| quote!(None), ExprTree::option_code));
                    writes.push(self.write_field(field, index));
                }
                Some(_) => {
                    let (schema, held) = (field_at_index(index + self.first), region.holds_bytes());
                    lists.extend(quote!(__e.leave_regions(#schema, #held)?;));
                }
            }
        }
        let order = match (&*places, &*writes) {
            ([], _) | (_, []) => TokenStream::new(),
            (_, [only]) => only.clone(),
            (places, writes) => {
                let numbers = (0..writes.len()).map(Literal::usize_unsuffixed);
                let cases = numbers.clone().zip(writes).map(|(number, write)| quote!(#number => { #write }));
                quote! {
                    for __place in rt::in_order([#((#places, #numbers)),*]) {
                        match __place { #(#cases)* _ => {} }
                    }
                }
            }
        };
        quote!(#lists #order)
    }

    /// Returns code that reads fields, each with its index, into variables with their names.
    pub(super) fn read_fields<'f>(&self, fields: impl Iterator<Item = (usize, &'f Field)>) -> TokenStream {
        let pieces = split_into_runs(fields, |index| self.early.follow_field(index));
        let reads = pieces.iter().map(|piece| {
            let read = match piece {
                RunPiece::Run(run) => run.read_run(self.first, &self.marks),
                RunPiece::One(index, field) => self.read_field(field, *index),
            };
            let checks = piece.last_index().map(|index| self.early.checks_after(index, self.declaration));
            quote!(#read #checks)
        });
        quote!(#(#reads)*)
    }

    /// Returns code that writes fields, each with its index, from variables with their names.
    pub(super) fn write_fields<'f>(&self, fields: impl Iterator<Item = (usize, &'f Field)>) -> TokenStream {
        // A layout gets the place of each field.
        if self.is_placed() {
            let writes = fields.map(|(index, field)| self.write_field(field, index));
            return quote!(#(#writes)*);
        }
        let pieces = split_into_runs(fields, |_| false);
        let writes = pieces.iter().map(|piece| match piece {
            RunPiece::Run(run) => run.write_run(&self.marks),
            RunPiece::One(index, field) => self.write_field(field, *index),
        });
        quote!(#(#writes)*)
    }

    /// Returns code that reads one field into a variable with its name.
    fn read_field(&self, field: &Field, index: usize) -> TokenStream {
        let name = &field.name;
        let begin = || match field.attrs.region_at() {
            Some(offset) => {
                let offset = offset.option_code();
                quote!(__d.location_at(#offset))
            }
            None if field.is_searched() => {
                let schema = field_at_index(index + self.first);
                quote!(__d.location_found(#schema))
            }
            None => quote!(__d.location()),
        };
        let marks = [(&self.marks.arrays, "at"), (&self.marks.stated, "stated")].map(|(names, mark)| {
            let variable = format_ident!("__{}_{}", mark, name);
            let begin = names.contains(name).then(begin);
            begin.map(|begin| quote!(let #variable = #begin;))
        });
        let read = match self.marks.arrays.contains(name) {
            true => read_located(field, index + self.first),
            false => read_field(field, index + self.first),
        };
        self.marks.record_span_around(name, &quote!(__d), &quote!(#(#marks)* #read))
    }

    /// Returns code that writes one field from a variable with its name.
    fn write_field(&self, field: &Field, index: usize) -> TokenStream {
        let write = write_field(field, index + self.first, &self.marks);
        let write = if self.is_placed() {
            let (name, schema) = (name_of(&field.name), field_at_index(index + self.first));
            match field.lies_elsewhere() {
                true => quote!(__e.write_elsewhere(#schema, |__e| { #write Ok(()) })?;),
                false => quote!(let __from = __e.position(); #write __e.note_written(#name, __from);),
            }
        } else {
            write
        };
        self.marks.record_span_around(&field.name, &quote!(__e), &write)
    }

    /// Returns code that compares stated checksums with the computed checksums.
    pub(super) fn check_sums(&self) -> TokenStream {
        if self.marks.spans.is_empty() {
            return TokenStream::new();
        }
        let spans = self.marks.checksum_spans(true);
        only_if_watched(&quote!(__d.check_sums(&STRUCTURE, #spans)?;))
    }

    /// Returns code that computes checksums and stores them.
    pub(super) fn seal_sums(&self) -> TokenStream {
        if self.marks.spans.is_empty() {
            return TokenStream::new();
        }
        let spans = self.marks.checksum_spans(false);
        quote!(__e.seal_sums(&STRUCTURE, #spans)?;)
    }
}
