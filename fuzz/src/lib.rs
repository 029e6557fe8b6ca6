//! Runs a target of `tests::fuzzing` with libFuzzer, for each program of the fuzzer.

use std::sync::atomic::{AtomicU64, Ordering};
use tests::fuzzing::mutate;

pub use libfuzzer_sys;
pub use tests::fuzzing::{self, Target};
pub use tests::whole_files;

static EXECUTIONS: AtomicU64 = AtomicU64::new(0);
static PAST_HEADER: AtomicU64 = AtomicU64::new(0);

/// Number of executions between two lines that state how many inputs got past the header.
const EVERY: u64 = 1 << 12;

/// Runs a target, and prints now and then how many inputs got past the header.
pub fn run(target: &Target, data: &[u8]) {
    let past = (target.run)(data);
    let past = PAST_HEADER.fetch_add(u64::from(past), Ordering::Relaxed) + u64::from(past);
    let executions = EXECUTIONS.fetch_add(1, Ordering::Relaxed) + 1;
    if executions.is_multiple_of(EVERY) || executions.is_power_of_two() {
        eprintln!("past the header: {past} of {executions}");
    }
}

/// Lets libFuzzer change an input, then repairs the header of the input.
pub fn change(target: &Target, data: &mut [u8], size: usize, max: usize, seed: u32) -> usize {
    mutate(target, data, size, max, seed, &mut |data, size, max| libfuzzer_sys::fuzzer_mutate(data, size, max))
}

/// Defines the program of a target, which a constant, or an expression after `in`, names.
#[macro_export]
macro_rules! fuzz {
    ($target:ident) => {
        $crate::fuzz!(in $crate::fuzzing::$target);
    };
    (in $target:expr) => {
        static TARGET: $crate::Target = $target;
        $crate::libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::run(&TARGET, data));
        $crate::libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::change(&TARGET, data, size, max_size, seed)
        });
    };
}
