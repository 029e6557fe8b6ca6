//! Runs of adjacent fields of fixed size, which are read and written with one bounds check.

use super::literals::place;
use super::marks::Marks;
use super::offset::Offset;
use super::order::{decide_reading, decide_writing, order};
use super::rules::holds;
use crate::check::{Declaration, Field};
use crate::parse::{Kind, Tree, name_of};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// One or more adjacent fields of fixed size.
pub(super) struct Run<'f> {
    /// The fields, each with its index in the declaration.
    pub(super) fields: Vec<(usize, &'f Field)>,
}

/// A run of fields that are read or written at once, or a single field.
pub(super) enum Piece<'f> {
    Run(Run<'f>),
    One(usize, &'f Field),
}

/// Returns adjacent fields of fixed size as runs, and the fields between the runs one by one.
pub(super) fn pieces<'f>(fields: impl Iterator<Item = (usize, &'f Field)>) -> Vec<Piece<'f>> {
    let mut pieces = Vec::new();
    for (index, field) in fields {
        let joins = field.is_fixed() && field.attrs.region.is_none();
        match pieces.last_mut() {
            Some(Piece::Run(run)) if joins && run.accepts(field) => run.fields.push((index, field)),
            _ if joins => pieces.push(Piece::Run(Run { fields: vec![(index, field)] })),
            _ => pieces.push(Piece::One(index, field)),
        }
    }
    pieces
}

