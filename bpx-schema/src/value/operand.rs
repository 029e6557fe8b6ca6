use crate::schema::{ComputedValue, shift_left, shift_right, whole_of_bytes, whole_of_float};

/// A value that an expression can use.
#[diagnostic::on_unimplemented(
    message = "expected a number, a text or a byte string in an expression, found `{Self}`",
    label = "an expression cannot use this value",
    note = "give a number that may be absent an alternative, `#[br(if(condition, 0))]`, instead of the type `Option`"
)]
pub trait Operand {
    /// `i128`, `f64` or [`ExprBytes`].
    type Value<'a>
    where
        Self: 'a;

    /// Returns the value as a number, or as bytes.
    fn operand(&self) -> Self::Value<'_>;
}

/// A text or a byte string in an expression. An expression can only compare such a value, or convert it by `int(x)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExprBytes<'a>(pub &'a [u8]);

impl<'a> From<ExprBytes<'a>> for ComputedValue<'a> {
    fn from(ExprBytes(bytes): ExprBytes<'a>) -> Self {
        Self::Bytes(bytes.into())
    }
}

macro_rules! operands {
    ($wide:ty: $($ty:ty),*) => {$(
        impl Operand for $ty {
            type Value<'a> = $wide;

            #[inline]
            fn operand(&self) -> $wide {
                <$wide>::from(*self)
            }
        }
    )*};
}

operands!(i128: u8, u16, u32, u64, i8, i16, i32, i64, i128);
operands!(f64: f32, f64);

macro_rules! byte_strings {
    ($([$($param:tt)*] $ty:ty: $bytes:ident),*) => {$(
        impl$($param)* Operand for $ty {
            type Value<'a> = ExprBytes<'a>;

            #[inline]
            fn operand(&self) -> ExprBytes<'_> {
                ExprBytes(self.$bytes())
            }
        }
    )*};
}

byte_strings!([<const N: usize>] [u8; N]: as_slice, [<const N: usize>] crate::codec::Tag<N>: as_ref, [] [u8]: as_ref,
    [] str: as_bytes, [] Vec<u8>: as_slice, [] crate::codec::CText: as_bytes, [] crate::codec::CText16: as_bytes);

impl<T: Operand + ToOwned + ?Sized> Operand for std::borrow::Cow<'_, T> {
    type Value<'a>
        = T::Value<'a>
    where
        Self: 'a;

    #[inline]
    fn operand(&self) -> Self::Value<'_> {
        (**self).operand()
    }
}

impl<T: Operand + ?Sized> Operand for &T {
    type Value<'a>
        = T::Value<'a>
    where
        Self: 'a;

    #[inline]
    fn operand(&self) -> Self::Value<'_> {
        (**self).operand()
    }
}

impl<T, F> Operand for crate::codec::Varint<T, F>
where
    T: Copy + Into<i128>,
    F: crate::codec::VarintCoding,
{
    type Value<'a>
        = i128
    where
        Self: 'a;

    #[inline]
    fn operand(&self) -> i128 {
        self.value().into()
    }
}

impl<T, const N: usize> Operand for crate::codec::NarrowInt<T, N>
where
    T: Copy + Into<i128>,
{
    type Value<'a>
        = i128
    where
        Self: 'a;

    #[inline]
    fn operand(&self) -> i128 {
        self.value().into()
    }
}

impl<const N: usize, D, F> Operand for crate::codec::Digits<N, D, F>
where
    D: crate::codec::DigitCoding,
    F: crate::codec::DigitFilling,
{
    type Value<'a>
        = i128
    where
        Self: 'a;

    #[inline]
    fn operand(&self) -> i128 {
        (*self).into()
    }
}

impl<T: Copy + Into<i128>, const F: u32> Operand for crate::codec::FixedPoint<T, F> {
    type Value<'a>
        = f64
    where
        Self: 'a;

    #[inline]
    fn operand(&self) -> f64 {
        self.value()
    }
}

impl Operand for crate::codec::F16 {
    type Value<'a> = f64;

    #[inline]
    fn operand(&self) -> f64 {
        f64::from(self.value())
    }
}

/// A number in an expression. An operation whose result is undefined or does not fit returns `None`.
pub trait ExprNumber: Sized {
    /// Returns `a + b`
    fn add(self, other: Self) -> Option<Self>;
    /// Returns `a - b`
    fn sub(self, other: Self) -> Option<Self>;
    /// Returns `a * b`
    fn mul(self, other: Self) -> Option<Self>;
    /// Returns `a / b`
    fn div(self, other: Self) -> Option<Self>;
    /// Returns `-a`
    fn neg(self) -> Option<Self>;
}

impl ExprNumber for i128 {
    #[inline]
    fn add(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }

    #[inline]
    fn sub(self, other: Self) -> Option<Self> {
        self.checked_sub(other)
    }

    #[inline]
    fn mul(self, other: Self) -> Option<Self> {
        self.checked_mul(other)
    }

