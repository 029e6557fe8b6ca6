//! Expressions: parsed once into the tree of the model, beside which is kept where each part is written.

mod syntax;
mod tree;

pub(crate) use self::tree::{Part, Tree, path_code};
