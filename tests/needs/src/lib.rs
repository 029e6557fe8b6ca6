//! Tests that need programs of others are ignored where a program is missing.
//!
//! ```text
//! use test_needs::needs;
//!
//! #[needs(python3, node)]
//! #[test]
//! fn both_agree() {}
//! ```
//!
//! The compiler looks for the programs, and again after `PATH`, `KAITAI`, `PROGRAMS` or `TESTEES` changed. With
//! `PROGRAMS=required` a test fails when its program is missing. The implementations of others in `conformance/testees` are
//! built only with `TESTEES`, as `cargo xtask testees` sets it.
#![forbid(unsafe_code)]

mod probe;

use proc_macro::{TokenStream, TokenTree};

/// Ignores the test below where one of the programs is missing: `kaitai` is the compiler of Kaitai Struct with its runtime
/// for Python, `pytest` the module, `testees` the implementations of others, anything else a program that answers `--version`.
#[proc_macro_attribute]
pub fn needs(programs: TokenStream, test: TokenStream) -> TokenStream {
    let names: Vec<String> = programs
        .into_iter()
        .filter_map(|token| match token {
            TokenTree::Ident(name) => Some(name.to_string()),
            _ => None,
        })
        .collect();
    // `#[test]` above would have taken the function already, and never see that it is ignored.
    let is_test = test.to_string().replace(' ', "").contains("#[test]");
    if names.is_empty() || !is_test {
        return parsed("compile_error!(\"expected `#[needs(program, ..)]` above `#[test]`\");");
    }
    let missing: Vec<_> = names.iter().filter(|name| !probe::is_there(name)).map(String::as_str).collect();
    let ignore = match missing[..] {
        [] => String::new(),
        _ => format!("#[ignore = \"missing: {}\"]", missing.join(", ")),
    };
    // The compiler notes that the test depends on these variables.
    let variables = "const _: [Option<&str>; 4] = [option_env!(\"PATH\"), \
                     option_env!(\"KAITAI\"), option_env!(\"PROGRAMS\"), option_env!(\"TESTEES\")];";
    [parsed(&ignore), test, parsed(variables)].into_iter().collect()
}

/// Returns tokens of text that is written here.
fn parsed(text: &str) -> TokenStream {
    text.parse().unwrap_or_default()
}
