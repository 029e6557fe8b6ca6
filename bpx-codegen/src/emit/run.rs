//! Runs of adjacent fields of fixed size, which are read and written with one bounds check.

use super::marks::PositionMarks;
use super::offset::OffsetCode;
use super::order::{decide_reading, decide_writing, order_code};
use super::rules::rule_conditions;
use crate::check::{Declaration, Field};
use crate::parse::{ExprTree, StoredKind, name_of};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// One or more adjacent fields of fixed size.
pub(super) struct FieldRun<'f> {
    /// The fields, each with its index in the declaration.
    pub(super) fields: Vec<(usize, &'f Field)>,
}

impl RunPiece<'_> {
    /// Returns the index of the last field.
    pub(super) fn last_index(&self) -> Option<usize> {
        match self {
            Self::Run(run) => run.fields.last().map(|(index, _)| *index),
            Self::One(index, _) => Some(*index),
        }
    }
}

/// A run of fields that are read or written at once, or a single field.
pub(super) enum RunPiece<'f> {
    Run(FieldRun<'f>),
    One(usize, &'f Field),
}

/// Returns adjacent fields of fixed size as runs, and the fields between the runs one by one. `ends` returns whether a
/// run ends with the field of an index.
pub(super) fn split_into_runs<'f>(
    fields: impl Iterator<Item = (usize, &'f Field)>,
    ends: impl Fn(usize) -> bool,
) -> Vec<RunPiece<'f>> {
    let (mut pieces, mut is_ended) = (Vec::new(), false);
    for (index, field) in fields {
        let is_open = !std::mem::replace(&mut is_ended, ends(index));
        let joins = field.is_fixed() && field.attrs.region.is_none();
        match pieces.last_mut() {
            Some(RunPiece::Run(run)) if joins && is_open && run.accepts_field(index, field) => {
                run.fields.push((index, field));
            }
            _ if joins => pieces.push(RunPiece::Run(FieldRun { fields: vec![(index, field)] })),
            _ => pieces.push(RunPiece::One(index, field)),
        }
    }
    pieces
}

