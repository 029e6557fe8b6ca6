//! Mistakes in declarations that the compiler finds in generated code, and a few that the macros report, which shows that
//! both are seen.
//!
//! The expected messages depend on the version of the compiler. After a change of either, rewrite them with
//! `TRYBUILD=overwrite cargo test -p mistakes`, and read every one before you keep it.

#[test]
fn mistakes_are_explained() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
