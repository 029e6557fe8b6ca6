//! Structs of bits hold at most as many bits as a schema can count.
#![allow(clippy::unwrap_used)]

use bpx_codegen::expand_structure;

#[test]
fn structs_of_too_many_bits_are_refused() {
    let of_members = |count: usize| {
        let members: String = (0..count).map(|at| format!("b{at}: B120,")).collect();
        let item = format!("#[bitfield] struct Wide {{ {members} }}").parse().unwrap();
        expand_structure(Default::default(), item).map_err(|error| error.to_string())
    };
    assert!(of_members(546).is_ok());
    assert_eq!(of_members(547).unwrap_err(), "expected fields of at most 65528 bits, found 65640 bits");
}
