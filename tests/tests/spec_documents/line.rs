//! Values in a line, as the interpreter here and compiled code there write them.

use bpx_schema::report::Finding;
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use std::fmt::Write;

/// All values, in a line.
#[derive(Default)]
pub(crate) struct Line(pub(crate) String);

impl Watch for Line {
    fn open(&mut self, _: &ValueNode<'_>) {}
    fn leaf(&mut self, leaf: &Leaf<'_>) {
        write!(self.0, "{}:{:?}:{};", leaf.at.file, leaf.bits, leaf.value).unwrap();
    }
    fn close(&mut self, _: &ValueNode<'_>, _: u64) {}
    fn report(&mut self, _: Finding) {}
}