/// Returns code for the value of one field of fixed size, which may be absent or have an offset of its own; `index` is
/// the field's index in `FIELDS`.
pub(super) fn read_one(field: &Field, index: usize) -> TokenStream {
    let name = &field.name;
    Run { fields: vec![(index, field)] }.value(0, &quote!(#name))
}

/// Returns code that writes one field of fixed size from a reference.
pub(super) fn write_one(field: &Field, reference: &TokenStream) -> TokenStream {
    let (size, decide, endian) = (Offset::default().with(field).tokens(), decide_writing(field), order(field));
    quote!(#decide __e.run::<{ #size }>(|__b| rt::put(#reference, __b, 0, #endian));)
}

/// Returns code of a function that returns whether the numbers of a list keep their rules. If the numbers keep them, a
/// listener without interest in leaves gets no number of the list.
pub(super) fn sound_list(field: &Field) -> TokenStream {
    let rules = holds(field, &quote!(__list)).into_iter().reduce(|all, one| quote!(#all & #one));
    match (rules, field.kind()) {
        _ if is_related(field) => quote!(|_| false),
        (Some(rules), Some(Kind::Number { rust, .. })) => quote!(|__list: &[#rust]| #rules),
        (Some(_), _) => quote!(|_| false),
        (None, _) => quote!(|_| true),
    }
}

/// Returns whether every listener must get a field, even if the field is valid.
fn is_related(field: &Field) -> bool {
    field.attrs.pool.is_some() || !field.attrs.relations.is_empty()
}

impl<'f> Run<'f> {
    /// Returns the run of all fields, if the structure consists only of that run.
    pub(super) fn whole(declaration: &'f Declaration) -> Option<Self> {
        let pieces = pieces(declaration.fields.iter().enumerate());
        let [Piece::Run(_)] = &*pieces else { return None };
        pieces.into_iter().find_map(|piece| match piece {
            Piece::Run(run) if declaration.attrs.magic.is_none() && run.decided().is_none() => Some(run),
            Piece::Run(_) | Piece::One(..) => None,
        })
    }

    /// Returns the first field whose byte order a value decides.
    fn decided(&self) -> Option<&'f Field> {
        self.fields.iter().map(|(_, field)| *field).find(|field| field.is_big().is_some())
    }

    /// Returns whether a field can join the run: its byte order is constant, is decided like the byte order of the run,
    /// or can be decided before the first field of the run.
    fn accepts(&self, field: &Field) -> bool {
        let Some(is_big) = field.is_big().map(Tree::expr) else { return true };
        match self.decided().and_then(Field::is_big) {
            Some(decided) => decided.expr() == is_big,
            None => !is_big.fields().into_iter().any(|name| self.names().any(|own| name_of(own) == *name)),
        }
    }

    fn names(&self) -> impl Iterator<Item = &'f Ident> {
        self.fields.iter().map(|(_, field)| &field.name)
    }

    /// Returns code for the offset of each field, and for the end of the last field.
    fn offsets(&self) -> (Vec<TokenStream>, TokenStream) {
        let mut offset = Offset::default();
        let offsets = self.fields.iter().map(|(_, field)| {
            let at = offset.tokens();
            offset.add(field);
            at
        });
        (offsets.collect(), offset.tokens())
    }

    /// Returns code for the size of the run in bytes.
    pub(super) fn size(&self) -> TokenStream {
        self.offsets().1
    }

    /// Returns whether every listener must get one of the fields.
    pub(super) fn is_alone(&self) -> bool {
        self.fields.iter().any(|(_, field)| is_related(field))
    }

    /// Returns code that takes all fields out of `__b` into variables with their names.
    pub(super) fn load(&self) -> TokenStream {
        let gets = self.fields.iter().zip(self.offsets().0).map(|((_, field), at)| {
            let (name, ty, endian) = (&field.name, field.present_type(), order(field));
            quote!(let #name = rt::get::<#ty>(__b, #at, #endian);)
        });
        quote!(#(#gets)*)
    }

    /// Returns code that puts all fields into `__b`, from references with their names.
    pub(super) fn store(&self) -> TokenStream {
        let puts = self.fields.iter().zip(self.offsets().0).map(|((_, field), at)| {
            let (name, endian) = (&field.name, order(field));
            let reference = if field.is_temp() { quote!(&#name) } else { quote!(#name) };
            quote!(rt::put(#reference, __b, #at, #endian);)
        });
        quote!(#(#puts)*)
    }

    /// Returns code that decides whether all fields keep their rules, from variables with their names.
    pub(super) fn sound(&self) -> Option<TokenStream> {
        let rules = self.fields.iter().flat_map(|(_, field)| {
            let name = &field.name;
            holds(field, &quote!(#name))
        });
        rules.reduce(|all, one| quote!(#all & #one))
    }

    /// Returns code that reads all fields into variables with their names; `first` is the index of the first field in
    /// `FIELDS`.
    pub(super) fn read(&self, first: usize, marks: &Marks<'_>) -> TokenStream {
        let (names, types): (Vec<_>, Vec<_>) = self.fields.iter().map(|(_, field)| (&field.name, &field.ty)).unzip();
        let marks = self.marks(marks, true);
        let read = self.value(first, &quote!((#(#names,)*)));
        quote!(#marks let (#(#names,)*): (#(#types,)*) = #read;)
    }

    /// Returns code that reads all fields into variables with their names, and that results in `value`.
    fn value(&self, first: usize, value: &TokenStream) -> TokenStream {
        let (load, size, alone) = (self.load(), self.size(), self.is_alone());
        let ones = self.fields.iter().map(|(index, field)| {
            let (name, ty, schema, endian) = (&field.name, field.present_type(), place(index + first), order(field));
            quote!(let #name: #ty = __d.fixed(#schema, #endian)?;)
        });
        let take = quote!({ __d.skip_run::<{ #size }>(); break '__run #value; });
        let take = match self.sound() {
            Some(sound) => quote!(if !__d.is_watched() || (#sound) #take),
            None => take,
        };
        let decide = self.decided().and_then(decide_reading);
        quote!('__run: {
            #decide
            if let Some(__b) = __d.run::<{ #size }>(#alone) {
                #load
                #take
            }
            #(#ones)*
            #value
        })
    }

    /// Returns code that writes all fields from variables with their names.
    pub(super) fn write(&self, marks: &Marks<'_>) -> TokenStream {
        let (size, store, marks) = (self.size(), self.store(), self.marks(marks, false));
        let decide = self.decided().and_then(decide_writing);
        quote!(#marks #decide __e.run::<{ #size }>(|__b| { #store });)
    }

    /// Returns code that records the positions of the fields of the run, before a reader or a writer moves.
    fn marks(&self, marks: &Marks<'_>, reads: bool) -> TokenStream {
        let ends = self.offsets().0.into_iter().skip(1).chain([self.size()]);
        let notes = self.fields.iter().zip(self.offsets().0).zip(ends);
        let notes = notes.map(|(((_, field), at), end)| marks.ahead(&field.name, reads, &at, &end));
        quote!(#(#notes)*)
    }

    /// Returns code of the codec's functions that read and write many structures which consist only of this run;
    /// `alone` states whether the structure has rules across fields.
    pub(super) fn many(&self, ident: &Ident, declaration: &Declaration, alone: bool) -> [Option<TokenStream>; 2] {
        let (size, load, store, names) = (self.size(), self.load(), self.store(), self.names().collect::<Vec<_>>());
        let alone = alone || self.is_alone();
        let sound = self.sound().unwrap_or_else(|| quote!(true));
        let kept = declaration.kept().map(|field| &field.name);
        let read = quote! {
            fn decode_many_from(__d: &mut rt::Decoder<'__bytes, '_>, __count: u64, __args: Self::Args) -> rt::Result<::std::vec::Vec<Self>> {
                #[inline(always)]
                fn __read(__b: &[u8; #size]) -> (#ident, bool) {
                    #load
                    let __sound = #sound;
                    (#ident { #(#kept),* }, __sound)
                }
                match __d.run_many(__count, #alone, __read) {
                    Some(__list) => Ok(__list),
                    None => __d.each(__count, __args),
                }
            }
        };
        let is_plain = declaration.fields.iter().all(|field| !field.is_temp() && field.attrs.calc.is_none())
            && declaration.attrs.derived.is_empty()
            && declaration.attrs.sums.is_empty();
        let write = is_plain.then(|| {
            quote! {
                fn encode_many(__values: &[Self], __e: &mut rt::Encoder<'_>, __args: Self::Args) -> rt::Result<()> {
                    let __written = __e.run_many::<{ #size }, Self>(__values, |__value, __b| {
                        let Self { #(#names),* } = __value;
                        #store
                    });
                    if __written { Ok(()) } else { __e.each(__values, __args) }
                }
            }
        });
        [Some(read), write]
    }
}
