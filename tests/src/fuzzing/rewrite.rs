//! Rewriting: a file that can be read is written with the same bytes.

use super::file::{format_of, is_past_header, is_valid, options, source};
use bpx_schema::report::Mode;

pub(super) fn run(bytes: &[u8]) -> bool {
    let format = format_of(bytes);
    let rewritten = format.rewrite(&source(bytes), options());
    if is_valid(bytes, Mode::Lenient) {
        let rewritten = rewritten.as_ref().unwrap_or_else(|error| panic!("a valid file is not rewritten: {error}"));
        assert!(*rewritten == bytes, "a valid file comes back with other bytes");
    }
    if let Ok(first) = rewritten {
        let second = format.rewrite(&source(&first), options());
        let second = second.unwrap_or_else(|error| panic!("what was rewritten is not rewritten again: {error}"));
        assert!(first == second, "a rewrite of a rewrite differs");
    }
    is_past_header(bytes)
}
