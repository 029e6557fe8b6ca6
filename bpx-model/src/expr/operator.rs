use super::{Computed, Kind};

/// An operation on one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Unary {
    /// `!a` for a truth value.
    Not,
    /// `-a`
    Neg,
    /// `float(a)`: the float nearest to a whole number.
    Float,
    /// `int(a)`: the whole number of a float without a fraction, or 1 for true and 0 for false.
    Int,
}

impl Unary {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Not, Self::Neg, Self::Float, Self::Int];

    /// Returns the result, or `None` when the result does not fit, or the operand is of another type.
    #[must_use]
    pub fn apply(self, operand: &Computed<'_>) -> Option<Computed<'static>> {
        match (self, operand) {
            (Self::Not, Computed::Bool(value)) => Some(Computed::Bool(!value)),
            (Self::Neg, Computed::Int(value)) => value.checked_neg().map(Computed::Int),
            (Self::Neg, Computed::Float(value)) => Some(Computed::Float(-value)),
            #[allow(clippy::cast_precision_loss)]
            (Self::Float, Computed::Int(value)) => Some(Computed::Float(*value as f64)),
            (Self::Int, Computed::Float(value)) => whole(*value).map(Computed::Int),
            (Self::Int, Computed::Text(bytes) | Computed::Bytes(bytes)) => whole_of_bytes(bytes).map(Computed::Int),
            (Self::Int, Computed::Bool(value)) => Some(Computed::Int(i128::from(*value))),
            (Self::Not | Self::Neg | Self::Float | Self::Int, _) => None,
        }
    }
}

/// A computation over all elements of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Fold {
    /// `count(array, condition)`: the number of elements for which a condition holds.
    Count,
    /// `sum(array, value)`: the sum of a whole number from each element.
    Sum,
}

impl Fold {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Count, Self::Sum];

    /// Returns the name of the function.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Sum => "sum",
        }
    }

    /// Returns the type of the operand.
    #[must_use]
    pub fn operand(self) -> Kind {
        match self {
            Self::Count => Kind::Bool,
            Self::Sum => Kind::Int,
        }
    }
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
    /// `a / b`; whole numbers are rounded towards zero, and division by zero is an error.
    Div,
    /// `a % b` of whole numbers, with the sign of `a`; division by zero is an error.
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
    /// `a && b`; `b` is computed only when `a` is true.
    Both,
    /// `a || b`; `b` is computed only when `a` is false.
    Either,
}

impl Binary {
    /// Returns the symbol of the operator.
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

    /// Returns whether the operands are truth values, and the second is computed only if needed.
    #[must_use]
    pub fn joins_truths(self) -> bool {
        matches!(self, Self::Both | Self::Either)
    }

    /// Returns whether the operator compares: the operands are of one type, and the result is a truth value.
    #[must_use]
    pub fn compares(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// Returns whether the operator takes only whole numbers, and has a result for all of them.
    #[must_use]
    pub fn is_bitwise(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor)
    }

    /// Returns the result, or `None` when the result does not fit or is not defined, or the operands are of other
    /// types.
    #[must_use]
    pub fn apply(self, a: &Computed<'_>, b: &Computed<'_>) -> Option<Computed<'static>> {
        if self.compares() {
            return a.compare(b).map(|order| Computed::Bool(self.accepts(order)));
        }
        match (a, b) {
            (Computed::Int(a), Computed::Int(b)) => self.of_integers(*a, *b).map(Computed::Int),
            (Computed::Float(a), Computed::Float(b)) => self.of_floats(*a, *b).map(Computed::Float),
            (Computed::Bool(a), Computed::Bool(b)) => match self {
                Self::Both => Some(Computed::Bool(*a && *b)),
                Self::Either => Some(Computed::Bool(*a || *b)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the result of arithmetic on whole numbers.
    fn of_integers(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Sub => a.checked_sub(b),
            Self::Mul => a.checked_mul(b),
            Self::Div => a.checked_div(b),
            Self::Rem => a.checked_rem(b),
            Self::And => Some(a & b),
            Self::Or => Some(a | b),
            Self::Xor => Some(a ^ b),
            Self::Shl => shift_left(a, b),
            Self::Shr => shift_right(a, b),
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge | Self::Both | Self::Either => None,
        }
    }

    /// Returns the result of arithmetic on floats.
    fn of_floats(self, a: f64, b: f64) -> Option<f64> {
        match self {
            Self::Add => Some(a + b),
            Self::Sub => Some(a - b),
            Self::Mul => Some(a * b),
            Self::Div => Some(a / b),
            Self::Rem | Self::And | Self::Or | Self::Xor | Self::Shl | Self::Shr => None,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge | Self::Both | Self::Either => None,
        }
    }

    /// Returns whether a comparison holds for operands in this order; NaN has no order, and is unequal to all.
    fn accepts(self, order: Option<std::cmp::Ordering>) -> bool {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match self {
            Self::Eq => order == Some(Equal),
            Self::Ne => order != Some(Equal),
            Self::Lt => order == Some(Less),
            Self::Le => matches!(order, Some(Less | Equal)),
            Self::Gt => order == Some(Greater),
            Self::Ge => matches!(order, Some(Greater | Equal)),
            Self::Add
            | Self::Sub
            | Self::Mul
            | Self::Div
            | Self::Rem
            | Self::And
            | Self::Or
            | Self::Xor
            | Self::Shl
            | Self::Shr
            | Self::Both
            | Self::Either => false,
        }
    }
}

/// Returns `a << b`, or `None` if bits are lost, as in any other overflow, or if `b` is not between 0 and 127.
#[must_use]
#[inline]
pub fn shift_left(a: i128, b: i128) -> Option<i128> {
    let by = u32::try_from(b).ok()?;
    let shifted = a.checked_shl(by)?;
    (shifted.checked_shr(by)? == a).then_some(shifted)
}

/// Returns `a >> b`, which keeps the sign, or `None` if `b` is not between 0 and 127.
#[must_use]
#[inline]
pub fn shift_right(a: i128, b: i128) -> Option<i128> {
    a.checked_shr(u32::try_from(b).ok()?)
}

/// Returns the whole number in at most 8 bytes, most significant byte first, or `None` if there are more.
#[must_use]
pub fn whole_of_bytes(bytes: &[u8]) -> Option<i128> {
    (bytes.len() <= 8).then(|| bytes.iter().fold(0, |number, byte| number << 8 | i128::from(*byte)))
}

/// Returns the whole number of a float; `None` for a fraction, NaN, infinity, and numbers of more than 128 bits.
#[must_use]
#[inline]
pub fn whole(value: f64) -> Option<i128> {
    /// The smallest whole number that is too large.
    const END: f64 = -(i128::MIN as f64);
    #[allow(clippy::cast_possible_truncation)]
    (value.trunc() == value && (-END..END).contains(&value)).then_some(value as i128)
}
