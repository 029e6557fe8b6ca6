//! Offsets of fields that are known at compile time.

use crate::check::Field;
use crate::parse::Shape;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// An offset: a number of bytes, and sizes that only the compiler knows.
#[derive(Default)]
pub(crate) struct Offset {
    known: usize,
    terms: Vec<TokenStream>,
}

impl Offset {
    /// Returns a number of bytes.
    pub(super) fn of(known: usize) -> Self {
        Self { known, terms: Vec::new() }
    }

    /// Returns the offset after a field that lies here.
    pub(super) fn with(mut self, field: &Field) -> Self {
        self.add(field);
        self
    }

    /// Moves after a field that lies here.
    pub(super) fn add(&mut self, field: &Field) {
        match (field.known_size(), &field.shape) {
            // A sum beyond all sizes becomes an expression, which the compiler rejects.
            (Some(size), _) => match self.known.checked_add(size) {
                Some(known) => self.known = known,
                None => self.terms.push(quote!(#size)),
            },
            (None, Shape::One(kind)) => self.terms.extend(kind.size()),
            (None, Shape::Array(kind, len)) => self.terms.extend(kind.size().map(|size| quote!(#size * (#len)))),
            (None, Shape::List(_) | Shape::Regions(_)) => {}
        }
    }

    /// Returns code of type `usize`.
    pub(super) fn tokens(&self) -> TokenStream {
        let (known, terms) = (Literal::usize_unsuffixed(self.known), &self.terms);
        match (self.known, &**terms) {
            (0, [first, rest @ ..]) => quote!(#first #(+ #rest)*),
            _ => quote!(#known #(+ #terms)*),
        }
    }

    /// Returns code of type `u64`.
    pub(super) fn wide(&self) -> TokenStream {
        let tokens = self.tokens();
        if self.is_known() { tokens } else { quote!((#tokens) as u64) }
    }

    /// Returns whether the declaration alone shows it.
    pub(super) fn is_known(&self) -> bool {
        self.terms.is_empty()
    }
}
