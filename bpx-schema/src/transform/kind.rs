use super::{DecodeStream, EncodeStream, StreamError, StreamLimits, Transform};
use crate::schema::Algorithm;
use std::sync::Arc;

/// A type that implements [`Transform`], as a value. The value is as large as one pointer, because each region holds a
/// value.
#[derive(Clone, Copy)]
pub struct TransformType(&'static TransformFacts);

struct TransformFacts {
    name: &'static str,
    make: fn() -> Arc<dyn DynTransform>,
}

impl TransformType {
    /// Returns the type as a value.
    #[must_use]
    pub const fn of<T: Transform>() -> Self {
        Self(const { &TransformFacts { name: T::NAME, make: || Arc::new(T::default()) } })
    }

    /// Returns the algorithm for a schema that names this transform and has its type.
    #[must_use]
    pub const fn algorithm(this: &'static Self) -> Algorithm {
        Algorithm::from_declaration(this.0.name, this)
    }

    /// Returns the stable name: [`Transform::NAME`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns whether the transform has the name of the type `T`.
    #[must_use]
    pub fn is<T: Transform>(self) -> bool {
        self.0.name == T::NAME
    }

    /// Returns the default value of the type.
    #[must_use]
    pub fn default_value(self) -> Arc<dyn DynTransform> {
        (self.0.make)()
    }
}

impl PartialEq for TransformType {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for TransformType {}

impl std::fmt::Debug for TransformType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TransformType({})", self.0.name)
    }
}

/// A [`Transform`] of unknown type. Every transform implements this trait.
pub trait DynTransform: Send + Sync {
    /// Returns [`Transform::NAME`].
    fn name(&self) -> &'static str;

    /// Like [`Transform::decoder`].
    ///
    /// # Errors
    /// Returns the errors of [`Transform::decoder`].
    fn begin_decoding(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError>;

    /// Like [`Transform::encoder`].
    ///
    /// # Errors
    /// Returns the errors of [`Transform::encoder`].
    fn begin_encoding(&self) -> Result<Box<dyn EncodeStream>, StreamError>;
}

impl<T: Transform> DynTransform for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn begin_decoding(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        self.decoder(content_size, limits)
    }

    fn begin_encoding(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        self.encoder()
    }
}
