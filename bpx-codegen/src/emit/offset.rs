//! Computes the offsets of fields, as far as they are known at compile time.

use crate::check::Field;
use crate::parse::FieldShape;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// An offset in bytes: a known number, plus sizes that only the compiler knows.
#[derive(Default)]
pub(crate) struct OffsetCode {
    known: usize,
    terms: Vec<TokenStream>,
}

impl OffsetCode {
    /// Returns an offset that is a known number of bytes.
    pub(super) fn from_known(known: usize) -> Self {
        Self { known, terms: Vec::new() }
    }

    /// Returns the offset after a field that begins at this offset.
    pub(super) fn after_field(mut self, field: &Field) -> Self {
        self.add(field);
        self
    }

    /// Adds the size of a field that begins at this offset.
    pub(super) fn add(&mut self, field: &Field) {
        match (field.known_size(), &field.shape) {
            // A sum beyond all sizes becomes an expression, which the compiler rejects.
            (Some(size), _) => match self.known.checked_add(size) {
                Some(known) => self.known = known,
                None => self.terms.push(quote!(#size)),
            },
            (None, FieldShape::One(kind)) => self.terms.extend(kind.size_code()),
            (None, FieldShape::Array(kind, len)) => {
                self.terms.extend(kind.size_code().map(|size| quote!(#size * (#len))));
            }
            (None, FieldShape::List(_) | FieldShape::Regions(_)) => {}
        }
    }

    /// Returns code for the offset, of type `usize`.
    pub(super) fn tokens(&self) -> TokenStream {
        let (known, terms) = (Literal::usize_unsuffixed(self.known), &self.terms);
        match (self.known, &**terms) {
            (0, [first, rest @ ..]) => quote!(#first #(+ #rest)*),
            _ => quote!(#known #(+ #terms)*),
        }
    }

    /// Returns code for the offset, of type `u64`.
    pub(super) fn wide_tokens(&self) -> TokenStream {
        let tokens = self.tokens();
        if self.is_known() { tokens } else { quote!((#tokens) as u64) }
    }

    /// Returns whether the declaration alone determines the offset.
    pub(super) fn is_known(&self) -> bool {
        self.terms.is_empty()
    }
}
