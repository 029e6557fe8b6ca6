//! Tests across crates, and the code that they share.

pub mod fuzzing;
pub mod generate;
pub mod law;
pub mod programs;
pub mod python;

/// The Rust of the guide, which runs as documentation tests.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../README.md")]
    struct Readme;
    #[doc = include_str!("../../docs/guide/start.md")]
    struct Start;
    #[doc = include_str!("../../docs/guide/cookbook.md")]
    struct Cookbook;
    #[doc = include_str!("../../docs/guide/limits-and-security.md")]
    struct Limits;
    #[doc = include_str!("../../docs/guide/attributes.md")]
    struct Attributes;
    #[doc = include_str!("../../docs/guide/types.md")]
    struct Types;
    #[doc = include_str!("../../docs/language.md")]
    struct Language;
}
