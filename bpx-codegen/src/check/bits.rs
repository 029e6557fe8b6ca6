//! Checks structs of bits, whose fields fill whole bytes.

use super::assertions;
use super::declaration::Declaration;
use super::field::Field;
use super::item::require_names;
use super::names::names;
use super::order::Order;
use super::rules::rules;
use super::scope::{Known, Scope};
use crate::parse::{Attrs, Errors, Struct, is_bitfield_attribute};
use bpx_model::Kind;
use syn::{Error, Result};

/// Maximum number of bits of a struct, which is the largest number of whole bytes whose bits a `u16` can count.
const MOST: u32 = 0xfff8;

/// Checks a struct of bits.
pub(crate) fn bits(written: Struct<'_>) -> Result<Declaration> {
    let Struct { item, attrs, fields: members } = written;
    let mut errors = Errors::default();
    let attrs = errors.take(attrs).unwrap_or_else(Attrs::unread);
    for marker in item.attrs.iter().filter(|attribute| is_bitfield_attribute(attribute)) {
        if !matches!(marker.meta, syn::Meta::Path(_)) {
            let message = "`#[bitfield]` takes no arguments here; state the number of bits with `#[schema(bits = 16)]`";
            errors.add(Error::new_spanned(&marker.meta, message));
        }
    }
    errors.take(require_names(item, "bit fields"));
    let mut fields = Vec::new();
    for member in members {
        let Some(member) = errors.take(member) else { continue };
        let mut field = Field::new(member, Order::default());
        field.rules = errors.take(rules(&field, false)).unwrap_or_default();
        fields.push(field);
    }
    let declaration = Declaration { name: attrs.called(&item.ident), attrs, fields };
    names(&declaration, &mut errors);
    let mut scope = Scope::with_params(&[]);
    declaration.fields.iter().for_each(|field| scope.add(&field.name, Known::Value(Kind::Int)));
    assertions::check(&declaration, &scope, &mut errors);
    errors.finish()?;
    let total = declaration.fields.iter().filter_map(|field| field.bits.map(u32::from)).sum::<u32>();
    if total > MOST {
        let message = format!("expected fields of at most {MOST} bits, found {total} bits");
        return Err(Error::new_spanned(&item.ident, message));
    }
    let wanted = declaration.attrs.bits.map_or(total, u32::from);
    if total % 8 != 0 || total != wanted {
        let whole = total.next_multiple_of(8).max(wanted);
        return Err(Error::new_spanned(
            &item.ident,
            format!(
                "expected fields of {whole} bits, found {total} bits: declare the rest, `#[schema(reserved)] reserved: B{}`",
                whole - total
            ),
        ));
    }
    Ok(declaration)
}
