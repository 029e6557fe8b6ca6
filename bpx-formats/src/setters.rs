//! Methods that set a field of options.

/// Writes a method for each line. A line states the documentation, the argument, and the field with its new value.
macro_rules! setters {
    ($($(#[$doc:meta])* fn $name:ident($arg:ident: $ty:ty) => $field:ident = $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[must_use]
            pub const fn $name(mut self, $arg: $ty) -> Self {
                self.$field = $value;
                self
            }
        )*
    };
}

pub(crate) use setters;
