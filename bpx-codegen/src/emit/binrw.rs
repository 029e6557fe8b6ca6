//! binrw's traits, so that each of our types can be a field of a type of binrw.

use crate::parse::Attrs;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Generics;

/// Returns binrw's traits of a type of fixed size.
pub(crate) fn record_traits(ident: &Ident, size: &TokenStream, attrs: &Attrs) -> TokenStream {
    let order = order(ident, attrs);
    quote! {
        #order
        impl rt::binrw::BinRead for #ident {
            type Args<'a> = ();
            fn read_options<R: rt::binrw::io::Read + rt::binrw::io::Seek>(
                reader: &mut R, _: rt::binrw::Endian, (): (),
            ) -> rt::binrw::BinResult<Self> {
                rt::bin_read_record::<Self, R, #size>(reader)
            }
        }
        impl rt::binrw::BinWrite for #ident {
            type Args<'a> = ();
            fn write_options<W: rt::binrw::io::Write + rt::binrw::io::Seek>(
                &self, writer: &mut W, _: rt::binrw::Endian, (): (),
            ) -> rt::binrw::BinResult<()> {
                rt::bin_write_record::<Self, W, #size>(self, writer)
            }
        }
    }
}

/// Returns binrw's traits of a structure. Parameters are a tuple, as in binrw. A structure that borrows bytes has none,
/// because binrw reads from streams.
pub(crate) fn structure_traits(ident: &Ident, generics: &Generics, attrs: &Attrs) -> TokenStream {
    if !generics.params.is_empty() {
        return TokenStream::new();
    }
    let types: Vec<_> = attrs.import.iter().map(|(_, ty)| ty).collect();
    let names: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    let order = order(ident, attrs);
    quote! {
        #order
        impl rt::binrw::BinRead for #ident {
            type Args<'a> = (#(#types,)*);
            fn read_options<R: rt::binrw::io::Read + rt::binrw::io::Seek>(
                reader: &mut R, _: rt::binrw::Endian, (#(#names,)*): Self::Args<'_>,
            ) -> rt::binrw::BinResult<Self> {
                rt::bin_read(reader, [#(rt::value(&#names)),*])
            }
        }
        impl rt::binrw::BinWrite for #ident {
            type Args<'a> = (#(#types,)*);
            fn write_options<W: rt::binrw::io::Write + rt::binrw::io::Seek>(
                &self, writer: &mut W, _: rt::binrw::Endian, (#(#names,)*): Self::Args<'_>,
            ) -> rt::binrw::BinResult<()> {
                rt::bin_write(self, writer, [#(rt::value(&#names)),*])
            }
        }
    }
}

/// Returns the traits of the byte order.
fn order(ident: &Ident, attrs: &Attrs) -> TokenStream {
    let kind = match attrs.big {
        Some(big) => {
            let endian = if big { quote!(Big) } else { quote!(Little) };
            quote!(rt::binrw::meta::EndianKind::Endian(rt::binrw::Endian::#endian))
        }
        None => quote!(rt::binrw::meta::EndianKind::None),
    };
    quote! {
        impl rt::binrw::meta::ReadEndian for #ident { const ENDIAN: rt::binrw::meta::EndianKind = #kind; }
        impl rt::binrw::meta::WriteEndian for #ident { const ENDIAN: rt::binrw::meta::EndianKind = #kind; }
    }
}
