//! Expressions: parsed into the tree of the model, with the source of each part beside it.

mod running;
mod syntax;
mod tree;

pub(crate) use self::tree::{Part, Tree, path_code};
