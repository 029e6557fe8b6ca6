//! Names the type of functions that report the parts of a file.

use crate::report::Result;
use crate::watch::Watch;

/// A function that reports every part of one file to a listener, like [`Codec::watch`](crate::Codec::watch).
pub type ReadFile<'a> = &'a dyn Fn(&mut dyn Watch) -> Result<()>;
