use super::{List, Text};

/// An expression over fields that were read before: data, not code, so that generated code and the
/// interpreter cannot differ. Integers are 128 bits wide and every operation is checked; a comparison
/// yields 0 or 1.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Expr {
    /// A number.
    Int(i64),
    /// A named constant and its value.
    Const(Text, i64),
    /// A field, parameter or loop variable, then members of it: `header.section_count`.
    Path(List<Text>),
    /// Number of elements of an array field.
    Len(List<Text>),
    /// Sum of one member over all elements of an array field.
    Sum(List<Text>, Text),
    /// A member of the first element of an array field whose other member, named second, has the value of the operand;
    /// 0 when there is none.
    Find(List<Text>, Text, List<Expr>, Text),
    /// Bytes left in the enclosing space.
    Remaining,
    /// Size in bytes of the enclosing space.
    Size,
    /// Offset of the next byte in the enclosing space.
    Position,
    /// One operand.
    Unary(Unary, List<Expr>),
    /// Two operands.
    Binary(Binary, List<Expr>),
    /// Condition, value when it holds, value when not.
    If(List<Expr>),
}

impl Expr {
    /// Whether the value depends on the bytes around, which a writer does not have.
    #[must_use]
    pub fn needs_space(&self) -> bool {
        self.parts().iter().any(|expr| matches!(expr, Self::Remaining | Self::Size | Self::Position))
    }

    /// Whether the value depends on how many elements arrays have, or on the sum of a member over them.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.parts().iter().any(|expr| matches!(expr, Self::Len(_) | Self::Sum(..)))
    }

    /// Names of the fields, parameters and loop variables that it looks at.
    #[must_use]
    pub fn fields(&self) -> Vec<&Text> {
        let named = self.parts().into_iter().filter_map(|expr| match expr {
            Self::Path(path) | Self::Len(path) | Self::Sum(path, _) | Self::Find(path, ..) => path.first(),
            _ => None,
        });
        named.collect()
    }

    /// The expression, and all inside of it.
    #[must_use]
    pub fn parts(&self) -> Vec<&Self> {
        let (mut parts, mut open) = (Vec::new(), vec![self]);
        while let Some(expr) = open.pop() {
            parts.push(expr);
            match expr {
                Self::Unary(_, operands)
                | Self::Binary(_, operands)
                | Self::If(operands)
                | Self::Find(_, _, operands, _) => open.extend(operands.iter()),
                _ => {}
            }
        }
        parts
    }
}

/// An operation on one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Unary {
    /// 1 for 0, else 0.
    Not,
    /// Negation.
    Neg,
}

/// An operation on two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Binary {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`, rounded towards zero; division by zero is an error.
    Div,
    /// `a % b`; division by zero is an error.
    Rem,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a << b`
    Shl,
    /// `a >> b`
    Shr,
    /// `a == b`
    Eq,
    /// `a != b`
    Ne,
    /// `a < b`
    Lt,
    /// `a <= b`
    Le,
    /// `a > b`
    Gt,
    /// `a >= b`
    Ge,
    /// Both non-zero.
    Both,
    /// At least one non-zero.
    Either,
}

impl Binary {
    /// The operator as it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::Both => "&&",
            Self::Either => "||",
        }
    }

    /// The result, or none when it does not fit or is not defined.
    #[must_use]
    pub fn apply(self, a: i128, b: i128) -> Option<i128> {
        Some(match self {
            Self::Add => return a.checked_add(b),
            Self::Sub => return a.checked_sub(b),
            Self::Mul => return a.checked_mul(b),
            Self::Div => return a.checked_div(b),
            Self::Rem => return a.checked_rem(b),
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
            // A shift that loses bits is an overflow like any other.
            Self::Shl => {
                let shifted = a.checked_shl(u32::try_from(b).ok()?)?;
                return (shifted.checked_shr(u32::try_from(b).ok()?)? == a).then_some(shifted);
            }
            Self::Shr => return a.checked_shr(u32::try_from(b).ok()?),
            Self::Eq => i128::from(a == b),
            Self::Ne => i128::from(a != b),
            Self::Lt => i128::from(a < b),
            Self::Le => i128::from(a <= b),
            Self::Gt => i128::from(a > b),
            Self::Ge => i128::from(a >= b),
            Self::Both => i128::from(a != 0 && b != 0),
            Self::Either => i128::from(a != 0 || b != 0),
        })
    }
}

impl std::fmt::Display for Expr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Const(name, _) => f.write_str(name),
            Self::Path(path) => f.write_str(&path.join(".")),
            Self::Len(path) => write!(f, "len({})", path.join(".")),
            Self::Sum(path, member) => write!(f, "sum({}.{member})", path.join(".")),
            Self::Find(path, key, operands, member) => {
                let path = path.join(".");
                operands
                    .iter()
                    .try_for_each(|wanted| write!(f, "find({path}.{key} == {}, {path}.{member})", Operand(wanted)))
            }
            Self::Remaining => f.write_str("remaining"),
            Self::Size => f.write_str("size"),
            Self::Position => f.write_str("position"),
            Self::Unary(op, operands) => {
                let symbol = match op {
                    Unary::Not => "!",
                    Unary::Neg => "-",
                };
                operands.iter().try_for_each(|operand| write!(f, "{symbol}{}", Operand(operand)))
            }
            Self::Binary(op, operands) => {
                if let [a, b] = &**operands {
                    write!(f, "{} {} {}", Operand(a), op.symbol(), Operand(b))?;
                }
                Ok(())
            }
            Self::If(operands) => {
                if let [condition, yes, no] = &**operands {
                    write!(f, "if {condition} {{ {yes} }} else {{ {no} }}")?;
                }
                Ok(())
            }
        }
    }
}

/// An operand, in parentheses where it is compound.
struct Operand<'a>(&'a Expr);

impl std::fmt::Display for Operand<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            compound @ (Expr::Binary(..) | Expr::If(_)) => write!(f, "({compound})"),
            simple => write!(f, "{simple}"),
        }
    }
}