/// Returns code for the value of one field of fixed size, which may be absent or have an offset of its own; `index` is
/// the field's index in `FIELDS`.
pub(super) fn read_one(field: &Field, index: usize) -> TokenStream {
    let name = &field.name;
    FieldRun { fields: vec![(index, field)] }.read_as_value(0, &quote!(#name))
}

/// Returns code that writes one field of fixed size from a reference.
pub(super) fn write_one(field: &Field, reference: &TokenStream) -> TokenStream {
    let (size, decide, endian) =
        (OffsetCode::default().after_field(field).tokens(), decide_writing(field), order_code(field));
    quote!(#decide __e.write_run::<{ #size }>(|__b| rt::put_part(#reference, __b, 0, #endian));)
}

/// Returns code of a function that returns whether the numbers of a list keep their rules. If the numbers keep them, a
/// listener without interest in leaves gets no number of the list.
pub(super) fn sound_list(field: &Field) -> TokenStream {
    let rules = rule_conditions(field, &quote!(__list)).into_iter().reduce(|all, one| quote!(#all & #one));
    match (rules, field.kind()) {
        _ if is_related(field) => quote!(|_| false),
        (Some(rules), Some(StoredKind::Number { rust, .. })) => quote!(|__list: &[#rust]| #rules),
        (Some(_), _) => quote!(|_| false),
        (None, _) => quote!(|_| true),
    }
}

/// Returns whether every listener must get a field, even if the field is valid.
fn is_related(field: &Field) -> bool {
    field.attrs.pool.is_some() || !field.attrs.relations.is_empty()
}

impl<'f> FieldRun<'f> {
    /// Returns the run of all fields, if the structure consists only of that run.
    pub(super) fn of_whole_structure(declaration: &'f Declaration) -> Option<Self> {
        let pieces = split_into_runs(declaration.fields.iter().enumerate(), |_| false);
        let [RunPiece::Run(_)] = &*pieces else { return None };
        pieces.into_iter().find_map(|piece| match piece {
            RunPiece::Run(run) if declaration.attrs.magic.is_none() && run.first_decided().is_none() => Some(run),
            RunPiece::Run(_) | RunPiece::One(..) => None,
        })
    }

    /// Returns the first field whose byte order a value decides.
    fn first_decided(&self) -> Option<&'f Field> {
        self.fields.iter().map(|(_, field)| *field).find(|field| field.byte_order_choice().is_some())
    }

    /// Returns whether the field with an index can join the run: no other field is between them, and its byte order is
    /// constant, is decided like the byte order of the run, or can be decided before the first field of the run.
    fn accepts_field(&self, index: usize, field: &Field) -> bool {
        if self.fields.last().is_none_or(|(last, _)| last + 1 != index) {
            return false;
        }
        let Some(is_big) = field.byte_order_choice().map(ExprTree::expr) else { return true };
        match self.first_decided().and_then(Field::byte_order_choice) {
            Some(decided) => decided.expr() == is_big,
            None => !is_big.used_names().into_iter().any(|name| self.field_names().any(|own| name_of(own) == *name)),
        }
    }

    fn field_names(&self) -> impl Iterator<Item = &'f Ident> {
        self.fields.iter().map(|(_, field)| &field.name)
    }

    /// Returns code for the offset of each field, and for the end of the last field.
    fn field_offsets(&self) -> (Vec<TokenStream>, TokenStream) {
        let mut offset = OffsetCode::default();
        let offsets = self.fields.iter().map(|(_, field)| {
            let at = offset.tokens();
            offset.add(field);
            at
        });
        (offsets.collect(), offset.tokens())
    }

    /// Returns code for the size of the run in bytes.
    pub(super) fn size_code(&self) -> TokenStream {
        self.field_offsets().1
    }

    /// Returns whether every listener must get one of the fields.
    pub(super) fn is_alone(&self) -> bool {
        self.fields.iter().any(|(_, field)| is_related(field))
    }

    /// Returns code that takes all fields out of `__b` into variables with their names.
    pub(super) fn load_fields(&self) -> TokenStream {
        let gets = self.fields.iter().zip(self.field_offsets().0).map(|((_, field), at)| {
            let (name, ty, endian) = (&field.name, field.present_type(), order_code(field));
            quote!(let #name = rt::get_part::<#ty>(__b, #at, #endian);)
        });
        quote!(#(#gets)*)
    }

    /// Returns code that puts all fields into `__b`, from references with their names.
    pub(super) fn store_fields(&self) -> TokenStream {
        let puts = self.fields.iter().zip(self.field_offsets().0).map(|((_, field), at)| {
            let (name, endian) = (&field.name, order_code(field));
            let reference = if field.is_temp() { quote!(&#name) } else { quote!(#name) };
            quote!(rt::put_part(#reference, __b, #at, #endian);)
        });
        quote!(#(#puts)*)
    }

    /// Returns code that decides whether all fields keep their rules, from variables with their names.
    pub(super) fn soundness_condition(&self) -> Option<TokenStream> {
        let rules = self.fields.iter().flat_map(|(_, field)| {
            let name = &field.name;
            rule_conditions(field, &quote!(#name))
        });
        rules.reduce(|all, one| quote!(#all & #one))
    }

    /// Returns code that reads all fields into variables with their names; `first` is the index of the first field in
    /// `FIELDS`.
    pub(super) fn read_run(&self, first: usize, marks: &PositionMarks<'_>) -> TokenStream {
        let (names, types): (Vec<_>, Vec<_>) = self.fields.iter().map(|(_, field)| (&field.name, &field.ty)).unzip();
        let marks = self.record_spans_ahead(marks, true);
        let read = self.read_as_value(first, &quote!((#(#names,)*)));
        quote!(#marks let (#(#names,)*): (#(#types,)*) = #read;)
    }

    /// Returns code that reads all fields into variables with their names, and that results in `value`.
    fn read_as_value(&self, first: usize, value: &TokenStream) -> TokenStream {
        let (load, size, alone) = (self.load_fields(), self.size_code(), self.is_alone());
        let fields = self.schema_code(first);
        let (decide, order) = match self.first_decided().and_then(decide_reading) {
            Some(decide) => (Some(decide), quote!(Some(__order))),
            None => (None, quote!(None)),
        };
        let report = self
            .soundness_condition()
            .map(|sound| quote!(if __d.is_watched() && !(#sound) { __d.report_run(#fields, #order, #alone, __b); }));
        quote!({
            #decide
            let __b = __d.take_run::<{ #size }>(#fields, #order, #alone)?;
            #load
            #report
            #value
        })
    }

    /// Returns code of the fields as data; `first` is the index of the first field in `FIELDS`.
    fn schema_code(&self, first: usize) -> TokenStream {
        let index = |field: Option<&(usize, _)>| field.map_or(first, |(index, _)| index + first);
        let from = Literal::usize_unsuffixed(index(self.fields.first()));
        let to = Literal::usize_unsuffixed(index(self.fields.last()));
        quote!(&FIELDS[#from..=#to])
    }

    /// Returns code that writes all fields from variables with their names.
    pub(super) fn write_run(&self, marks: &PositionMarks<'_>) -> TokenStream {
        let (size, store, marks) = (self.size_code(), self.store_fields(), self.record_spans_ahead(marks, false));
        let decide = self.first_decided().and_then(decide_writing);
        quote!(#marks #decide __e.write_run::<{ #size }>(|__b| { #store });)
    }

    /// Returns code that records the positions of the fields of the run, before a reader or a writer moves.
    fn record_spans_ahead(&self, marks: &PositionMarks<'_>, reads: bool) -> TokenStream {
        let ends = self.field_offsets().0.into_iter().skip(1).chain([self.size_code()]);
        let notes = self.fields.iter().zip(self.field_offsets().0).zip(ends);
        let notes = notes.map(|(((_, field), at), end)| marks.record_span_ahead(&field.name, reads, &at, &end));
        quote!(#(#notes)*)
    }

    /// Returns code of the codec's functions that read and write many structures which consist only of this run;
    /// `alone` states whether the structure has rules across fields.
    pub(super) fn many_functions(
        &self,
        ident: &Ident,
        declaration: &Declaration,
        alone: bool,
    ) -> [Option<TokenStream>; 2] {
        let (size, load, store, names) =
            (self.size_code(), self.load_fields(), self.store_fields(), self.field_names().collect::<Vec<_>>());
        let alone = alone || self.is_alone();
        let sound = self.soundness_condition().unwrap_or_else(|| quote!(true));
        let kept = declaration.kept_fields().map(|field| &field.name);
        // The compiler generates inline functions only if something calls them.
        let read = quote! {
            #[inline]
            fn decode_many_from(__d: &mut rt::Decoder<'__bytes, '_>, __count: u64, __args: Self::Args) -> rt::Result<::std::vec::Vec<Self>> {
                #[inline(always)]
                fn __read(__b: &[u8; #size]) -> (#ident, bool) {
                    #load
                    let __sound = #sound;
                    (#ident { #(#kept),* }, __sound)
                }
                match __d.run_many(__count, #alone, __read) {
                    Some(__list) => Ok(__list),
                    None => __d.read_each(__count, __args),
                }
            }
        };
        let is_plain = declaration.fields.iter().all(|field| !field.is_temp() && field.attrs.calc.is_none())
            && declaration.attrs.derived.is_empty()
            && declaration.attrs.sums.is_empty();
        let write = is_plain.then(|| {
            quote! {
                #[inline]
                fn encode_many(__values: &[Self], __e: &mut rt::Encoder<'_>, __args: Self::Args) -> rt::Result<()> {
                    let __written = __e.run_many::<{ #size }, Self>(__values, |__value, __b| {
                        let Self { #(#names),* } = __value;
                        #store
                    });
                    if __written { Ok(()) } else { __e.write_each(__values, __args) }
                }
            }
        });
        [Some(read), write]
    }
}
