//! The hand-written rules of shader packages.

use bpx_schema::report::Rule;
use std::sync::LazyLock;

/// The rule that a shader package has a symbol table. The declaration of files states the rule.
pub(crate) static SYMBOL_TABLE: LazyLock<Rule> = LazyLock::new(|| crate::bpx::Layout::RULE_SHADER_SYMBOL_TABLE.rule());

/// The rule that the first byte of code is a known stage. The declaration of the code states the rule.
pub(crate) static STAGE: LazyLock<Rule> =
    LazyLock::new(|| crate::bpx::layout::shader::Shader::RULE_SHADER_STAGE.rule());

bpx_schema::rules! {
    /// The offset of a symbol's extended data leads to an object in the section of extended data.
    EXTENDED_DATA = "shader.extended-data", Missing | OutOfBounds | Truncated | BadText | Unterminated | UnknownTag
        | UnknownCode | OutOfRange | TooDeep | LimitExceeded | Overflow | BadReference | Inconsistent, "13.4.2";
    /// The offset of a symbol's extended data is valid if the flag states extended data.
    EXTENDED_DATA_DENIED = "shader.extended-data", Inconsistent, "13.4.2" excused "I-51";
    /// The extended data of all symbols together reads no more bytes than a limit allows.
    EXTENDED_DATA_LIMIT = "shader.limit", LimitExceeded, "13.4.2";
}
