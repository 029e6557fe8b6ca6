//! Rules across fields that are checked before all fields are read, so that a reader also reports them if a later field
//! cannot be read.

use super::codec::only_if_watched;
use super::structure::assertion_check;
use crate::check::Declaration;
use crate::parse::{AssertAttr, name_of};
use bpx_model::Constraint;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The rules that are checked early, each with its number and the index of the last field that the rule needs.
#[derive(Default)]
pub(super) struct EarlyRules(Vec<(usize, usize)>);

impl EarlyRules {
    /// Returns the early rules of a structure. The nodes of a tree have none.
    pub(super) fn of_structure(declaration: &Declaration) -> Self {
        if declaration.is_node() {
            return Self::default();
        }
        let last_field = |assert: &AssertAttr| {
            // The reported member of a rule for elements is one of the element.
            let on: Vec<_> = match &assert.each {
                Some(array) => vec![name_of(array).into()],
                None => assert.on.iter().map(|name| name_of(name).into()).collect(),
            };
            let trees = assert.expressions();
            let names = Constraint::early_names_of(trees.iter().map(|tree| tree.expr()), &on)?;
            let needed = |name: &str| names.iter().any(|one| **one == *name);
            let last = declaration.fields.iter().rposition(|field| needed(&name_of(&field.name)))?;
            (last + 1 < declaration.fields.len()).then_some(last)
        };
        let numbered = declaration.asserts().into_iter().enumerate();
        Self(numbered.filter_map(|(number, assert)| Some((number, last_field(assert)?))).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether the rule with a number is checked early.
    pub(super) fn has_rule(&self, number: usize) -> bool {
        self.0.iter().any(|(one, _)| *one == number)
    }

    /// Returns whether rules are checked after the field with an index is read.
    pub(super) fn follow_field(&self, index: usize) -> bool {
        self.0.iter().any(|(_, last)| *last == index)
    }

    /// Returns code that checks the rules which need no field after the one with an index.
    pub(super) fn checks_after(&self, index: usize, declaration: &Declaration) -> TokenStream {
        let asserts = declaration.asserts();
        let ready = self.0.iter().filter(|(_, last)| *last == index);
        let checks = ready.filter_map(|(number, _)| {
            let assert = asserts.get(*number)?;
            let check = assertion_check(declaration, assert, *number);
            let number = Literal::usize_unsuffixed(*number);
            Some(quote!(__early.hold(__d, #number, |__d| { #check });))
        });
        only_if_watched(&quote!(#(#checks)*))
    }

    /// Returns code that reads a structure, and reports the early rules if a field cannot be read.
    pub(super) fn around_read(&self, read: TokenStream) -> TokenStream {
        if self.is_empty() {
            return read;
        }
        quote! {
            let mut __early = rt::EarlyFindings::default();
            let __read = (|| -> rt::Result<Self> { #read })();
            match __read {
                Err(__error) => Err(__early.report_before(__d, __error)),
                __read => __read,
            }
        }
    }
}
