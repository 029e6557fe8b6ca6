use super::{Expr, Unary};
use crate::Text;
use std::fmt::{Display, Formatter, Result};

/// Spells the parts of an expression that differ between languages.
pub trait Spelling {
    /// Returns the spelling of a field, a parameter, a loop variable or a member.
    fn spell_name(&self, name: &str) -> String;
    /// Returns the spelling of a named constant.
    fn spell_constant(&self, name: &str, value: i64) -> String;
    /// Returns the spelling of the number of elements of an array.
    fn spell_len(&self, array: &str) -> String;
}

/// The spelling of messages and schemas.
struct PlainSpelling;

impl Spelling for PlainSpelling {
    fn spell_name(&self, name: &str) -> String {
        name.to_owned()
    }

    fn spell_constant(&self, name: &str, _: i64) -> String {
        name.to_owned()
    }

    fn spell_len(&self, array: &str) -> String {
        format!("len({array})")
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.spell_with(&PlainSpelling))
    }
}

impl Expr {
    /// Returns the expression as a text.
    #[must_use]
    pub fn spell_with(&self, spelling: &dyn Spelling) -> String {
        let path = |path: &[Text]| path.iter().map(|name| spelling.spell_name(name)).collect::<Vec<_>>().join(".");
        let operand = |operand: &Self| operand.spelled_as_operand(spelling);
        match self {
            Self::Int(value) => value.to_string(),
            Self::Bool(value) => value.to_string(),
            Self::Float(value) => format!("{value:?}"),
            Self::Text(text) => format!("\"{}\"", text.escape_debug()),
            Self::Bytes(bytes) => format!("b\"{}\"", bytes.escape_ascii()),
            Self::Const(name, value) => spelling.spell_constant(name, *value),
            Self::Path(names) => path(names),
            Self::Element(array, operands, members) => {
                let index: String = operands.iter().map(|index| index.spell_with(spelling)).collect();
                let members: String =
                    members.iter().map(|member| format!(".{}", spelling.spell_name(member))).collect();
                format!("{}[{index}]{members}", path(array))
            }
            Self::Len(array) => spelling.spell_len(&path(array)),
            Self::Sum(array, member) => format!("sum({}.{})", path(array), spelling.spell_name(member)),
            Self::Find(array, key, operands, member) => {
                let (array, wanted) = (path(array), operands.iter().map(operand).collect::<String>());
                let (key, member) = (spelling.spell_name(key), spelling.spell_name(member));
                format!("find({array}.{key} == {wanted}, {array}.{member})")
            }
            Self::Fold(fold, array, operands) => {
                let of_each = operands.iter().map(|operand| operand.spell_with(spelling)).collect::<String>();
                format!("{}({}, {of_each})", fold.name(), path(array))
            }
            Self::Remaining => "remaining".to_owned(),
            Self::Size => "size".to_owned(),
            Self::Position => "position".to_owned(),
            Self::SizeOf(name) => format!("size_of({})", spell_measured(name, spelling)),
            Self::OffsetOf(name) => format!("offset_of({})", spell_measured(name, spelling)),
            Self::Unary(op, operands) => {
                let (inside, around) = match op {
                    Unary::Not => (false, "!"),
                    Unary::Neg => (false, "-"),
                    Unary::Float => (true, "float"),
                    Unary::Int => (true, "int"),
                };
                let inner: String = operands
                    .iter()
                    .map(|inner| if inside { format!("({})", inner.spell_with(spelling)) } else { operand(inner) })
                    .collect();
                format!("{around}{inner}")
            }
            // A schema with another number of operands is rejected, and the message shows the expression.
            Self::Binary(op, operands) => {
                operands.iter().map(operand).collect::<Vec<_>>().join(&format!(" {} ", op.symbol()))
            }
            Self::If(operands) => match &**operands {
                [condition, yes, no] => format!(
                    "if {} {{ {} }} else {{ {} }}",
                    condition.spell_with(spelling),
                    yes.spell_with(spelling),
                    no.spell_with(spelling)
                ),
                others => others.iter().map(operand).collect::<Vec<_>>().join(" "),
            },
        }
    }

    /// Returns the expression as a text, in parentheses if it is compound.
    fn spelled_as_operand(&self, spelling: &dyn Spelling) -> String {
        match self {
            Self::Binary(..) | Self::If(_) => format!("({})", self.spell_with(spelling)),
            _ => self.spell_with(spelling),
        }
    }
}

/// Returns the spelling of a field, or the word for the structure itself.
fn spell_measured(name: &str, spelling: &dyn Spelling) -> String {
    if name == Expr::SELF { name.to_owned() } else { spelling.spell_name(name) }
}
