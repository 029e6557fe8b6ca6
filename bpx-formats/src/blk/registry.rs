//! The rules of BLK files that are functions, not declarations.

use super::{File, Inner};
use bpx_schema::report::Rule;
use std::sync::LazyLock;

/// The rule that the first byte of a file names a kind of file, which the declaration of the file states.
pub(super) static KIND: LazyLock<Rule> = LazyLock::new(|| File::RULE_BLK_KIND.rule());
/// The rule that the frame of a sized file holds a file of kind FAT, which the declaration of the content states.
pub(super) static INNER_KIND: LazyLock<Rule> = LazyLock::new(|| Inner::RULE_BLK_INNER_KIND.rule());

bpx_schema::rules! {
    /// The file is in none of the legacy forms BBF and BBz.
    LEGACY = "blk.legacy", UnsupportedVersion, "Kinds of BLK files";
    /// A file that was compressed with a dictionary needs the dictionary.
    DICTIONARY = "blk.dictionary", Missing, "Kinds of BLK files";
    /// The stored bytes begin with a frame of ZSTD.
    STREAM = "blk.stream", BadStream, "Kinds of BLK files";
    /// A frame unpacks to no more bytes than the limits allow.
    STREAM_LIMIT = "blk.limit", LimitExceeded, "Kinds of BLK files";
    /// Nothing follows the frame.
    FRAME_REST = "blk.frame.rest", TrailingBytes, "Kinds of BLK files" excused "I-103";
    /// Only binary files are explained byte by byte.
    TEXT_LAYOUT = "blk.text.layout", UnsupportedFeature, "Kinds of BLK files";
    /// A map of names is not used as a file with blocks.
    NAME_MAP = "blk.name-map", UnsupportedFeature, "Kinds of BLK files";
    /// The names in a name map are a ZSTD frame within the limits.
    NAME_MAP_STREAM = "blk.name-map.stream", BadStream | LimitExceeded, "Kinds of BLK files";
    /// A file with shared names needs the map of names.
    NAMES_MISSING = "blk.names.missing", Missing, "Name Map";
    /// Names, strings and parameters are used no more often than the limits allow.
    LIMIT = "blk.limit", LimitExceeded, "Name Map";
    /// A parameter refers to an existing name.
    PARAM_NAME = "blk.param.name", BadReference, "Field map";
    /// A string that refers to a name refers to an existing name.
    PARAM_STRING = "blk.param.string", BadReference, "Name reference";
    /// A string in the payload ends with a NUL.
    PARAM_UNTERMINATED = "blk.param.unterminated", Unterminated, "Inlining";
    /// A block that has a name refers to an existing name.
    BLOCK_NAME = "blk.block.name", BadReference, "Nesting map";
    /// Blocks of a text nest no deeper than the limits allow.
    TEXT_DEPTH = "blk.block.depth", TooDeep, "Text form";
    /// A text follows the grammar.
    TEXT_EXPECTED = "blk.text", BadMagic, "Text form";
    /// Comments and strings of a text are closed.
    TEXT_UNCLOSED = "blk.text", Unterminated, "Text form";
    /// A string in a text contains a line break only if it is in triple quotes.
    TEXT_LINE = "blk.text", BadText, "Text form";
    /// A text does not end inside of a block, a list or a statement.
    TEXT_END = "blk.text", Truncated, "Text form";
    /// The content of a text fits into a document.
    TEXT_BUILT = "blk.text", Overflow | BadText | Inconsistent, "Text form";
    /// The engine accepts the text.
    TEXT_ENGINE = "blk.text.engine", BadText, "Text form" excused "I-116";
    /// Nothing follows the NUL that ends a text.
    TEXT_REST = "blk.rest", TrailingBytes as Warning, "Text form";
}
