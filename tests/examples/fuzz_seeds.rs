//! Writes the seeds of a target of the fuzzer into a folder: `fuzz_seeds TARGET FOLDER`.
#![allow(clippy::expect_used)]

use std::path::PathBuf;
use tests::fuzzing::{find_target, seeds::seeds_of};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let target = find_target(&arguments.next().expect("a target"));
    let folder = PathBuf::from(arguments.next().expect("a folder"));
    std::fs::create_dir_all(&folder).expect("the folder is made");
    for (name, bytes) in seeds_of(target) {
        std::fs::write(folder.join(name), bytes).expect("a seed is written");
    }
}