    #[inline]
    fn div(self, other: Self) -> Option<Self> {
        self.checked_div(other)
    }

    #[inline]
    fn neg(self) -> Option<Self> {
        self.checked_neg()
    }
}

impl ExprNumber for f64 {
    #[inline]
    fn add(self, other: Self) -> Option<Self> {
        Some(self + other)
    }

    #[inline]
    fn sub(self, other: Self) -> Option<Self> {
        Some(self - other)
    }

    #[inline]
    fn mul(self, other: Self) -> Option<Self> {
        Some(self * other)
    }

    #[inline]
    fn div(self, other: Self) -> Option<Self> {
        Some(self / other)
    }

    #[inline]
    fn neg(self) -> Option<Self> {
        Some(-self)
    }
}

/// A value that `int(x)` converts to a whole number.
#[diagnostic::on_unimplemented(
    message = "expected a float, a truth value, a text or bytes in `int(x)`, found `{Self}`"
)]
pub trait ToWhole {
    /// Returns the whole number, or `None` when the value is not a whole number or does not fit.
    fn to_whole(self) -> Option<i128>;
}

impl ToWhole for f64 {
    #[inline]
    fn to_whole(self) -> Option<i128> {
        whole_of_float(self)
    }
}

impl ToWhole for ExprBytes<'_> {
    #[inline]
    fn to_whole(self) -> Option<i128> {
        whole_of_bytes(self.0)
    }
}

impl ToWhole for bool {
    #[inline]
    fn to_whole(self) -> Option<i128> {
        Some(i128::from(self))
    }
}

/// Defines the functions that the generated code of expressions calls, one function for each operation.
#[allow(unreachable_pub)]
pub(crate) mod functions {
    use super::{ExprBytes, ExprNumber, Operand, ToWhole};

    /// Returns the value of a field or a parameter.
    #[inline]
    pub fn value<T: Operand + ?Sized>(value: &T) -> T::Value<'_> {
        value.operand()
    }

    /// Returns a text or a byte string that is written in the expression.
    #[inline]
    #[must_use]
    pub fn bytes(literal: &[u8]) -> ExprBytes<'_> {
        ExprBytes(literal)
    }

    /// Returns `a + b`
    #[inline]
    pub fn add<T: ExprNumber>(a: T, b: T) -> Option<T> {
        a.add(b)
    }

    /// Returns `a - b`
    #[inline]
    pub fn sub<T: ExprNumber>(a: T, b: T) -> Option<T> {
        a.sub(b)
    }

    /// Returns `a * b`
    #[inline]
    pub fn mul<T: ExprNumber>(a: T, b: T) -> Option<T> {
        a.mul(b)
    }

    /// Returns `a / b`
    #[inline]
    pub fn div<T: ExprNumber>(a: T, b: T) -> Option<T> {
        a.div(b)
    }

    /// Returns `-a`
    #[inline]
    pub fn neg<T: ExprNumber>(a: T) -> Option<T> {
        a.neg()
    }

    /// Returns `a % b`
    #[inline]
    #[must_use]
    pub fn rem(a: i128, b: i128) -> Option<i128> {
        a.checked_rem(b)
    }

    /// Returns `a << b`
    #[inline]
    #[must_use]
    pub fn shl(a: i128, b: i128) -> Option<i128> {
        super::shift_left(a, b)
    }

    /// Returns `a >> b`
    #[inline]
    #[must_use]
    pub fn shr(a: i128, b: i128) -> Option<i128> {
        super::shift_right(a, b)
    }

    /// Returns `float(a)`
    #[inline]
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn float(a: i128) -> f64 {
        a as f64
    }

    /// Returns `int(a)`
    #[inline]
    pub fn int(a: impl ToWhole) -> Option<i128> {
        a.to_whole()
    }

    /// Returns `count(array, ..)` or `sum(array, ..)`: the sum of an expression over the elements, where true counts as
    /// 1.
    #[inline]
    pub fn sum_elements<'a, T, N: Into<i128>>(
        elements: impl IntoIterator<Item = &'a T>,
        of_each: impl Fn(&'a T) -> Option<N>,
    ) -> Option<i128>
    where
        T: 'a,
    {
        elements.into_iter().try_fold(0_i128, |sum, one| sum.checked_add(of_each(one)?.into()))
    }

    /// Returns `joined(array, ..)`, which is the bytes of each element, or `None` when an element has no value.
    #[inline]
    pub fn bytes_of_elements<'a, T: 'a>(
        elements: impl IntoIterator<Item = &'a T>,
        of_each: impl Fn(&'a T) -> Option<ExprBytes<'a>>,
    ) -> Option<Vec<&'a [u8]>> {
        elements.into_iter().map(|one| of_each(one).map(|ExprBytes(bytes)| bytes)).collect()
    }

    /// Returns a whole number as the index of an element, or `None` if the number is not a valid index.
    #[inline]
    #[must_use]
    pub fn index(a: i128) -> Option<usize> {
        usize::try_from(a).ok()
    }
}
