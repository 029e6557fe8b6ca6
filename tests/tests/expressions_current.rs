//! The declarations of the table of expressions are the current output. This is a target of its own, so declarations
//! that do not compile can be rewritten.
#![allow(unreachable_pub, dead_code, clippy::unwrap_used)]

#[path = "expressions/table.rs"]
mod table;

use std::path::Path;

#[test]
fn declarations_of_the_table_are_current() {
    let overwrite = std::env::var_os("EXPRESSIONS").is_some_and(|value| value == "overwrite");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expressions/declared.rs");
    if overwrite {
        std::fs::write(&path, table::declarations()).unwrap();
    }
    let current = std::fs::read_to_string(&path).unwrap_or_default();
    let how = "`cargo xtask expressions` puts it right";
    assert!(current == table::declarations(), "{} is not what the table says; {how}", path.display());
}
