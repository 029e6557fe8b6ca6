//! Shader packages, files of type `S` (section 13), contain the code of stages, and the symbols that the code uses or
//! defines.
//!
//! * [`ShaderPackage`] opens and reads a shader package. [`StageCode`] is the code of one stage, [`SymbolRef`] is one
//!   symbol, and [`ShaderPackage::records`] returns the entries of all symbols at once.
//! * [`ShaderBuilder`] builds a program or an assembly from [`NewSymbol`]s and code; [`ShaderOptions`] are the options
//!   of the builder.
//!
//! A *program* holds the stages of one pipeline for one target; an *assembly* holds symbols that programs share, and no
//! code. A program names its assembly by the hash of the assembly's name.
//!
//! The rules of shader packages are part of [`verify`](super::verify()).

mod builder;
mod extended;
mod fault;
mod new_symbol;
mod open;
mod options;
pub(crate) mod registry;
mod rules;
mod stage;
mod symbol;

#[cfg(test)]
mod tests;

pub use self::builder::ShaderBuilder;
pub use self::new_symbol::NewSymbol;
pub use self::open::ShaderPackage;
pub use self::options::ShaderOptions;
pub(crate) use self::rules::check_shader;
pub use self::stage::StageCode;
pub use self::symbol::SymbolRef;
pub use super::layout::shader::{
    EXTENDED_DATA, KIND, SECTIONS, SHADER, STRINGS, SYMBOL_TABLE, Shader, ShaderExt, ShaderKind, ShaderSection,
    ShaderTarget, Stage, Symbol, SymbolFlag, SymbolKind, SymbolTable,
};
