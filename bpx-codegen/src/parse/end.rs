//! Reads `until`, `until_excluding` and `until_bytes`: the end of a list without a count.

use super::expr::ExprTree;
use super::values::{parse_tree, parse_value};
use bpx_model::{Binary, Expr, Length};
use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Error, Ident, LitByteStr, Result};

/// The end of a list, with its span in the source.
pub(crate) struct EndAttr {
    pub(crate) span: Span,
    pub(crate) end: ListEnd,
}

/// The ways to end a list without a count.
pub(crate) enum ListEnd {
    /// The list ends after the first element for which the condition holds.
    Until(ExprTree),
    /// The list ends before the first element for which the condition holds. That element is not part of the list.
    Excluding(ExprTree),
    /// The list ends before these bytes.
    Bytes(Vec<u8>),
}

impl EndAttr {
    pub(super) fn read(key: &Ident, input: ParseStream<'_>) -> Result<Self> {
        let end = match key.to_string().as_str() {
            "until" => ListEnd::Until(parse_tree(input)?),
            "until_excluding" => ListEnd::Excluding(parse_tree(input)?),
            _ => {
                let bytes = parse_value::<LitByteStr>(input)?;
                if bytes.value().is_empty() {
                    return Err(Error::new_spanned(bytes, "expected at least one byte in a terminator, found none"));
                }
                ListEnd::Bytes(bytes.value())
            }
        };
        Ok(Self { span: key.span(), end })
    }

    /// Returns the condition that the last element fulfils, if the list has such a condition.
    pub(crate) fn condition(&self) -> Option<&ExprTree> {
        match &self.end {
            ListEnd::Until(tree) => Some(tree),
            ListEnd::Excluding(_) | ListEnd::Bytes(_) => None,
        }
    }

    /// Returns the bytes after the last element, for numbers of `size` bytes in a byte order; `None` if the declaration
    /// does not determine the bytes.
    pub(crate) fn terminator(&self, size: Option<usize>, big: bool) -> Option<Vec<u8>> {
        match &self.end {
            ListEnd::Until(_) => None,
            ListEnd::Bytes(bytes) => Some(bytes.clone()),
            ListEnd::Excluding(tree) => {
                let size = size?;
                let number = compared_constant(tree)?;
                let (high, bits) =
                    (1_i128.checked_shl(u32::try_from(size).ok()?.checked_mul(8)?)?, number.to_le_bytes());
                if number >= high || number < high.checked_div(-2)? {
                    return None;
                }
                let mut bytes = bits.get(..size)?.to_vec();
                if big {
                    bytes.reverse();
                }
                Some(bytes)
            }
        }
    }
}

/// Returns the constant to which an element is compared, such as 0 in `entry == 0`.
fn compared_constant(tree: &ExprTree) -> Option<i128> {
    let Expr::Binary(Binary::Eq, operands) = tree.expr() else { return None };
    let [Expr::Path(path), value] = &**operands else { return None };
    let is_entry = matches!(&**path, [entry] if *entry == *Length::ENTRY);
    match value {
        _ if !is_entry => None,
        Expr::Int(value) => Some(i128::from(*value)),
        Expr::Unary(bpx_model::Unary::Neg, operands) => match &**operands {
            [Expr::Int(value)] => i128::from(*value).checked_neg(),
            _ => None,
        },
        _ => None,
    }
}
