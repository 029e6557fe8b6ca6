use super::{ArrayRef, Kind, ObjectRef, Problem, Scalar, ValueRef};
use bpx_schema::codec::CText;

/// The error for a value that has another type than expected, or does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {}", found.name())]
#[non_exhaustive]
pub struct KindError {
    /// The expected type.
    pub expected: &'static str,
    /// The actual type.
    pub found: Kind,
}

macro_rules! reads {
    ($($ty:ty, $expected:literal, $read:expr;)*) => {$(
        impl<'a> TryFrom<ValueRef<'a>> for $ty {
            type Error = KindError;

            fn try_from(value: ValueRef<'a>) -> Result<Self, KindError> {
                let read: fn(ValueRef<'a>) -> Option<Self> = $read;
                read(value).ok_or(KindError { expected: $expected, found: value.kind() })
            }
        }
    )*};
}
reads! {
    bool, "a truth value", ValueRef::as_bool;
    u8, "an integer from 0 to 255", |value| value.as_int()?.try_into().ok();
    u16, "an integer from 0 to 2^16-1", |value| value.as_int()?.try_into().ok();
    u32, "an integer from 0 to 2^32-1", |value| value.as_int()?.try_into().ok();
    u64, "an integer from 0 to 2^64-1", ValueRef::as_u64;
    i8, "an integer from -128 to 127", |value| value.as_int()?.try_into().ok();
    i16, "an integer from -2^15 to 2^15-1", |value| value.as_int()?.try_into().ok();
    i32, "an integer from -2^31 to 2^31-1", |value| value.as_int()?.try_into().ok();
    i64, "an integer from -2^63 to 2^63-1", ValueRef::as_i64;
    f32, "a float of 4 bytes", ValueRef::as_f32;
    f64, "a float", ValueRef::as_f64;
    &'a str, "a text in UTF-8", ValueRef::as_str;
    String, "a text in UTF-8", |value| value.as_str().map(str::to_owned);
    &'a CText, "a text", ValueRef::as_text;
    ObjectRef<'a>, "an object", ValueRef::as_object;
    ArrayRef<'a>, "an array", ValueRef::as_array;
}

/// A type that can be the value of a property or an element.
pub trait IntoScalar {
    /// Returns the value as a scalar.
    ///
    /// # Errors
    /// Returns an error when a text contains a NUL, because a reader would cut the text there.
    fn into_scalar(self) -> Result<Scalar, Problem>;
}

macro_rules! writes {
    ($($ty:ty, $case:ident;)*) => {$(
        impl IntoScalar for $ty {
            fn into_scalar(self) -> Result<Scalar, Problem> {
                Ok(Scalar::$case(self.into()))
            }
        }
    )*};
}
writes! {
    bool, Bool;
    u8, UInt8;
    u16, UInt16;
    u32, UInt32;
    u64, UInt64;
    i8, Int8;
    i16, Int16;
    i32, Int32;
    i64, Int64;
    f32, Float;
    f64, Double;
    CText, String;
}

impl IntoScalar for &str {
    fn into_scalar(self) -> Result<Scalar, Problem> {
        CText::new(self).map(Scalar::String).ok_or(Problem::Nul)
    }
}

impl IntoScalar for String {
    fn into_scalar(self) -> Result<Scalar, Problem> {
        CText::new(self).map(Scalar::String).ok_or(Problem::Nul)
    }
}

impl IntoScalar for &String {
    fn into_scalar(self) -> Result<Scalar, Problem> {
        self.as_str().into_scalar()
    }
}

impl IntoScalar for Scalar {
    fn into_scalar(self) -> Result<Scalar, Problem> {
        Ok(self)
    }
}

/// Converts `None` to null.
impl<T: IntoScalar> IntoScalar for Option<T> {
    fn into_scalar(self) -> Result<Scalar, Problem> {
        self.map_or(Ok(Scalar::Null), T::into_scalar)
    }
}

/// Null.
impl IntoScalar for () {
    fn into_scalar(self) -> Result<Scalar, Problem> {
        Ok(Scalar::Null)
    }
}
