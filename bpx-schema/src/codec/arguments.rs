//! The values of a structure's parameters.

/// The values of a structure's parameters, whole numbers in the order in which the structure declares the parameters.
///
/// `#[structure]` generates a type `NameArgs` with a typed member for each parameter, which converts to these values:
/// `ContentArgs { file, section }.into()`. A structure without parameters takes `[]`.
pub trait Arguments: AsRef<[i128]> + for<'a> TryFrom<&'a [i128]> + Copy {
    /// Number of parameters.
    const COUNT: usize;

    /// Converts the values that a declaration passes. The generated code asserts at compile time that there is a value
    /// for each parameter.
    #[doc(hidden)]
    fn from_values<const N: usize>(values: [i128; N]) -> Self;
}

impl<const COUNT: usize> Arguments for [i128; COUNT] {
    const COUNT: usize = COUNT;

    #[inline(always)]
    fn from_values<const N: usize>(values: [i128; N]) -> Self {
        let mut own = [0; COUNT];
        own.iter_mut().zip(values).for_each(|(own, value)| *own = value);
        own
    }
}

/// Returns the empty list of values for a structure without parameters. For other structures, the code does not
/// compile.
pub(super) fn no_values<A: Arguments>() -> A {
    const {
        assert!(A::COUNT == 0, "use `decode` and `encode`, which take the values of the parameters");
    }
    A::from_values([])
}
