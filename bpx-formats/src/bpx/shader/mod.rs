//! Shader packages, files of type `S` (section 13): the code of stages, and the symbols that they need or declare.

mod declare;
mod rules;

pub use self::declare::{
    EXTENDED_DATA, KIND, SECTIONS, SHADER, STRINGS, SYMBOL_TABLE, Shader, ShaderExt, ShaderKind, ShaderSection,
    ShaderTarget, Stage, Symbol, SymbolFlag, SymbolKind, SymbolTable,
};
pub(crate) use self::rules::rules;
