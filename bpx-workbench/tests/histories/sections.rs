//! Numbers of sections.

use super::{document, reported, structure, values};
use bpx_workbench::diff::Level;

fn chapters(first: u32) -> String {
    let [a, b, c] = [first, first + 1, first + 2];
    document(&[
        structure(&format!("{a} Point"), "| X | u32 | 4 | to the right |\n| Y | u32 | 4 | up |\n"),
        structure(&format!("{b} Line"), "| From | u32 | 4 | begin |\n| To | u32 | 4 | end |\n"),
        values(&format!("{c} Colours"), "| Red | 0 | warm |\n| Blue | 1 | cold |\n"),
    ])
}

#[test]
fn renumbered_sections_are_one_change() {
    assert_eq!(reported(&chapters(2), &chapters(4), Level::Model), [""; 0]);
    assert_eq!(
        reported(&chapters(2), &chapters(4), Level::Source),
        ["sections.renumbered  ( -> 3 sections renumbered: 2 -> 4, 3 -> 5, 4 -> 6) same/same"]
    );
}
