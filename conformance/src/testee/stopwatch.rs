//! Measures the time that a group of processes had.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The runner first reads the waits after the limit divided by this number. Most answers come earlier, and cost
/// nothing.
const FIRST_LOOK: u32 = 16;
/// A run ends after this many times the limit, however busy the machine is.
const AT_MOST: u32 = 20;

/// Measures the time of a process group. On Linux, time in which the threads of the group were ready to run but had no
/// processor does not count, because a busy machine must not make a slow program fail.
pub(crate) struct Stopwatch {
    start: Instant,
    group: u32,
    base: Option<ThreadWaits>,
}

impl Stopwatch {
    /// Starts to measure the group of this process.
    pub(crate) fn start(group: u32) -> Self {
        Self { start: Instant::now(), group, base: None }
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns whether the group had more time than the limit.
    pub(crate) fn is_over(&mut self, limit: Duration) -> bool {
        let elapsed = self.elapsed();
        if elapsed > limit / FIRST_LOOK && self.base.is_none() {
            self.base = Some(ThreadWaits::read(Path::new("/proc"), self.group));
        }
        if elapsed <= limit {
            return false;
        }
        let waits = ThreadWaits::read(Path::new("/proc"), self.group);
        exceeds_limit(elapsed, self.base.as_ref().map_or(Duration::ZERO, |base| waits.longest_since(base)), limit)
    }
}

/// Returns whether the time without waits is longer than the limit, or the whole time is longer than `AT_MOST` times
/// the limit.
fn exceeds_limit(elapsed: Duration, waited: Duration, limit: Duration) -> bool {
    // Threads wait side by side, perhaps longer than the clock shows. No run reaches a limit that is clipped.
    elapsed.saturating_sub(waited) > limit || elapsed > limit.saturating_mul(AT_MOST)
}

/// The time that each thread of a group has waited for a processor.
#[derive(Debug, Default, PartialEq, Eq)]
struct ThreadWaits(BTreeMap<u32, Duration>);

impl ThreadWaits {
    /// Reads the waits of a group; returns none if the system does not report them.
    fn read(proc: &Path, group: u32) -> Self {
        let numbers = |folder: &Path| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok()).collect::<Vec<_>>()
        };
        let mut waits = BTreeMap::new();
        for process in numbers(proc) {
            let folder = proc.join(process.to_string());
            if fs::read_to_string(folder.join("stat")).ok().and_then(|stat| group_of(&stat)) != Some(group) {
                continue;
            }
            for thread in numbers(&folder.join("task")) {
                let file = folder.join("task").join(thread.to_string()).join("schedstat");
                waits.extend(fs::read_to_string(file).ok().and_then(|text| wait_of(&text)).map(|wait| (thread, wait)));
            }
        }
        Self(waits)
    }

    /// Returns the longest wait of a thread since `base`. The waits are not added, because threads wait at the same
    /// time.
    fn longest_since(&self, base: &Self) -> Duration {
        let grown = |(thread, wait): (&u32, &Duration)| match base.0.get(thread) {
            // The system counts waits up only.
            Some(before) => wait.saturating_sub(*before),
            None => *wait,
        };
        // A group without threads does not wait.
        self.0.iter().map(grown).max().unwrap_or_default()
    }
}

/// Returns the process group that `/proc/N/stat` states: the third value after the name, which is in brackets and may
/// hold any character.
fn group_of(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

/// Returns the wait that `schedstat` states: its second value, in nanoseconds.
fn wait_of(schedstat: &str) -> Option<Duration> {
    schedstat.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write_thread(proc: &Path, process: u32, group: u32, thread: u32, wait: u64) {
        let folder = proc.join(process.to_string());
        let task = folder.join("task").join(thread.to_string());
        fs::create_dir_all(&task).unwrap();
        fs::write(folder.join("stat"), format!("{process} (a) b) R 1 {group} 7 0")).unwrap();
        fs::write(task.join("schedstat"), format!("123456 {wait} 9\n")).unwrap();
    }

    #[test]
    fn the_longest_wait_of_a_group_counts_from_the_first_look() {
        let folder = tempfile::tempdir().unwrap();
        let proc = folder.path();
        write_thread(proc, 10, 10, 10, 5_000_000_000);
        write_thread(proc, 11, 10, 11, 1_000_000_000);
        write_thread(proc, 20, 20, 20, 90_000_000_000);
        fs::create_dir(proc.join("self")).unwrap();
        let base = ThreadWaits::read(proc, 10);
        assert_eq!(base.0, [(10, Duration::from_secs(5)), (11, Duration::from_secs(1))].into());
        write_thread(proc, 10, 10, 10, 6_000_000_000);
        write_thread(proc, 11, 10, 11, 4_000_000_000);
        write_thread(proc, 12, 10, 12, 2_000_000_000);
        assert_eq!(ThreadWaits::read(proc, 10).longest_since(&base), Duration::from_secs(3));
        assert_eq!(ThreadWaits::read(&proc.join("nothing"), 10).longest_since(&base), Duration::ZERO);
    }

    #[test]
    fn time_without_a_processor_does_not_count() {
        let seconds = Duration::from_secs;
        assert!(exceeds_limit(seconds(6), Duration::ZERO, seconds(5)));
        assert!(!exceeds_limit(seconds(6), seconds(2), seconds(5)));
        assert!(exceeds_limit(seconds(9), seconds(2), seconds(5)));
        assert!(exceeds_limit(seconds(101), seconds(101), seconds(5)));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_reports_the_group_of_a_process() {
        let stat = fs::read_to_string("/proc/self/stat").unwrap();
        let group = rustix::process::getpgrp().as_raw_nonzero().get();
        assert_eq!(group_of(&stat), u32::try_from(group).ok());
    }
}
