//! Values of the parameters of a structure.

/// Values of the parameters of a structure, in the order in which it declares them: one whole number each.
///
/// `#[structure]` generates a type `NameArgs` with a typed member for each parameter, which converts to these values:
/// `ContentArgs { file, section }.into()`. A structure without parameters takes `[]`.
pub trait Arguments: AsRef<[i128]> + for<'a> TryFrom<&'a [i128]> + Copy {
    /// Number of parameters.
    const COUNT: usize;

    /// Returns the values that a declaration passes; as many as there are parameters, which the generated code asserts
    /// at compile time.
    #[doc(hidden)]
    fn of<const N: usize>(values: [i128; N]) -> Self;
}

impl<const COUNT: usize> Arguments for [i128; COUNT] {
    const COUNT: usize = COUNT;

    #[inline(always)]
    fn of<const N: usize>(values: [i128; N]) -> Self {
        let mut own = [0; COUNT];
        own.iter_mut().zip(values).for_each(|(own, value)| *own = value);
        own
    }
}

/// Returns the values of a structure without parameters; the compiler rejects any other.
pub(super) fn no_values<A: Arguments>() -> A {
    const {
        assert!(A::COUNT == 0, "use `decode` and `encode`, which take the values of the parameters");
    }
    A::of([])
}
