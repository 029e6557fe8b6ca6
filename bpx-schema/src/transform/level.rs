//! Declares transforms whose only setting is a level.

/// Declares a transform whose only setting is its level. The default level is 6.
macro_rules! leveled {
    ($(#[$doc:meta])* $name:ident, $(#[$level:meta])*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name {
            level: u32,
        }

        impl $name {
            /// Returns the default settings, with level 6.
            #[must_use]
            pub const fn new() -> Self {
                Self { level: 6 }
            }

            $(#[$level])*
            #[must_use]
            pub const fn with_level(self, level: u32) -> Self {
                Self { level }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new()
            }
        }
    };
}

pub(super) use leveled;
