//! Checks structs of bits, whose fields fill whole bytes.

use super::assertions;
use super::declaration::Declaration;
use super::field::Field;
use super::item::require_names;
use super::names::check_names;
use super::order::ByteOrder;
use super::rules::field_rules;
use super::scope::{ExprScope, NameKind};
use crate::parse::{Attrs, Errors, WrittenStruct, is_bitfield_attribute};
use bpx_model::ExprKind;
use syn::{Error, Result};

/// Maximum number of bits of a struct, which is the largest number of whole bytes whose bits a `u16` can count.
const MOST: u32 = 0xfff8;

/// Checks a struct of bits.
pub(crate) fn check_bits(written: WrittenStruct<'_>) -> Result<Declaration> {
    let WrittenStruct { item, attrs, fields: members } = written;
    let mut errors = Errors::default();
    let attrs = errors.note_error(attrs).unwrap_or_else(Attrs::unread_placeholder);
    for marker in item.attrs.iter().filter(|attribute| is_bitfield_attribute(attribute)) {
        if !matches!(marker.meta, syn::Meta::Path(_)) {
            let message = "`#[bitfield]` takes no arguments here; state the number of bits with `#[schema(bits = 16)]`";
            errors.add(Error::new_spanned(&marker.meta, message));
        }
    }
    errors.note_error(require_names(item, "bit fields"));
    let mut fields = Vec::new();
    for member in members {
        let Some(member) = errors.note_error(member) else { continue };
        let mut field = Field::new(member, ByteOrder::default());
        // `errors` fails the declaration, so that the missing rules do not matter.
        field.rules = errors.note_error(field_rules(&field, false)).unwrap_or_default();
        fields.push(field);
    }
    let declaration = Declaration { name: attrs.schema_name(&item.ident), attrs, fields };
    check_names(&declaration, &mut errors);
    let mut scope = ExprScope::with_params(&[]);
    declaration.fields.iter().for_each(|field| scope.add(&field.name, NameKind::Value(ExprKind::Int)));
    assertions::check_assertions(&declaration, &scope, &mut errors);
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
