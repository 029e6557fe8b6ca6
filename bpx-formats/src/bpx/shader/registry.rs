//! The rules of shader packages that are written by hand.

bpx_schema::rules! {
    /// A file that is opened as a shader package is one.
    KIND = "shader.kind", BadMagic, "13";
    /// A shader package is of version 2.
    VERSION = "shader.version", UnsupportedVersion, "8.3";
    /// A program has a stage; an assembly need not have any.
    SHADER = "shader.shader", Missing, "13.1";
    /// The symbol table is there.
    SYMBOL_TABLE = "shader.symbol-table", Missing, "13.1";
    /// The section of names is there.
    STRINGS = "shader.strings", Missing, "13.1";
    /// Symbol table, extended data and names are there once; the first ones count.
    SINGLE = "shader.single", Duplicate, "13.1";
    /// A program is built for a target; `Any` is for assemblies.
    TARGET_ANY = "shader.target-any", Inconsistent as Warning, "13.2.3";
    /// The header states as many symbols as there are.
    SYMBOL_COUNT = "shader.symbol-count", CountMismatch, "13.2.2";
    /// The first byte of code is a known stage.
    STAGE = "shader.stage", UnknownCode | Truncated, "13.3";
    /// A stage has its code once; the first one counts.
    DUPLICATE_STAGE = "shader.duplicate-stage", Duplicate as Warning, "13.3";
    /// A program has one vertex format at most.
    VERTEX_FORMAT = "shader.vertex-format", Duplicate, "13.4.4";
    /// A program has one pipeline at most.
    PIPELINE = "shader.pipeline", Duplicate, "13.4.4";
    /// The name of a symbol is a text.
    NAME = "shader.name", BadText | OutOfBounds | Unterminated | LimitExceeded, "13.4.1";
    /// Names tell symbols apart.
    DUPLICATE_NAME = "shader.duplicate-name", Duplicate as Warning, "13.4.1";
    /// The extended data of a symbol is an object in its section.
    EXTENDED_DATA = "shader.extended-data", Missing | OutOfBounds | Truncated | BadText | Unterminated | UnknownTag
        | UnknownCode | OutOfRange | TooDeep | LimitExceeded | Overflow | BadReference | Inconsistent, "13.4.2";
    /// The offset of the extended data of a symbol is one when the flag says so.
    EXTENDED_DATA_DENIED = "shader.extended-data", Inconsistent, "13.4.2" excused "I-51";
    /// Names do not share their bytes beyond measure.
    NAME_LIMIT = "shader.limit", LimitExceeded, "13.4.1";
    /// Extended data does not share its bytes beyond measure.
    EXTENDED_DATA_LIMIT = "shader.limit", LimitExceeded, "13.4.2";
}
