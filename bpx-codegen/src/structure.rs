//! `#[structure]` on structs: counts, conditions, texts, nested structures, regions.

use super::attrs::Attrs;
use super::check;
use super::computed;
use super::constraints;
use super::declaration::{self, Errors, Field, is_ours};
use super::expr::Tree;
use super::field_constants;
use super::links;
use super::name_of;
use super::place::Place;
use super::region::RegionAttr;
use super::schema;
use super::sum;
use super::types::{Kind, Shape};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, Fields, Ident, ItemStruct, Result};

/// What `#[structure]` makes of a struct.
pub(crate) fn expand(item: &ItemStruct) -> Result<TokenStream> {
    let mut errors = Errors::default();
    let attrs = errors.take(Attrs::read(&item.attrs, Place::Structure)).unwrap_or_else(Attrs::unread);
    if !item.generics.params.is_empty() {
        return Err(Error::new_spanned(
            &item.generics,
            "a structure describes one layout: declare one struct for each type",
        ));
    }
    if !matches!(item.fields, Fields::Named(_)) {
        return Err(Error::new_spanned(&item.ident, "fields need names: the schema, paths and JSON use them"));
    }
    let fields = errors.all(declaration::fields(&attrs, &item.fields, Place::Field))?;
    check::check_dynamic(&attrs, &fields)?;
    if fields.iter().any(Field::is_children) {
        return super::tree::expand(item, &attrs, &fields);
    }
    let ident = &item.ident;
    let owner = attrs.called(ident);
    let definition = definition(item, &fields);
    let parts = Parts::new(&owner, &attrs, &fields)?;
    let schema = parts.statics(&owner, &attrs, &fields);
    let (read, write) = (parts.read(&fields), parts.write(&fields));
    let names: Vec<_> = kept(&fields).map(|field| &field.name).collect();
    let prelude = write_prelude(&attrs, &fields);
    let (stated, checks, sums) = (computed::reports(&attrs, &fields), after_read(&attrs, &fields), parts.sums());
    let (links, sum_types) = (links::assertions(&owner, &attrs, &fields), sum::assertions(&attrs.sums, &fields));
    let seals = parts.seals();
    let customs = custom_rules(&attrs, &owner);
    let value = match customs.is_empty() {
        true => quote!(Ok(Self { #(#names),* })),
        false => quote!(let __value = Self { #(#names),* }; #customs Ok(__value)),
    };
    let codec = codec(
        ident,
        &attrs,
        &quote!(#read #stated #checks #sums #value),
        &quote!(let Self { #(#names),* } = self; #prelude #write #seals Ok(())),
    );
    let traits = binrw_traits(ident, &attrs);
    let constants = parts.constants(&fields)?;
    let items = quote! {
        #schema
        #links
        #sum_types
        impl #ident { #constants }
        #codec
        #traits
    };
    let scope = schema::scope(attrs.runtime.as_ref(), &items);
    Ok(quote! {
        #definition
        #scope
    })
}

/// Fields that are kept in memory.
pub(crate) fn kept(fields: &[Field]) -> impl Iterator<Item = &Field> {
    fields.iter().filter(|field| !field.is_temp() && !field.is_children())
}

/// The struct without computed fields and without our attributes.
pub(crate) fn definition(item: &ItemStruct, fields: &[Field]) -> TokenStream {
    let attributes = item.attrs.iter().filter(|attribute| !is_ours(attribute));
    let (vis, ident) = (&item.vis, &item.ident);
    let members = kept(fields).map(|field| {
        let Field { kept, vis, name, ty, .. } = field;
        quote!(#(#kept)* #vis #name: #ty)
    });
    quote! {
        #(#attributes)*
        #vis struct #ident { #(#members),* }
    }
}

/// The parameters, when there are some, checked by a function of the runtime.
pub(crate) fn params(attrs: &Attrs, check: &TokenStream) -> Option<TokenStream> {
    let names: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    (!names.is_empty()).then(|| quote!(let [#(#names),*] = #check;))
}

/// `impl Codec`.
pub(crate) fn codec(ident: &Ident, attrs: &Attrs, read: &TokenStream, write: &TokenStream) -> TokenStream {
    let (read_params, write_params) =
        (params(attrs, &quote!(rt::args(__d, __args)?)), params(attrs, &quote!(rt::write_args(__e, __args)?)));
    let params = Literal::usize_unsuffixed(attrs.import.len());
    let params = (!attrs.import.is_empty()).then(|| quote!(const PARAMS: usize = #params;));
    quote! {
        impl rt::Codec for #ident {
            #params
            fn schema() -> &'static rt::Structure { &STRUCTURE }
            fn decode(__d: &mut rt::Decoder<'_, '_>, __args: &[i128]) -> rt::Result<Self> {
                #read_params
                #read
            }
            fn encode(&self, __e: &mut rt::Encoder<'_>, __args: &[i128]) -> rt::Result<()> {
                #write_params
                #write
            }
        }
    }
}

/// binrw's traits; parameters are a tuple, as in binrw.
pub(crate) fn binrw_traits(ident: &Ident, attrs: &Attrs) -> TokenStream {
    let types = attrs.import.iter().map(|(_, ty)| ty);
    let names: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    let kind = match attrs.big {
        Some(big) => {
            let endian = if big { quote!(Big) } else { quote!(Little) };
            quote!(rt::binrw::meta::EndianKind::Endian(rt::binrw::Endian::#endian))
        }
        None => quote!(rt::binrw::meta::EndianKind::None),
    };
    let types: Vec<_> = types.collect();
    quote! {
        impl rt::binrw::meta::ReadEndian for #ident { const ENDIAN: rt::binrw::meta::EndianKind = #kind; }
        impl rt::binrw::meta::WriteEndian for #ident { const ENDIAN: rt::binrw::meta::EndianKind = #kind; }
        impl rt::binrw::BinRead for #ident {
            type Args<'a> = (#(#types,)*);
            fn read_options<R: rt::binrw::io::Read + rt::binrw::io::Seek>(
                reader: &mut R, _: rt::binrw::Endian, (#(#names,)*): Self::Args<'_>,
            ) -> rt::binrw::BinResult<Self> {
                rt::bin_read(reader, &[#(rt::value(&#names)),*])
            }
        }
        impl rt::binrw::BinWrite for #ident {
            type Args<'a> = (#(#types,)*);
            fn write_options<W: rt::binrw::io::Write + rt::binrw::io::Seek>(
                &self, writer: &mut W, _: rt::binrw::Endian, (#(#names,)*): Self::Args<'_>,
            ) -> rt::binrw::BinResult<()> {
                rt::bin_write(self, writer, &[#(rt::value(&#names)),*])
            }
        }
    }
}

/// Computed values, before anything is written.
pub(crate) fn write_prelude(attrs: &Attrs, fields: &[Field]) -> TokenStream {
    let first = usize::from(attrs.magic.is_some());
    let place = |name: &Ident| {
        let index = fields.iter().position(|one| one.name == *name)? + first;
        Some(schema::place(index))
    };
    let computed = fields.iter().filter_map(|field| {
        let (name, code) = (&field.name, field.attrs.calc.as_ref()?.code());
        let schema = place(name)?;
        Some(match field.kind()? {
            Kind::Number { rust, .. } => quote!(let #name: #rust = __e.derive(#schema, #code)?;),
            Kind::Uleb { bits } => {
                let rust = format_ident!("u{bits}");
                quote!(let #name = rt::Uleb::<#rust>::new(__e.derive(#schema, #code)?);)
            }
            Kind::CText | Kind::Named(_) => return None,
        })
    });
    let derived = attrs.derived.iter().filter_map(|derived| {
        let [field, member] = &*derived.target else {
            return None;
        };
        let (schema, code, label) = (place(field)?, derived.value.code(), name_of(member));
        Some(quote! {
            let mut #field = ::core::clone::Clone::clone(#field);
            #field.#member = __e.derive_member(#schema, #label, #code)?;
            let #field = &#field;
        })
    });
    quote!(#(#computed)* #(#derived)*)
}

/// Assertions, once all fields are read.
pub(crate) fn after_read(attrs: &Attrs, fields: &[Field]) -> TokenStream {
    let asserts = attrs.asserts.iter().chain(fields.iter().flat_map(|field| &field.attrs.asserts)).enumerate();
    let asserts: Vec<_> = asserts
        .map(|(index, assert)| {
            let (holds, index) = (assert.code(), Literal::usize_unsuffixed(index));
            quote!(__d.assert(&STRUCTURE.rules[#index], __at, #holds);)
        })
        .collect();
    watched(&quote!(#(#asserts)*))
}

/// Rules that are Rust functions, once the value is there.
pub(crate) fn custom_rules(attrs: &Attrs, owner: &str) -> TokenStream {
    watched(&constraints::custom_reports(attrs, owner, &quote!(&__value), &quote!(__at), &quote!(__d)))
}

/// Only when somebody listens.
pub(crate) fn watched(code: &TokenStream) -> TokenStream {
    if code.is_empty() { TokenStream::new() } else { quote!(if __d.is_watched() { #code }) }
}

/// Variables beside the values that the code after them asks for.
pub(crate) struct Marks {
    /// Fields whose begin and end checksums need.
    spans: Vec<Ident>,
    /// Arrays whose elements describe regions.
    arrays: Vec<Ident>,
    /// Fields that state computed values, or hold members that do.
    stated: Vec<Ident>,
    /// Fields that state something about a field that is stored through a transform.
    stating: Vec<Ident>,
    /// Whether rules across fields need the begin of the whole.
    start: bool,
}

impl Marks {
    pub(crate) fn of(attrs: &Attrs, fields: &[Field]) -> Self {
        let mut spans: Vec<Ident> = Vec::new();
        for sum in &attrs.sums {
            for name in sum.fields() {
                if !spans.contains(name) {
                    spans.push(name.clone());
                }
            }
        }
        let arrays = fields.iter().filter_map(|field| field.attrs.region.as_ref()?.each()).cloned().collect();
        let asserts = !attrs.asserts.is_empty() || fields.iter().any(|field| !field.attrs.asserts.is_empty());
        let differ = fields.iter().filter(|field| field.may_differ).map(|field| field.name.clone());
        let stated = differ.chain(computed::holders(attrs, fields)).collect();
        let stating = fields.iter().filter_map(|field| field.attrs.region.as_ref()).flat_map(RegionAttr::stating);
        let stating = stating.filter(|name| fields.iter().any(|field| field.name == **name)).cloned().collect();
        Self { spans, arrays, stated, stating, start: asserts || !attrs.custom.is_empty() }
    }

    /// The variables that say where fields state computed values.
    pub(crate) fn stated_in(&self, fields: &[Field]) -> Vec<Ident> {
        let stated = fields.iter().filter(|field| self.stated.contains(&field.name));
        stated.map(|field| format_ident!("__stated_{}", field.name)).collect()
    }

    /// Code around the reading or writing of a field, by a decoder or an encoder.
    fn around(&self, name: &Ident, stream: &TokenStream, code: &TokenStream) -> TokenStream {
        if !self.spans.contains(name) && !self.stating.contains(name) {
            return code.clone();
        }
        let (start, end) = (format_ident!("__start_{}", name), format_ident!("__end_{}", name));
        quote!(let #start = #stream.position(); #code let #end = #stream.position();)
    }

    fn spans(&self) -> TokenStream {
        Self::list(&mut self.spans.iter())
    }

    /// Where the fields lie that state something about this one.
    fn stating(&self, field: &Field) -> TokenStream {
        let region = field.attrs.region.iter();
        Self::list(&mut region.flat_map(RegionAttr::stating).filter(|name| self.stating.contains(name)))
    }

    fn list(names: &mut dyn Iterator<Item = &Ident>) -> TokenStream {
        let spans = names.map(|name| {
            let (text, start, end) =
                (name_of(name), format_ident!("__start_{}", name), format_ident!("__end_{}", name));
            quote!((#text, #start, #end))
        });
        quote!(&[#(#spans),*])
    }
}

/// The statements of a list of fields.
pub(crate) struct Parts {
    schemas: Vec<TokenStream>,
    pub(crate) first: usize,
    magic: Option<Vec<u8>>,
    pub(crate) marks: Marks,
}

impl Parts {
    pub(crate) fn new(owner: &str, attrs: &Attrs, fields: &[Field]) -> Result<Self> {
        let mut schemas: Vec<_> = attrs.magic.iter().map(|magic| schema::magic_field(owner, magic)).collect();
        for field in fields {
            schemas.push(schema::field(owner, field, None)?);
        }
        let marks = Marks::of(attrs, fields);
        Ok(Self { schemas, first: usize::from(attrs.magic.is_some()), magic: attrs.magic.clone(), marks })
    }

    /// `FIELDS` and `STRUCTURE`.
    pub(crate) fn statics(&self, owner: &str, attrs: &Attrs, fields: &[Field]) -> TokenStream {
        let rules = schema::rules(owner, attrs, fields);
        let body = quote!(rt::Body::Fields(Borrowed(&FIELDS)));
        let whole = schema::structure(owner, attrs, &body, None, &rules, fields);
        let fields = self.fields();
        quote!(#fields static STRUCTURE: rt::Structure = #whole;)
    }

    /// `FIELDS`
    pub(crate) fn fields(&self) -> TokenStream {
        let (schemas, count) = (&self.schemas, Literal::usize_unsuffixed(self.schemas.len()));
        quote!(static FIELDS: [rt::Field; #count] = [#(#schemas),*];)
    }

    /// Where fields lie.
    pub(crate) fn constants(&self, fields: &[Field]) -> Result<TokenStream> {
        field_constants::of_structure(fields, self.first, self.magic.as_ref().map_or(0, Vec::len))
    }

    /// Schemas of the fields, for cases of a switch.
    pub(crate) fn schemas(&self) -> &[TokenStream] {
        &self.schemas
    }

    /// Reads all fields into variables of their names.
    pub(crate) fn read(&self, fields: &[Field]) -> TokenStream {
        let start = self.start();
        let magic = self.magic.as_ref().map(|magic| {
            let literal = Literal::byte_string(magic);
            quote!(__d.magic(&FIELDS[0], #literal)?;)
        });
        let fields = fields.iter().enumerate().map(|(index, field)| self.read_field(field, index));
        quote!(#start #magic #(#fields)*)
    }

    /// Where the whole begins, for rules across fields.
    pub(crate) fn start(&self) -> Option<TokenStream> {
        self.marks.start.then(|| quote!(let __at = __d.location();))
    }

    /// Writes all fields from variables of their names; what lies elsewhere comes last.
    pub(crate) fn write(&self, fields: &[Field]) -> TokenStream {
        let magic = self.magic.as_ref().map(|magic| {
            let literal = Literal::byte_string(magic);
            quote!(__e.bytes(#literal);)
        });
        let numbered = || fields.iter().enumerate();
        let here = numbered().filter(|(_, field)| !field.lies_elsewhere());
        let here = here.map(|(index, field)| self.write_field(field, index));
        let elsewhere = self.write_elsewhere(numbered());
        quote!(#magic #(#here)* #elsewhere)
    }

    /// Writes the fields that lie elsewhere, in the order in which they lie there.
    fn write_elsewhere<'f>(&self, fields: impl Iterator<Item = (usize, &'f Field)>) -> TokenStream {
        let mut lists = TokenStream::new();
        let (mut places, mut writes) = (Vec::new(), Vec::new());
        for (index, field) in fields {
            let Some(region) = field.attrs.region.as_ref().filter(|region| !region.is_in_place()) else { continue };
            match region.at().filter(|_| region.each().is_none()) {
                Some(at) => {
                    places.push(at.code());
                    writes.push(self.write_field(field, index));
                }
                None => {
                    let (schema, held) = (schema::place(index + self.first), region.holds_bytes());
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

    /// Reads one field into a variable of its name.
    pub(crate) fn read_field(&self, field: &Field, index: usize) -> TokenStream {
        let name = &field.name;
        let begin = || match field.attrs.region.as_ref().and_then(RegionAttr::at) {
            Some(offset) => {
                let offset = offset.code();
                quote!(__d.location_at(#offset))
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
        self.marks.around(name, &quote!(__d), &quote!(#(#marks)* #read))
    }

    /// Writes one field from a variable of its name.
    pub(crate) fn write_field(&self, field: &Field, index: usize) -> TokenStream {
        self.marks.around(&field.name, &quote!(__e), &write_field(field, index + self.first, &self.marks))
    }

    fn sums(&self) -> TokenStream {
        if self.marks.spans.is_empty() {
            return TokenStream::new();
        }
        let spans = self.marks.spans();
        watched(&quote!(__d.check_sums(&STRUCTURE, #spans)?;))
    }

    fn seals(&self) -> TokenStream {
        if self.marks.spans.is_empty() {
            return TokenStream::new();
        }
        let spans = self.marks.spans();
        quote!(__e.seal(&STRUCTURE, #spans)?;)
    }
}

fn endian(field: &Field) -> TokenStream {
    if field.big { quote!(rt::Endian::Big) } else { quote!(rt::Endian::Little) }
}

fn read_field(field: &Field, index: usize) -> TokenStream {
    let (name, ty, label) = (&field.name, &field.ty, name_of(&field.name));
    let region = field.attrs.region.as_ref();
    if let (Shape::Regions(content), Some(region)) = (&field.shape, region) {
        return region.read_all(field, index, content);
    }
    let read = read_value(field, &schema::place(index));
    let read = match region.and_then(RegionAttr::at) {
        Some(offset) => {
            let (offset, schema) = (offset.count(&label), schema::place(index));
            quote!(__d.at(#schema, #offset, |__d| Ok(#read))?)
        }
        None => in_place(field, &schema::place(index), read),
    };
    let value = match &field.attrs.condition {
        Some((condition, otherwise)) => {
            let condition = condition.condition(&label);
            let (some, none) = match otherwise {
                Some(value) => {
                    let value = Literal::i64_unsuffixed(*value);
                    (read, quote!(#value))
                }
                None => (quote!(Some(#read)), quote!(None)),
            };
            quote!(if #condition { #some } else { #none })
        }
        None => read,
    };
    quote!(let #name: #ty = #value;)
}

/// What reads a field, from content when it is stored through a transform.
fn in_place(field: &Field, schema: &TokenStream, read: TokenStream) -> TokenStream {
    match field.attrs.region.as_ref().filter(|region| region.is_in_place()) {
        Some(region) => region.read_in_place(&name_of(&field.name), schema, &read),
        None => read,
    }
}

/// Reads a list, and notes where its elements begin.
fn read_located(field: &Field, index: usize) -> TokenStream {
    let (name, ty, label) = (&field.name, &field.ty, name_of(&field.name));
    let (starts, schema) = (format_ident!("__starts_{}", name), schema::place(index));
    let count = schema::option(field.attrs.count.as_ref().map(|count| count.count(&label)));
    let args = field.attrs.args.iter().map(|tree| tree.argument(&label));
    let args = quote!([#(#args),*]);
    let read = if moving(field) {
        let cost = cost(field);
        quote!(__d.list_located(#schema, #count, #cost, &|__d| Ok(#args))?)
    } else {
        quote!({ let __args = #args; __d.list_located(#schema, #count, 0, &|_| Ok(__args))? })
    };
    let read = match field.attrs.region.as_ref().and_then(RegionAttr::at) {
        Some(offset) => {
            let offset = offset.count(&label);
            quote!(__d.at(#schema, #offset, |__d| Ok(#read))?)
        }
        None => read,
    };
    quote!(let (#name, #starts): (#ty, rt::Starts) = #read;)
}

/// Whether the parameters of each element depend on where it begins.
fn moving(field: &Field) -> bool {
    field.attrs.args.iter().any(Tree::needs_space)
}

/// How many elements are searched for the parameters of one.
fn cost(field: &Field) -> TokenStream {
    Tree::search_cost(&field.attrs.args)
}

/// Reads what a field holds when it is present.
fn read_value(field: &Field, schema: &TokenStream) -> TokenStream {
    let (label, endian) = (name_of(&field.name), endian(field));
    let args = field.attrs.args.iter().map(|tree| tree.argument(&label));
    let args = quote!(&[#(#args),*]);
    let count = field.attrs.count.as_ref().map(|count| count.count(&label));
    match (&field.shape, count) {
        (Shape::One(Kind::Number { .. }) | Shape::Array(..), _) => quote!(__d.fixed(#schema, #endian)?),
        (Shape::One(Kind::CText), _) => quote!(__d.text(#schema)?),
        (Shape::One(Kind::Uleb { .. }), _) => quote!(__d.uleb(#schema)?),
        (Shape::One(Kind::Named(_)), _) => quote!(__d.nested(#schema, #args)?),
        (Shape::List(Kind::Number { .. }), Some(count)) => {
            quote!(__d.numbers(#schema, #count, #endian)?)
        }
        (Shape::List(Kind::Number { .. }), None) => {
            quote!(__d.numbers_to_end(#schema, #endian)?)
        }
        (Shape::List(Kind::Named(_)), count) if moving(field) => {
            let (count, cost) = (schema::option(count), cost(field));
            let args = field.attrs.args.iter().map(|tree| tree.argument(&label));
            quote!(__d.list_each(#schema, #count, #cost, &|__d| Ok([#(#args),*]))?)
        }
        (Shape::List(Kind::Named(_)), Some(count)) => {
            quote!(__d.list(#schema, #count, #args)?)
        }
        (Shape::List(Kind::Named(_)), None) => quote!(__d.list_to_end(#schema, #args)?),
        (Shape::List(Kind::CText), Some(count)) => quote!(__d.texts(#schema, Some(#count))?),
        (Shape::List(Kind::CText), None) => quote!(__d.texts(#schema, None)?),
        // Refused before any code is written.
        (Shape::List(Kind::Uleb { .. }) | Shape::Regions(_), _) => TokenStream::new(),
    }
}

fn write_field(field: &Field, index: usize, marks: &Marks) -> TokenStream {
    let write_value = |field: &Field, schema: &TokenStream, reference: &TokenStream, value: &TokenStream| {
        let write = write_value(field, schema, reference, value);
        match field.attrs.region.as_ref().filter(|region| region.is_in_place()) {
            Some(region) => region.write_in_place(index, &marks.stating(field), &write),
            None => write,
        }
    };
    let (name, schema) = (&field.name, schema::place(index));
    let (reference, value) =
        if field.is_temp() { (quote!(&#name), quote!(#name)) } else { (quote!(#name), quote!(*#name)) };
    let Some((condition, otherwise)) = &field.attrs.condition else {
        return write_value(field, &schema, &reference, &value);
    };
    let wanted = condition.wanted();
    let (present, write) = match otherwise {
        // The alternative says nothing when the field is absent; any other value would be lost.
        Some(number) => {
            let number = Literal::i64_unsuffixed(*number);
            let write = write_value(field, &schema, &reference, &value);
            (quote!(__wanted || #value != #number), quote!(if __wanted { #write }))
        }
        None => {
            let write = write_value(field, &schema, &quote!(__value), &quote!(*__value));
            (quote!(#name.is_some()), quote!(if let Some(__value) = #name { #write }))
        }
    };
    quote! {
        let __wanted = #wanted;
        __e.expect_presence(#schema, __wanted, #present)?;
        #write
    }
}

/// Writes what a field holds when it is present, by reference or by value.
fn write_value(field: &Field, schema: &TokenStream, reference: &TokenStream, value: &TokenStream) -> TokenStream {
    let (label, endian) = (name_of(&field.name), endian(field));
    let args = field.attrs.args.iter().map(|tree| tree.write_argument(&label));
    let args = quote!([#(#args),*]);
    let place = field.attrs.region.as_ref().and_then(RegionAttr::at).map(|at| {
        let at = at.code();
        quote!(__e.place(#schema, #at)?;)
    });
    match &field.shape {
        Shape::One(Kind::Number { .. }) | Shape::Array(..) => quote!(#place __e.put(#reference, #endian)?;),
        Shape::One(Kind::CText) => quote!(#place __e.text(#reference)?;),
        Shape::One(Kind::Uleb { .. }) => quote!(#place __e.uleb(#schema, #value)?;),
        // Positions are asked for under the name that they have when reading.
        Shape::One(Kind::Named(_)) if moving(field) => {
            quote!(#place let __args = { let __d = &*__e; #args }; __e.nested(#schema, #reference, &__args)?;)
        }
        Shape::One(Kind::Named(_)) => quote!(#place __e.nested(#schema, #reference, &#args)?;),
        Shape::List(kind) => {
            let count = field.attrs.count.as_ref().filter(|count| !count.needs_space()).map(Tree::code);
            let count = count.map(|code| quote!(__e.expect_len(#schema, #code, #reference.len())?;));
            let write = match kind {
                Kind::CText => quote!(for __one in #reference { __e.text(__one)?; }),
                Kind::Number { .. } | Kind::Uleb { .. } => quote!(__e.numbers(#reference, #endian)?;),
                Kind::Named(_) if moving(field) => {
                    quote!(__e.list_each(#schema, #reference, &|__e| { let __d = __e; Ok(#args) })?;)
                }
                Kind::Named(_) => quote!(__e.list(#schema, #reference, &#args)?;),
            };
            // What takes no bytes may lie anywhere.
            match place {
                Some(place) => quote!(#count if !#reference.is_empty() { #place #write }),
                None => quote!(#count #write),
            }
        }
        // Where their bytes belong is said by `leave_regions`.
        Shape::Regions(_) => TokenStream::new(),
    }
}
