//! Some hundred changes of the seeds of every target, the same in each run; the fuzzer makes millions of others.
#![allow(clippy::expect_used)]

use tests::fuzzing::{TARGETS, Target, mutate, seeds, simple_mutation};

/// Changes for each target.
const CHANGES: u32 = 200;
/// Targets that write files take fewer.
const CHANGES_ON_DISK: u32 = 40;
/// Room for an input to grow, in bytes.
const ROOM: usize = 256;

/// Runs a target on changes of its seeds; returns how many there were, and how many got past the header.
fn run(target: &Target) -> (u32, u32) {
    let seeds = seeds::seeds_of(target);
    let mut next = seeds.iter().cycle();
    let count = if target.writes_files { CHANGES_ON_DISK } else { CHANGES };
    let past = (0..count).map(|number| {
        let (_, seed) = next.next().expect("a target has seeds");
        let mut data = seed.clone();
        data.resize(seed.len() + ROOM, 0);
        let mut change = simple_mutation(number);
        // The number also chooses what is changed: spread over all of its bits.
        let choice = number.wrapping_mul(0x9E37_79B9);
        let (size, max) = (seed.len(), data.len());
        let size = mutate(target, &mut data, size, max, choice, &mut change);
        data.truncate(size);
        (target.run)(&data)
    });
    (count, past.map(u32::from).sum())
}

#[test]
fn changed_seeds_hold_and_get_past_headers() {
    for target in TARGETS {
        let (count, past) = run(target);
        assert!(2 * past >= count, "{}: only {past} of {count} get past the header", target.name);
    }
}
