//! Documents that are compared with declarations.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use bpx_documents::{declare, differences, read};

#[test]
fn structures_that_hold_each_other_twice_are_compared() {
    const MANY: usize = 40;
    let listing = |at: usize| {
        let ty = if at == MANY { "uint8_t".to_owned() } else { format!("struct Lid{}", at + 1) };
        format!("struct Lid{at} {{\n  {ty} left{at};\n  {ty} right{at};\n}};\n")
    };
    // The inner structures first, so that their sizes are known.
    let listings: String = (1..=MANY).rev().map(listing).collect();
    let document =
        read(&[("kiln.md", &format!("# 1 Kiln\n\nAll numbers are little-endian.\n\n```c\n{listings}```\n"))]);
    let declared = declare(&document);
    assert_eq!((declared.model.structures.len(), &declared.open[..]), (MANY, &[][..]));
    let specs: Vec<_> = declared.model.structures.values().map(|structure| &*structure.spec).collect();
    assert_eq!(specs, ["1"; MANY]);
    assert_eq!(differences(&document, &declared.model, &[]), []);
}
