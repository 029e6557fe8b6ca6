use super::{ComputedValue, ExprKind};

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
    /// `int(a)`, the whole number of a float without a fraction or of at most 8 bytes of text or bytes; 1 for true, and
    /// 0 for false.
    Int,
}

impl Unary {
    /// All operations on one operand.
    pub const ALL: [Self; 4] = [Self::Not, Self::Neg, Self::Float, Self::Int];

    /// Returns the result, or `None` when the result does not fit, or when the operand has another type.
    #[must_use]
    pub fn apply(self, operand: &ComputedValue<'_>) -> Option<ComputedValue<'static>> {
        match (self, operand) {
            (Self::Not, ComputedValue::Bool(value)) => Some(ComputedValue::Bool(!value)),
            (Self::Neg, ComputedValue::Int(value)) => value.checked_neg().map(ComputedValue::Int),
            (Self::Neg, ComputedValue::Float(value)) => Some(ComputedValue::Float(-value)),
            #[allow(clippy::cast_precision_loss)]
            (Self::Float, ComputedValue::Int(value)) => Some(ComputedValue::Float(*value as f64)),
            (Self::Int, ComputedValue::Float(value)) => whole_of_float(*value).map(ComputedValue::Int),
            (Self::Int, ComputedValue::Text(bytes) | ComputedValue::Bytes(bytes)) => {
                whole_of_bytes(bytes).map(ComputedValue::Int)
            }
            (Self::Int, ComputedValue::Bool(value)) => Some(ComputedValue::Int(i128::from(*value))),
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
    /// All computations over the elements of an array.
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
    pub fn operand_kind(self) -> ExprKind {
        match self {
            Self::Count => ExprKind::Bool,
            Self::Sum => ExprKind::Int,
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
    /// `a / b`. The quotient of whole numbers is rounded towards zero. The division of a whole number by zero is an
    /// error.
    Div,
    /// `a % b`, for whole numbers. The result has the sign of `a`. The division by zero is an error.
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
    /// `a && b`, which computes `b` only if `a` is true.
    Both,
    /// `a || b`, which computes `b` only if `a` is false.
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

    /// Returns whether the operands are truth values, and the second operand is computed only if it is needed.
    #[must_use]
    pub fn joins_truths(self) -> bool {
        matches!(self, Self::Both | Self::Either)
    }

    /// Returns whether the operator compares two operands of the same type, so that the result is a truth value.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// Returns the result, or `None` when the result does not fit or is not defined, or when the operands have other
    /// types.
    #[must_use]
    pub fn apply(self, a: &ComputedValue<'_>, b: &ComputedValue<'_>) -> Option<ComputedValue<'static>> {
        if self.is_comparison() {
            return a.compare(b).map(|order| ComputedValue::Bool(self.accepts_order(order)));
        }
        match (a, b) {
            (ComputedValue::Int(a), ComputedValue::Int(b)) => self.of_integers(*a, *b).map(ComputedValue::Int),
            (ComputedValue::Float(a), ComputedValue::Float(b)) => self.of_floats(*a, *b).map(ComputedValue::Float),
            (ComputedValue::Bool(a), ComputedValue::Bool(b)) => match self {
                Self::Both => Some(ComputedValue::Bool(*a && *b)),
                Self::Either => Some(ComputedValue::Bool(*a || *b)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the result of an operation on whole numbers.
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

    /// Returns the result of an operation on floats.
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

    /// Returns whether a comparison holds for two operands with this order. NaN has no order, and is unequal to all
    /// numbers.
    fn accepts_order(self, order: Option<std::cmp::Ordering>) -> bool {
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

/// Returns `a << b`, or `None` if bits are lost, which counts as an overflow, or if `b` is not from 0 to 127.
#[must_use]
#[inline]
pub fn shift_left(a: i128, b: i128) -> Option<i128> {
    let by = u32::try_from(b).ok()?;
    let shifted = a.checked_shl(by)?;
    (shifted.checked_shr(by)? == a).then_some(shifted)
}

/// Returns `a >> b` with the sign of `a`, or `None` if `b` is not from 0 to 127.
#[must_use]
#[inline]
pub fn shift_right(a: i128, b: i128) -> Option<i128> {
    a.checked_shr(u32::try_from(b).ok()?)
}

/// Returns the whole number of at most 8 bytes, with the most significant byte first, or `None` if there are more than
/// 8 bytes.
#[must_use]
pub fn whole_of_bytes(bytes: &[u8]) -> Option<i128> {
    (bytes.len() <= 8).then(|| bytes.iter().fold(0, |number, byte| number << 8 | i128::from(*byte)))
}

/// Returns a float as a whole number; `None` for a float with a fraction, NaN, infinity, and a number that does not fit
/// into 128 bits.
#[must_use]
#[inline]
pub fn whole_of_float(value: f64) -> Option<i128> {
    /// The smallest float above all whole numbers of 128 bits with a sign.
    const END: f64 = -(i128::MIN as f64);
    #[allow(clippy::cast_possible_truncation)]
    (value.trunc() == value && (-END..END).contains(&value)).then_some(value as i128)
}
