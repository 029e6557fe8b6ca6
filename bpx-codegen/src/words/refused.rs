//! Words of binrw that the macros reject, each with its replacement.

/// Words that the macros reject for the same reason.
#[derive(Debug)]
#[non_exhaustive]
pub struct RefusedWords {
    /// The names of the words.
    pub names: &'static [&'static str],
    /// The reason, and what to write instead.
    pub instead: &'static str,
}

/// All words of binrw that the macros reject.
pub const REFUSED: &[RefusedWords] = &[
    RefusedWords {
        names: &["pad_before", "pad_after", "align_before", "align_after", "pad_size_to"],
        instead: "a reader would lose the padding: declare the padding as a field, `#[schema(reserved)] reserved: \
            [u8; N]`, or `#[schema(padding(align = 4))] padding: Vec<u8>` if the size varies",
    },
    RefusedWords {
        names: &["map", "try_map", "try_calc", "write_with", "map_stream"],
        instead: "the schema cannot hold a closure: use an expression, or a separate #[structure]",
    },
    RefusedWords {
        names: &["seek_before", "restore_position", "offset"],
        instead: "state the offset with `#[schema(region(at = ..))]`",
    },
    RefusedWords {
        names: &["ignore", "default", "try"],
        instead: "every field is in the file: compute other values in a method, and declare a field that may be \
            absent with `#[br(if(..))]`",
    },
    RefusedWords {
        names: &["repr"],
        instead: "declare an enum of codes with `#[derive(Record)]` and `#[repr(u8)]`, and name the enum at a \
            number: `#[schema(codes = Type)]`",
    },
    RefusedWords {
        names: &["import_raw", "args_raw"],
        instead: "list parameters by name and type: `#[br(import(kind: u8))]` and `#[br(args(kind))]`",
    },
    RefusedWords { names: &["dbg"], instead: "use `bpx_schema::dump`, which shows every field with its bytes" },
    RefusedWords {
        names: &["err_context"],
        instead: "every error has a path, an offset and the section of the specification",
    },
    RefusedWords {
        names: &["return_all_errors", "return_unexpected_error"],
        instead: "a reader takes the first case whose condition holds, and reports the error of that case",
    },
    RefusedWords { names: &["stream", "deref_now", "postprocess_now"], instead: "this library has no equivalent" },
];
