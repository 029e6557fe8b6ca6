//! Packages (section 6): files in a file.

pub mod collect;
mod folder;
pub mod paths;
