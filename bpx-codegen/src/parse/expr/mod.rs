//! Parses expressions into the tree of the model, and keeps the source of each part.

mod running;
mod syntax;
mod tree;

pub(crate) use self::tree::{ExprPart, ExprTree, path_code};
