//! Words of binrw that the macros reject, each with its replacement.

/// Words that are refused for one reason.
#[derive(Debug)]
#[non_exhaustive]
pub struct Refused {
    /// The words.
    pub names: &'static [&'static str],
    /// The reason, and what to write instead.
    pub instead: &'static str,
}

/// All words of binrw that are refused.
pub const REFUSED: &[Refused] = &[
    Refused {
        names: &["pad_before", "pad_after", "align_before", "align_after", "pad_size_to"],
        instead: "padding would be lost on reading: declare it as a field, `#[schema(reserved)] reserved: [u8; N]`, or \
                  `#[schema(padding(align = 4))] padding: Vec<u8>` where the size varies",
    },
    Refused {
        names: &["map", "try_map", "try_calc", "write_with", "map_stream"],
        instead: "a closure is opaque to the schema: use an expression, or a #[structure] of its own",
    },
    Refused {
        names: &["seek_before", "restore_position", "offset"],
        instead: "state the offset with `#[schema(region(at = ..))]`",
    },
    Refused {
        names: &["ignore", "default", "try"],
        instead: "every field is in the file: compute other values in a method; a field that may be absent has `#[br(if(..))]`",
    },
    Refused {
        names: &["repr"],
        instead: "an enum of codes has `#[derive(Record)]` and `#[repr(u8)]`, and a number names it: `#[schema(codes = Type)]`",
    },
    Refused {
        names: &["import_raw", "args_raw"],
        instead: "parameters are listed by name and type: `#[br(import(kind: u8))]` and `#[br(args(kind))]`",
    },
    Refused { names: &["dbg"], instead: "`bpx_schema::dump` shows every field with its bytes" },
    Refused {
        names: &["err_context"],
        instead: "every error has a path, an offset and the section of the specification",
    },
    Refused {
        names: &["return_all_errors", "return_unexpected_error"],
        instead: "the first case that fits is taken, and its error is reported",
    },
    Refused { names: &["stream", "deref_now", "postprocess_now"], instead: "this library has no equivalent" },
];
