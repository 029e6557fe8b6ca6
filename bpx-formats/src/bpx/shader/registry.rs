//! The rules of shader packages that are written by hand.

use bpx_schema::report::{Rule, declared_rule};
use std::sync::LazyLock;

/// A shader package has a symbol table. The declaration of files has the rule.
pub(crate) static SYMBOL_TABLE: LazyLock<Rule> =
    LazyLock::new(|| declared_rule::<crate::bpx::Layout>("shader.symbol-table"));

/// The first byte of code is a known stage. The declaration of the code has the rule.
pub(crate) static STAGE: LazyLock<Rule> =
    LazyLock::new(|| declared_rule::<crate::bpx::layout::shader::Shader>("shader.stage"));

bpx_schema::rules! {
    /// The extended data of a symbol is an object in its section.
    EXTENDED_DATA = "shader.extended-data", Missing | OutOfBounds | Truncated | BadText | Unterminated | UnknownTag
        | UnknownCode | OutOfRange | TooDeep | LimitExceeded | Overflow | BadReference | Inconsistent, "13.4.2";
    /// The offset of a symbol's extended data is valid if the flag states extended data.
    EXTENDED_DATA_DENIED = "shader.extended-data", Inconsistent, "13.4.2" excused "I-51";
    /// The bytes that extended data shares stay within a limit.
    EXTENDED_DATA_LIMIT = "shader.limit", LimitExceeded, "13.4.2";
}
