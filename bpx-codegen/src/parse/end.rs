//! Reads `until`, `until_excluding` and `until_bytes`: the end of a list without a count.

use super::expr::Tree;
use super::values::{tree, value};
use bpx_model::{Binary, Expr, Length};
use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Error, Ident, LitByteStr, Result};

/// The end of a list, with its span in the source.
pub(crate) struct EndAttr {
    pub(crate) span: Span,
    pub(crate) end: End,
}

/// The ways to end a list without a count.
pub(crate) enum End {
    /// The list ends after the first element for which the condition holds.
    Until(Tree),
    /// The list ends before the first element for which the condition holds. That element is not part of the list.
    Excluding(Tree),
    /// The list ends before these bytes.
    Bytes(Vec<u8>),
}

impl EndAttr {
    pub(super) fn read(key: &Ident, input: ParseStream<'_>) -> Result<Self> {
        let end = match key.to_string().as_str() {
            "until" => End::Until(tree(input)?),
            "until_excluding" => End::Excluding(tree(input)?),
            _ => {
                let bytes = value::<LitByteStr>(input)?;
                if bytes.value().is_empty() {
                    return Err(Error::new_spanned(bytes, "expected at least one byte in a terminator, found none"));
                }
                End::Bytes(bytes.value())
            }
        };
        Ok(Self { span: key.span(), end })
    }

    /// Returns the condition that the last element fulfils, if the list has such a condition.
    pub(crate) fn condition(&self) -> Option<&Tree> {
        match &self.end {
            End::Until(tree) => Some(tree),
            End::Excluding(_) | End::Bytes(_) => None,
        }
    }

    /// Returns the bytes after the last element, for numbers of `size` bytes in a byte order; `None` if the declaration
    /// does not determine the bytes.
    pub(crate) fn terminator(&self, size: Option<usize>, big: bool) -> Option<Vec<u8>> {
        match &self.end {
            End::Until(_) => None,
            End::Bytes(bytes) => Some(bytes.clone()),
            End::Excluding(tree) => {
                let size = size?;
                let number = constant(tree)?;
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
fn constant(tree: &Tree) -> Option<i128> {
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
